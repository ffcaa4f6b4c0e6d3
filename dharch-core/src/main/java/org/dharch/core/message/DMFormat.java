package org.dharch.core.message;

import java.util.Objects;

/**
 * DHArch Messaging Format (seed 000, section 3.1.1): what travels between the manager and the
 * nodes. A 128-bit id, properties and a payload. Immutable; the payload array is shared, not
 * copied, and must not be written to.
 *
 * @param id whose message this is about; a heartbeat has an id of its own
 * @param properties what the receiver needs to know before it looks at the payload
 * @param payload the bytes, never null
 */
public record DMFormat(MessageId id, MessageProperties properties, byte[] payload) {
  public DMFormat {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(properties, "properties");
    Objects.requireNonNull(payload, "payload");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DMFormat that
        && id.equals(that.id)
        && properties.equals(that.properties)
        && java.util.Arrays.equals(payload, that.payload);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "DMFormat[" + id + ", " + properties + ", " + payload.length + " bytes]";
  }
}
