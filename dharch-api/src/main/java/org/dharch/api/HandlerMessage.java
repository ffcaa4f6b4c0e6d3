package org.dharch.api;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A message as a handler sees it. Immutable; several handlers may look at the same one at once.
 *
 * @param id the message's id
 * @param attempt which attempt this is, from 1
 * @param envelope the SOAP envelope in UTF-8; shared, must not be written to
 * @param properties what travels beside the envelope; see {@link org.dharch.api.SoapProperties}
 * @param processed the header blocks already marked as processed
 * @param completionCallback whether the handler will be told how the message ended
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

  /** A message of whose end its handler is not told, and for which it has all the time. */
  public HandlerMessage(
      MessageId id,
      int attempt,
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed) {
    this(id, attempt, envelope, properties, processed, false, () -> Long.MAX_VALUE);
  }

  /**
   * How much is left now of the handler's time to finish; zero if nothing is. Then the message may
   * have been given up, and begun elsewhere: a stateful handler had better look right before it
   * does what cannot be compensated, since a process that was stopped meanwhile hears of nothing
   * else.
   */
  public Duration timeLeft() {
    return Duration.ofNanos(Math.max(0, nanosLeft.getAsLong()));
  }

  /**
   * What the HTTP header {@code dharch-within} is to say of each call of a service that the handler
   * makes and waits for: the message's id and how deep the call is, one deeper than the message. By
   * that such calls go on whatever handlers that wait hold meanwhile (seed 002, section 3.2).
   */
  public String within() {
    Object depth = properties.get(MessageProperties.CALL_DEPTH).orElse(0);
    return id + "/" + (depth instanceof Integer said ? said + 1 : 1);
  }

  /** The envelope as text. */
  public String text() {
    return new String(envelope, StandardCharsets.UTF_8);
  }
}
