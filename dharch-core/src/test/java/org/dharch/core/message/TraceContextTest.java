package org.dharch.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.junit.jupiter.api.Test;

/** Valid and invalid {@code traceparent} headers by W3C Trace Context. */
final class TraceContextTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";
  private static final String RIGHT = "00-" + TRACE + "-" + SPAN + "-01";

  private static Optional<TraceContext> of(String header) {
    return TraceContext.of(MessageProperties.of(Map.of(TraceContext.PROPERTY, header)));
  }

  @Test
  void validHeaderIsAccepted() {
    assertEquals(Optional.of(new TraceContext(TRACE, SPAN, "01")), of(RIGHT));
    assertTrue(of(RIGHT).orElseThrow().isSampled());
    assertEquals(RIGHT, of(RIGHT).orElseThrow().toString());
  }

  /** As the gateways hand over two headers of one name. */
  @Test
  void twoHeadersAreIgnored() {
    String other = "00-" + TRACE + "-" + "1".repeat(16) + "-01";
    String name = TraceContext.PROPERTY.substring(SoapProperties.HTTP_HEADER.length());
    assertEquals(Optional.empty(), of(SoapProperties.joined(name, RIGHT, other)));
    assertEquals(Optional.empty(), of(SoapProperties.joined(name, RIGHT, RIGHT)));
    assertEquals(Optional.empty(), of(SoapProperties.joined(name, RIGHT, "")));
  }

  @Test
  void invalidHeaderIsIgnored() {
    for (String wrong :
        new String[] {
          "",
          RIGHT.toUpperCase(java.util.Locale.ROOT),
          RIGHT + "-more", // of the first version nothing follows
          RIGHT + " ",
          "ff" + RIGHT.substring(2),
          "00-" + "0".repeat(32) + "-" + SPAN + "-01",
          "00-" + TRACE + "-" + "0".repeat(16) + "-01",
          "00-" + TRACE + "-" + SPAN + "-1",
          TRACE
        }) {
      assertEquals(Optional.empty(), of(wrong), wrong);
    }
  }

  @Test
  void laterVersionMayHaveMoreFields() {
    assertEquals(
        Optional.of(new TraceContext(TRACE, SPAN, "00")),
        of("01-" + TRACE + "-" + SPAN + "-00-whatever"));
    assertEquals(Optional.empty(), of("01-" + TRACE + "-" + SPAN + "-00whatever"));
  }
}
