package org.dharch.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Map;
import org.dharch.api.MessageProperties;
import org.junit.jupiter.api.Test;

/** Properties that a response gets from its request. */
class ExchangePropertiesTest {
  @Test
  void prefixedPropertiesOverrideTheResponses() {
    MessageProperties left =
        MessageProperties.of(Map.of("dharch.exchange.rm", "s/1", "dharch.rest", "x", "a", 1));
    MessageProperties exchange = ExchangeProperties.of(left);
    assertEquals(Map.of("dharch.exchange.rm", "s/1"), exchange.asMap());
    MessageProperties response = MessageProperties.of(Map.of("b", 2, "dharch.exchange.rm", "old"));
    assertEquals(
        Map.of("b", 2, "dharch.exchange.rm", "s/1"),
        ExchangeProperties.with(response, left).asMap());
    assertSame(response, ExchangeProperties.with(response, MessageProperties.of(Map.of("a", 1))));
  }
}
