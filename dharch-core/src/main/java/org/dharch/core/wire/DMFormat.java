package org.dharch.core.wire;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * DHArch Messaging Format (seed 000, section 3.1.1): what travels between the manager and the
 * nodes. A 128-bit id, properties and a payload. Immutable and safe for any thread; the payload
 * array is shared, not copied, and must not be written to.
 *
 * <p>One that is made of something else, a work or a reply, is written only when its properties or
 * its payload are asked for: a transport inside one JVM never asks, and the other end takes back
 * what it was made of.
 */
public final class DMFormat {
  private final MessageId id;
  private final Object origin;
  private final Function<Object, Content> writer;
  private volatile Content content;

  /**
   * What is behind the id.
   *
   * @param properties what the receiver needs to know before it looks at the payload
   * @param payload the bytes
   */
  public record Content(MessageProperties properties, byte[] payload) {
    public Content {
      Objects.requireNonNull(properties, "properties");
      Objects.requireNonNull(payload, "payload");
    }
  }

  private DMFormat(MessageId id, Object origin, Function<Object, Content> writer, Content content) {
    this.id = Objects.requireNonNull(id, "id");
    this.origin = origin;
    this.writer = writer;
    this.content = content;
  }

  /** A message as it came off the wire. */
  public DMFormat(MessageId id, MessageProperties properties, byte[] payload) {
    this(id, Optional.empty(), nothing -> null, new Content(properties, payload));
  }

  /** A message that is made of {@code origin}, which must be immutable, when it has to be. */
  public static <T> DMFormat of(MessageId id, T origin, Function<T, Content> writer) {
    @SuppressWarnings("unchecked") // origin is a T, and nothing else is ever passed
    Function<Object, Content> any = (Function<Object, Content>) writer;
    return new DMFormat(id, Objects.requireNonNull(origin, "origin"), any, null);
  }

  /** Whose message this is about; a heartbeat has an id of its own. */
  public MessageId id() {
    return id;
  }

  public MessageProperties properties() {
    return content().properties();
  }

  public byte[] payload() {
    return content().payload();
  }

  /** What it was made of in this JVM, if it is a {@code T}. */
  public <T> Optional<T> origin(Class<T> type) {
    return type.isInstance(origin) ? Optional.of(type.cast(origin)) : Optional.empty();
  }

  private Content content() {
    Content written = content;
    if (written == null) {
      written = writer.apply(origin);
      content = written; // two threads may write it, both the same
    }
    return written;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DMFormat that
        && id.equals(that.id)
        && properties().equals(that.properties())
        && Arrays.equals(payload(), that.payload());
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "DMFormat[" + id + ", " + properties() + ", " + payload().length + " bytes]";
  }
}
