package org.dharch.core.orchestration;

import java.util.Objects;
import java.util.Optional;

/**
 * The rules for the failures of a handler.
 *
 * @param mustPerform whether a failure halts the message (true) or is skipped
 * @param retry how a failed attempt is repeated
 * @param atomicity the effects of a failed attempt
 * @param compensator the handler that compensates it when the message halts, and before a
 *     quasi-atomic one is tried again
 */
public record FailureRules(
    boolean mustPerform, RetryPolicy retry, Atomicity atomicity, Optional<String> compensator) {
  /** The rules of a stateless handler that must perform and is not retried. */
  public static final FailureRules DEFAULT =
      new FailureRules(true, RetryPolicy.NONE, Atomicity.STATELESS, Optional.empty());

  public FailureRules {
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(atomicity, "atomicity");
    Objects.requireNonNull(compensator, "compensator");
  }

  /** Returns the contradiction within these rules. */
  Optional<String> contradiction() {
    if (atomicity == Atomicity.STATELESS && compensator.isPresent()) {
      return Optional.of("must be atomic or quasi-atomic, because it has a compensator");
    }
    if (atomicity == Atomicity.QUASI_ATOMIC && compensator.isEmpty()) {
      return Optional.of("must have a compensator, because it is quasi-atomic");
    }
    if (atomicity == Atomicity.NON_ATOMIC && compensator.isPresent()) {
      return Optional.of("must have no compensator, because it is non-atomic");
    }
    return atomicity == Atomicity.NON_ATOMIC && retry.retries() > 0
        ? Optional.of("must have retries=0, because it is non-atomic (got " + retry.retries() + ")")
        : Optional.empty();
  }
}
