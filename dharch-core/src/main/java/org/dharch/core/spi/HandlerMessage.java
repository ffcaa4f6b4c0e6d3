package org.dharch.core.spi;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import org.dharch.core.message.HeaderRef;
import org.dharch.core.message.MessageId;
import org.dharch.core.message.MessageProperties;

/**
 * A message as a handler sees it. Immutable; several handlers may look at the same one at once.
 *
 * @param id the message's id
 * @param attempt which attempt this is, from 1
 * @param envelope the SOAP envelope in UTF-8; shared, must not be written to
 * @param properties what travels beside the envelope; see {@link
 *     org.dharch.core.message.SoapProperties}
 * @param processed the header blocks already marked as processed
 * @param hearsEnd whether the handler will be told how the message ended
 */
public record HandlerMessage(
    MessageId id,
    int attempt,
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    boolean hearsEnd) {
  public HandlerMessage {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(properties, "properties");
    processed = Set.copyOf(processed);
  }

  /** A message of whose end its handler is not told. */
  public HandlerMessage(
      MessageId id,
      int attempt,
      byte[] envelope,
      MessageProperties properties,
      Set<HeaderRef> processed) {
    this(id, attempt, envelope, properties, processed, false);
  }

  /** The envelope as text. */
  public String text() {
    return new String(envelope, StandardCharsets.UTF_8);
  }
}
