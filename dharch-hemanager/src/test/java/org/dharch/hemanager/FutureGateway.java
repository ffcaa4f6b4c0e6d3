package org.dharch.hemanager;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.concurrent.CompletableFuture;
import org.dharch.core.DHManager;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.spi.Gateway;

/** A container that only waits for the end. */
final class FutureGateway implements Gateway<CompletableFuture<Outcome>> {
  /** Hands {@code message} in, which must be accepted; the end comes with the answer. */
  static CompletableFuture<Outcome> send(DHManager manager, Submission message) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    assertInstanceOf(
        Admission.Accepted.class, manager.admit(new FutureGateway(), outcome, message));
    return outcome;
  }

  @Override
  public void completed(CompletableFuture<Outcome> context, Outcome.Completed outcome) {
    context.complete(outcome);
  }

  @Override
  public void failed(CompletableFuture<Outcome> context, Outcome.Failed outcome) {
    context.complete(outcome);
  }

  @Override
  public void responded(CompletableFuture<Outcome> context, Outcome.Responded outcome) {
    context.complete(outcome);
  }
}
