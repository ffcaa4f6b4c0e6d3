package org.dharch.core.message;

import java.util.Objects;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;

/**
 * The content of a message, which handlers read and change.
 *
 * @param envelope the SOAP envelope in UTF-8; shared, read-only
 * @param properties the data that travels with the envelope
 * @param processed the header blocks marked as processed, named as in {@code envelope}
 */
public record MessageContent(
    byte[] envelope, MessageProperties properties, Set<HeaderRef> processed) {
  public MessageContent {
    Objects.requireNonNull(envelope, "envelope");
    Objects.requireNonNull(properties, "properties");
    processed = Set.copyOf(processed);
  }

  /** Returns content without properties and processed header blocks. */
  public static MessageContent of(byte[] envelope) {
    return new MessageContent(envelope, MessageProperties.empty(), Set.of());
  }

  public MessageContent with(MessageProperties others) {
    return new MessageContent(envelope, others, processed);
  }
}
