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
 */
public record HandlerMessage(
    MessageId id,
    int attempt,
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed) {
  public HandlerMessage {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(properties, "properties");
    processed = Set.copyOf(processed);
  }

  /** The envelope as text. */
  public String text() {
    return new String(envelope, StandardCharsets.UTF_8);
  }
}
