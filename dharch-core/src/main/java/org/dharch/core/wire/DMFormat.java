package org.dharch.core.wire;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/**
 * DHArch Messaging Format (seed 000, section 3.1.1): the unit of transport between the manager and
 * the nodes. A 128-bit id, properties and a payload. With a message's envelope as the payload,
 * separate control data describe the tasks, so that the envelope is neither moved nor parsed for
 * that. Immutable and safe for any thread; the arrays are shared, not copied, and must not be
 * written to.
 *
 * <p>A DMFormat made from another object, such as a task batch or a reply, is encoded only when its
 * properties or its payload are requested: a transport inside one JVM never requests them, and the
 * other end takes the original object.
 */
public final class DMFormat {
  private static final byte[] NONE = {};

  private final MessageId id;
  private final FrameKind kind; // null if it is in the content
  private final Object origin;
  private final Function<Object, Content> writer;
  private volatile Content content;

  /**
   * The content after the id.
   *
   * @param properties what the receiver needs before it reads the rest
   * @param control bytes in the layout of this kind, read by its own format only
   * @param payload the payload
   */
  public record Content(MessageProperties properties, byte[] control, byte[] payload) {
    public Content {
      Objects.requireNonNull(properties, "properties");
      Objects.requireNonNull(control, "control");
      Objects.requireNonNull(payload, "payload");
    }

    /** Returns content without control data. */
    static Content of(MessageProperties properties, byte[] payload) {
      return new Content(properties, NONE, payload);
    }
  }

  private DMFormat(
      MessageId id,
      FrameKind kind,
      Object origin,
      Function<Object, Content> writer,
      Content content) {
    this.id = Objects.requireNonNull(id, "id");
    this.kind = kind;
    this.origin = origin;
    this.writer = writer;
    this.content = content;
  }

  /** A received message. */
  public DMFormat(MessageId id, Content content) {
    this(id, null, Optional.empty(), nothing -> null, Objects.requireNonNull(content, "content"));
  }

  /** Returns a message without control data. */
  public static DMFormat of(MessageId id, MessageProperties properties, byte[] payload) {
    return new DMFormat(id, Content.of(properties, payload));
  }

  /** A message that is made of {@code origin}, which must be immutable, when it has to be. */
  public static <T> DMFormat of(
      MessageId id, FrameKind kind, T origin, Function<T, Content> writer) {
    @SuppressWarnings("unchecked") // origin is a T, and nothing else is ever passed
    Function<Object, Content> any = (Function<Object, Content>) writer;
    return new DMFormat(id, kind, Objects.requireNonNull(origin, "origin"), any, null);
  }

  /** Whose message this is about; a heartbeat has an id of its own. */
  public MessageId id() {
    return id;
  }

  /** Does not encode a message that is made from another object. */
  public FrameKind kind() {
    return kind != null ? kind : FrameKind.of(properties().get(WireProperties.KIND).orElse(null));
  }

  public MessageProperties properties() {
    return content().properties();
  }

  public byte[] control() {
    return content().control();
  }

  public byte[] payload() {
    return content().payload();
  }

  /** The object from which it was made in this JVM, if it is a {@code T}. */
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
        && Arrays.equals(control(), that.control())
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
