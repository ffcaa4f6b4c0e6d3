package org.dharch.ws.rm;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.UUID;

/**
 * The name of a sequence, wsrm:Identifier: an absolute URI that only its sink has to understand.
 * Two are the same if they are the same character by character (WS-ReliableMessaging 1.2, section
 * 3.4).
 *
 * @param value at most {@value #MAX_LENGTH} characters
 */
public record SequenceId(String value) {
  /** How long one may be: what a store's key has room for. */
  public static final int MAX_LENGTH = 256;

  /**
   * @throws IllegalArgumentException if it is no absolute URI or too long; the message says which
   */
  public SequenceId {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a sequence's identifier is empty");
    }
    if (value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a sequence's identifier must have at most "
              + MAX_LENGTH
              + " characters (got "
              + value.length()
              + ")");
    }
    try {
      if (!new URI(value).isAbsolute()) {
        throw new IllegalArgumentException(
            "a sequence's identifier is no absolute URI: \"" + value + '"');
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("a sequence's identifier is no URI: " + e.getMessage(), e);
    }
  }

  /** {@code urn:uuid:…}, as the specification's examples and most peers make theirs. */
  public static SequenceId of(UUID id) {
    return new SequenceId("urn:uuid:" + id);
  }

  @Override
  public String toString() {
    return value;
  }
}
