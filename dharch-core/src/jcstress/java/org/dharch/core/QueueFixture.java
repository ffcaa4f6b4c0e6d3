package org.dharch.core;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.Classification;
import org.dharch.core.context.DHMContext.Durability;
import org.dharch.core.flow.Selection;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.queue.IMQueue;
import org.dharch.core.queue.Slots;

/** Messages for the queues, each another one. */
final class QueueFixture {
  private static final Assignment PLAN =
      new Assignment(Orchestration.of("o", Stage.of("nobody-serves-it")), Policy.NONE);
  private static final Submission SUBMISSION =
      Submission.of(Direction.IN, "Service", "<x/>".getBytes(StandardCharsets.UTF_8));

  private QueueFixture() {}

  /** An empty queue, first come first served. */
  static IMQueue queue(int bound) {
    return new IMQueue(bound, new Selection.FirstCome().policy(() -> 1));
  }

  static DHMContext message(int number) {
    DHMContext message =
        new DHMContext(
            id(number),
            SUBMISSION,
            PLAN,
            DHManagerConfig.DEFAULT,
            Classification.NONE,
            Durability.NONE,
            0);
    message.waits(4, Long.MAX_VALUE / 2, false);
    return message;
  }

  static Optional<DHMContext> poll(IMQueue queue) {
    return queue.poll(0, 1, new Slots.Usage());
  }

  static MessageId id(int number) {
    return new MessageId(0, number);
  }
}
