package org.dharch.ws.rm.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.dharch.ws.rm.RmEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentMarkTest {
  private static final byte[] KEPT = bytes("<s:Envelope xmlns:s='s'/>");
  private static final String DIGEST =
      "2f7a4c1d0d4a5f2e5d7d8e5a0cbe6a4f0d7d9d3d6b0d0b8a4ad2f6a1d7d2c3b4";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void roundTrips() {
    SentMark mark = new SentMark(7, "urn:uuid:a", DIGEST);
    assertEquals(Optional.of(mark), SentMark.parse(mark.text()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        "7 urn:uuid:a",
        "x urn:uuid:a d",
        "0 a d",
        "7 a d e",
        "9223372036854775808 a d",
        "99999999999999999999 a d"
      })
  void rejectsInvalidText(String text) {
    assertEquals(Optional.empty(), SentMark.parse(text));
  }

  @Test
  void storesOtherEnvelope() {
    Optional<RmEvent.WireForm> event = new SentMark(7, "urn:uuid:a", DIGEST).wireForm(KEPT);
    assertEquals(7, event.orElseThrow().number());
    assertEquals(KEPT, event.orElseThrow().envelope());
  }
}
