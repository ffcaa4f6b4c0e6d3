package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.dharch.core.spi.BrokerList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One broker's address, or several, as a person writes them and as one URI. */
class BrokerListTest {
  @Test
  void oneIsItself() throws URISyntaxException {
    URI one = URI.create("tcp://a:1?x=(y)");
    assertEquals(one, BrokerList.parse(" tcp://a:1?x=(y) "));
    assertEquals(List.of(one), BrokerList.of(one));
    assertEquals("tcp://a:1?x=(y)", BrokerList.text(one));
  }

  @Test
  void severalAreOneAddress() throws URISyntaxException {
    String text = "tcp://a:1 failover:(tcp://b:1,tcp://c:1)?randomize=false embedded:tcp://d:0";
    URI all = BrokerList.parse(text.replace(" ", " \n "));
    assertEquals(BrokerList.SCHEME, all.getScheme());
    assertEquals(text, BrokerList.text(all));
    assertEquals(3, BrokerList.of(all).size());
    assertEquals(all, BrokerList.parse(all.toString()));
    assertEquals(all, BrokerList.together(BrokerList.of(all)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tcp://a:1 tcp://a:1",
        "tcp://a:1 b",
        "tcp://a:1,b c:",
        "shards:tcp://a:1",
        "shards:(tcp://a:1",
        "shards:()",
        "shards:(tcp://a:1,)",
        "shards:(tcp://a:1),tcp://b:1)"
      })
  void whatIsNoneIsRefused(String text) {
    assertThrows(URISyntaxException.class, () -> BrokerList.parse(text));
  }
}
