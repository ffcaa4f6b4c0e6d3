package org.dharch.core;

import java.nio.charset.StandardCharsets;
import org.dharch.core.message.MessageId;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Policy;
import org.dharch.core.orchestration.Stage;

/** Messages for the queues, each another one. */
final class Waiting {
  private static final HandlerOrchestrationManager.Plan PLAN =
      new HandlerOrchestrationManager.Plan(
          Orchestration.of("o", Stage.of("nobody-serves-it")), Policy.NONE);
  private static final Submission SUBMISSION =
      Submission.of(Flow.IN, "Service", "<x/>".getBytes(StandardCharsets.UTF_8));

  private Waiting() {}

  static DHMContext message(int number) {
    return new DHMContext(id(number), SUBMISSION, PLAN, DHManagerConfig.DEFAULT, 0);
  }

  static MessageId id(int number) {
    return new MessageId(0, number);
  }
}
