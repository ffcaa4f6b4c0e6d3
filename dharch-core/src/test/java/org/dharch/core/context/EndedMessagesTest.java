package org.dharch.core.context;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
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

  @Test
  void startOfAnEndedMessageIsKnownLater() {
    FakeClock clock = new FakeClock(7);
    EndedMessages ended = new EndedMessages(3, clock::nanos);
    MessageId id = new MessageId(1, 2);
    Timeline timeline = new Timeline(id, "o", 0, 1_000_000, List.of(), 0, List.of());
    Fault fault = new Fault(Fault.Code.DEADLINE, "", "late");
    ended.add(MessageProgress.ended(MESSAGE, Outcome.Failed.of(id, fault, timeline)));
    clock.advance(Duration.ofSeconds(5));
    for (MessageProgress message :
        List.of(
            ended.find(id).orElseThrow(),
            ended.snapshot().get(0),
            ended.asked(Duration.ZERO, any -> true).get(0))) {
      assertEquals(Duration.ofMillis(1), message.duration());
      assertEquals(Duration.ofMillis(5_001), message.since());
    }
  }

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
