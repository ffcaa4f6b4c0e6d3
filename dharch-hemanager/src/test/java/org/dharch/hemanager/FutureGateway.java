package org.dharch.hemanager;

import java.util.concurrent.CompletableFuture;
import org.dharch.core.message.Outcome;
import org.dharch.core.spi.Gateway;

/** A container that only waits for the end. */
final class FutureGateway implements Gateway<CompletableFuture<Outcome>> {
  @Override
  public void completed(CompletableFuture<Outcome> context, Outcome.Completed outcome) {
    context.complete(outcome);
  }

  @Override
  public void halted(CompletableFuture<Outcome> context, Outcome.Halted outcome) {
    context.complete(outcome);
  }
}
