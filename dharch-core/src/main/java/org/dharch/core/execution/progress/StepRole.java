package org.dharch.core.execution.progress;

import java.time.Duration;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.RetryPolicy;

/** The purpose of a step. */
public enum StepRole {
  /** Performs a handler. */
  PERFORM,
  /** Runs the compensator of the step's target. */
  COMPENSATE,
  /** Notifies the handler of the step's target of the message's end. */
  NOTIFY;

  private static final RetryPolicy COMPENSATOR_RETRY =
      new RetryPolicy(3, Duration.ofMillis(50), Duration.ofSeconds(1));

  /** The entry of a step with this role for a handler with the entry {@code of}. */
  public HandlerEntry entry(HandlerEntry of) {
    return switch (this) {
      case PERFORM -> of;
      case COMPENSATE ->
          HandlerEntry.of(of.failures().compensator().orElseThrow())
              .mustPerform(false)
              .atomicity(Atomicity.ATOMIC)
              .retry(COMPENSATOR_RETRY);
      case NOTIFY -> HandlerEntry.of(of.name()).mustPerform(false);
    };
  }
}
