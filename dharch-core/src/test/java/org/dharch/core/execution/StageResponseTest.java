package org.dharch.core.execution;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;

/** The bound on an answer, which a node may have set higher than its manager. */
class StageResponseTest {
  private static final byte[] ENVELOPE = bytes(EnvelopeText.SOAP11.of("<x/>"));

  private static StageMerge.MergeResult merge(byte[] answer, int bound) {
    StageMerge.Contribution sink =
        new StageMerge.Contribution(
            0,
            "sink",
            true,
            Optional.empty(),
            Changes.builder().respond(answer).build(),
            Optional.empty(),
            false);
    return StageMerge.merge(
        ENVELOPE,
        MessageProperties.empty(),
        Set.of(),
        List.of(sink),
        Limits.DEFAULT.maxPayloadBytes(bound));
  }

  @Test
  void isThatOnAMessage() {
    byte[] answer = bytes(EnvelopeText.SOAP11.of("<yy/>"));
    StageMerge.Merged merged = (StageMerge.Merged) merge(answer, answer.length);
    assertEquals("sink", merged.answer().orElseThrow().handler());
    StageMerge.MalformedChanges refused =
        (StageMerge.MalformedChanges) merge(answer, answer.length - 1);
    assertEquals(
        "its answer's " + answer.length + " bytes > maxPayloadBytes=" + (answer.length - 1),
        refused.reason());
  }
}
