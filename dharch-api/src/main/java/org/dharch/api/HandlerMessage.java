package org.dharch.api;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A message as a handler receives it. Immutable; several handlers may read the same one in
 * parallel.
 *
 * @param id the message's id
 * @param attempt the number of this attempt, from 1
 * @param envelope the SOAP envelope in UTF-8; shared, must not be written to
 * @param properties the data that travels with the envelope; see {@link
 *     org.dharch.api.SoapProperties}
 * @param processed the header blocks already marked as processed
 * @param completionCallback whether the handler will be notified of the message's end
 * @param nanosLeft see {@link #timeLeft()}
 */
public record HandlerMessage(
    MessageId id,
    int attempt,
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    boolean completionCallback,
    LongSupplier nanosLeft) {
  public HandlerMessage {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(properties, "properties");
    processed = Set.copyOf(processed);
    Objects.requireNonNull(nanosLeft, "nanosLeft");
  }

  /** Creates a message without a completion callback and without a time limit. */
  public static HandlerMessage of(
      MessageId id,
      int attempt,
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed) {
    return new HandlerMessage(
        id, attempt, envelope, properties, processed, false, () -> Long.MAX_VALUE);
  }

  /**
   * Returns how much of the handler's time to finish is left now; zero if none. Then the manager
   * may have given up the message and started it elsewhere. A stateful handler should check this
   * right before an effect that cannot be compensated: a process that was suspended gets no other
   * signal.
   */
  public Duration timeLeft() {
    return Duration.ofNanos(Math.max(0, nanosLeft.getAsLong()));
  }

  /**
   * Returns the value for the HTTP header {@code dharch-within} of each service call that the
   * handler makes and waits for: the message's id and the depth of the call, one deeper than the
   * message. With this header such calls can proceed while waiting handlers hold all other capacity
   * (seed 002, section 3.2).
   */
  public String within() {
    Object depth = properties.get(MessageProperties.CALL_DEPTH).orElse(0);
    return id + "/" + (depth instanceof Integer parent ? parent + 1 : 1);
  }

  public String text() {
    return new String(envelope, StandardCharsets.UTF_8);
  }
}
