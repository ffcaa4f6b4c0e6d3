package org.dharch.core.message;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32C;
import org.dharch.api.HeaderRef;

/**
 * Checksum of a message. A node reports the fingerprint of the message that it processed, and its
 * manager compares it with its own. It detects accidental corruption in transit; signed frames
 * protect against attackers. Stateless; thread-safe.
 */
public final class Fingerprint {
  /** That of no message. */
  public static final long NONE = 0;

  private Fingerprint() {}

  /** That of this message, which is not {@link #NONE}; the same in every process. */
  public static long of(MessageContent message) {
    CRC32C bytes = new CRC32C();
    bytes.update(message.envelope());
    long rest = 0; // neither of both has an order
    for (Map.Entry<String, Object> property : message.properties().asMap().entrySet()) {
      Object value = property.getValue();
      rest += code(property.getKey() + "=" + value.getClass().getName() + ":" + value);
    }
    for (HeaderRef header : message.processed()) {
      rest += code(header.name() + "#" + header.occurrence());
    }
    long both = (bytes.getValue() << Integer.SIZE) ^ ((rest * 0x9e3779b97f4a7c15L) >>> 1);
    return both == NONE ? 1 : both;
  }

  private static long code(String text) {
    CRC32C code = new CRC32C();
    code.update(text.getBytes(StandardCharsets.UTF_8));
    return code.getValue();
  }
}
