package org.dharch.ws.rm;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.UUID;

/**
 * The wsrm:Identifier of a sequence: an absolute URI that is compared character by character
 * (WS-ReliableMessaging 1.2, section 3.4).
 *
 * @param value at most {@value #MAX_LENGTH} characters
 */
public record SequenceId(String value) {
  /** The maximum length, determined by the key size of stores. */
  public static final int MAX_LENGTH = 256;

  /**
   * @throws IllegalArgumentException if it is not an absolute URI or too long
   */
  public SequenceId {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a sequence's identifier must not be empty");
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
            "a sequence's identifier must be an absolute URI (got '" + value + "')");
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "a sequence's identifier must be a URI: " + e.getMessage(), e);
    }
  }

  /** Creates the identifier {@code urn:uuid:…}. */
  public static SequenceId of(UUID id) {
    return new SequenceId("urn:uuid:" + id);
  }

  @Override
  public String toString() {
    return value;
  }
}
