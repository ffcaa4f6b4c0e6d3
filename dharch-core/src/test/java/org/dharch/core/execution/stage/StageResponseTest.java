package org.dharch.core.execution.stage;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.MessageContent;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;

/** The size limit of a response; a node's own limit may be higher. */
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
    return new StageMerge(
            new MessageVersion(MessageContent.of(ENVELOPE), false, false),
            List.of(sink),
            Limits.DEFAULT.maxPayloadBytes(bound),
            () -> 0)
        .compute()
        .merge();
  }

  @Test
  void responseSizeIsBounded() {
    byte[] answer = bytes(EnvelopeText.SOAP11.of("<yy/>"));
    StageMerge.Merged merged = (StageMerge.Merged) merge(answer, answer.length);
    assertEquals("sink", merged.answer().orElseThrow().handler());
    StageMerge.MalformedChanges refused =
        (StageMerge.MalformedChanges) merge(answer, answer.length - 1);
    assertEquals(
        "its response's " + answer.length + " bytes > maxPayloadBytes=" + (answer.length - 1),
        refused.reason());
  }
}
