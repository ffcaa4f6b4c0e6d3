package org.dharch.core;

import java.time.Duration;
import org.dharch.api.MessageId;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.context.DHMContext;
import org.dharch.core.context.DHMContext.Classification;
import org.dharch.core.context.DHMContext.Durability;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.orchestration.rule.Policy;

/** Messages for the queues, without a manager; they arrive at 0. */
public final class WaitingMessage {
  private static final Assignment PLAN =
      new Assignment(Orchestration.of("o", Stage.of("nobody-serves-it")), Policy.NONE);
  private static final Submission SUBMISSION =
      Submission.of(Direction.IN, "Service", Bench.ENVELOPE);

  private WaitingMessage() {}

  public static MessageId id(int number) {
    return new MessageId(0, number);
  }

  public static DHMContext of(int number, String group) {
    return of(number, group, DHManagerConfig.DEFAULT);
  }

  public static DHMContext of(int number, String group, DHManagerConfig config) {
    return new DHMContext(
        id(number), SUBMISSION, PLAN, config, new Classification("", group, 0), Durability.NONE, 0);
  }

  /** A message that may wait for {@code limit}. */
  public static DHMContext place(int number, String group, Duration limit, boolean early) {
    DHMContext message = of(number, group);
    message.waits(4, limit.toNanos(), early);
    return message;
  }
}
