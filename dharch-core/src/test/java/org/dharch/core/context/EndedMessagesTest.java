package org.dharch.core.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.Bench;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.view.MessageProgress;
import org.dharch.testing.FakeClock;
import org.junit.jupiter.api.Test;

class EndedMessagesTest {
  private static final Submission MESSAGE = Submission.of(Direction.IN, "S", Bench.ENVELOPE);

  /** A replay ends under the id of what had failed. */
  @Test
  void latestEndOfARepeatedMessageIsReported() {
    EndedMessages ended = new EndedMessages(3, new FakeClock(0)::nanos);
    MessageId id = new MessageId(1, 2);
    Timeline timeline = Timeline.empty(id, "o");
    Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "A", "no");
    ended.add(MessageProgress.ended(MESSAGE, Outcome.Failed.of(id, fault, timeline)));
    ended.add(
        MessageProgress.ended(
            MESSAGE,
            new Outcome.Completed(
                id, Bench.ENVELOPE, false, false, MessageProperties.empty(), Set.of(), timeline)));
    assertEquals(
        Optional.of(MessageProgress.State.COMPLETED), ended.find(id).map(MessageProgress::state));
    assertEquals(2, ended.snapshot().size());
    ended.addAgain(MessageProgress.ended(MESSAGE, Outcome.Failed.of(id, fault, timeline)));
    assertEquals(
        Optional.of(MessageProgress.State.FAILED), ended.find(id).map(MessageProgress::state));
    assertEquals(2, ended.snapshot().size(), "in the place of what it was");
    MessageId other = new MessageId(3, 4);
    ended.addAgain(
        MessageProgress.ended(
            MESSAGE, Outcome.Failed.of(other, fault, Timeline.empty(other, "o"))));
    assertEquals(3, ended.snapshot().size());
  }
}
