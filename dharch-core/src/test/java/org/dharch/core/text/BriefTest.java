package org.dharch.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.message.FaultReply;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Fault F8: nothing that is said of a message is long because the message is. */
class BriefTest {
  private static final String LONG = "y".repeat(100_000);

  @Test
  void longTextIsCutWithItsLength() {
    assertEquals("a b", Brief.of("a b"));
    assertEquals("a??b", Brief.of("a\r\nb"));
    assertEquals("y".repeat(Brief.SHOWN) + "... (100000 characters)", Brief.of(LONG));
    assertEquals("ab", Brief.cut("ab", 2));
    assertEquals("a... (3 characters)", Brief.cut("a\ud83d\ude00", 2), "no half of a character");
  }

  @Test
  void errorsQuoteMessagesBriefly() {
    String soap = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>";
    for (String xml :
        List.of(
            "<" + LONG + "/>",
            "<" + LONG + ">",
            "<" + LONG + "></a>",
            "<a></" + LONG + ">",
            "<" + LONG + ":a/>",
            "<a " + LONG + ":a=''/>",
            "<a " + LONG + "='' " + LONG + "=''/>",
            "<a xmlns:xml='" + LONG + "'/>",
            "<?xml version='1.0' encoding='" + LONG + "'?><a/>",
            soap + "<" + LONG + "/></s:Envelope>")) {
      byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
      String output =
          Assertions.assertThrows(
                  MalformedMessageException.class, () -> Envelopes.check(bytes, Limits.DEFAULT))
              .getMessage();
      assertTrue(output.length() < 300, output);
    }
    assertTrue(FaultReply.sender(LONG).reason().length() < 1000);
  }
}
