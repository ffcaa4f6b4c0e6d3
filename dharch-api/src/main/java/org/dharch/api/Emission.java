package org.dharch.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A message that a handler sends on its own initiative: a retransmission, a notification, a
 * delivery from its store. It is not durable: the emitter keeps it until {@link DHHandler#emitted}
 * reports the outcome, at most once. Immutable; the byte array is not copied and must not be
 * written to once handed over.
 *
 * @param id its id for {@link DHHandler#emitted}; new for each emission
 * @param target its destination
 * @param action its SOAPAction, or WS-Addressing action; empty if it has none
 * @param envelope the SOAP envelope in UTF-8, within {@link Limits}
 * @param properties the data that travels with the envelope, within {@link Limits}
 * @param orchestration the orchestration that it follows; the rules' choice if empty
 * @param deadline how long it may take, including waiting; more than zero. After that it is
 *     dropped, possibly without a report
 */
public record Emission(
    MessageId id,
    Target target,
    String action,
    byte[] envelope,
    MessageProperties properties,
    Optional<String> orchestration,
    Duration deadline) {
  /** The bound on emissions in one result. */
  public static final int MAX_PER_RESULT = 1_000;

  /** The longest deadline of an emission. */
  public static final Duration MAX_DEADLINE = Duration.ofHours(24);

  public Emission {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(orchestration, "orchestration");
    if (deadline.isZero() || deadline.isNegative() || deadline.compareTo(MAX_DEADLINE) > 0) {
      throw new IllegalArgumentException(
          "deadline must be positive and at most " + MAX_DEADLINE + " (got " + deadline + ")");
    }
  }
}
