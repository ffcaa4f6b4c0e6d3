package org.dharch.cmanager.frame;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.WireProperties;

/** DMFormats to bytes, and frames back to DMFormats. Safe for any thread. */
public final class Codec {
  /** How long a message is of use if it does not say. */
  public static final Duration DEFAULT_TTL = Duration.ofSeconds(60);

  /** Receives decoded frames at one end. */
  public interface Reader {
    /**
     * Whether the frame is for this end, and new; called before anything in it is read.
     *
     * @throws ForgedFrameException if it is not and that is to be said
     */
    boolean takes(FrameHeader header);

    /** A DMFormat from a frame that it takes. */
    void read(FrameHeader header, DMFormat message);

    /** A frame with a valid signature that cannot be decoded. */
    void malformed(String reason);

    /** A frame with an invalid signature. */
    void forged(String reason);

    /** Something encrypted where nothing may be, or the other way round; not looked into. */
    default void otherGuard(String reason) {
      forged(reason);
    }
  }

  /** How long {@code message} is of use, by what it says. */
  public static Duration ttl(DMFormat message) {
    return message.properties().get(WireProperties.REMAINING_NANOS).orElse(null)
            instanceof Long nanos
        ? Duration.ofNanos(Math.max(1, nanos))
        : DEFAULT_TTL;
  }

  private final DMFormatCodec codec;
  private final int maxBytes;

  public Codec(JmsOptions options) {
    this.maxBytes = options.maxFrameSize() - Frame.OVERHEAD;
    // whether a payload is too large is for the manager and the nodes to say: here it is carried
    this.codec = new DMFormatCodec(options.limits().maxPayloadBytes(Math.max(1, maxBytes)));
  }

  /**
   * {@code message} for an outbox; its payload is not copied.
   *
   * @throws MalformedMessageException if it is past a limit, or the broker would cut the connection
   */
  public Outbox.OutgoingItem encode(DMFormat message, Duration timeToLive) {
    return encode(message, timeToLive, () -> {});
  }

  /** As {@link #encode(DMFormat, Duration)}, and {@code left} is run when it has been sent. */
  public Outbox.OutgoingItem encode(DMFormat message, Duration timeToLive, Runnable left) {
    byte[] head = codec.head(message);
    byte[] payload = message.payload();
    long expiresAt = System.nanoTime() + timeToLive.toNanos();
    Outbox.OutgoingItem item =
        new Outbox.OutgoingItem(message.id(), head, payload, expiresAt, left);
    if (item.size() > maxBytes) {
      throw new MalformedMessageException(
          "a message must have at most maxFrameSize="
              + (maxBytes + Frame.OVERHEAD)
              + " bytes (got "
              + item.size()
              + ")");
    }
    return item;
  }

  /** ActiveMQ's own compression, if enabled, states the uncompressed size. */
  private void checkInflated(Message message) {
    if (message instanceof ActiveMQMessage active && active.isCompressed()) {
      ByteSequence content = active.getContent();
      int bytes =
          content == null || content.getLength() < Integer.BYTES
              ? -1
              : ByteBuffer.wrap(content.getData(), content.getOffset(), Integer.BYTES).getInt();
      if (bytes < 0 || bytes > maxBytes) {
        throw new ForgedFrameException("a compressed message is too large: " + bytes + " bytes");
      }
    }
  }

  /**
   * The DMFormat in an item of a frame that was opened.
   *
   * @throws MalformedMessageException if it holds none
   */
  public DMFormat decode(Frame.Item item) {
    return codec.decode(item.head(), item.payload());
  }

  /** Hands {@code reader} what is in {@code message}, one after another. */
  public void decode(Message message, FrameGuard guard, Reader reader) {
    Frame.Opened frame;
    try {
      checkInflated(message);
      frame = Frame.open(message, guard);
      if (!reader.takes(frame.header())) {
        return;
      }
    } catch (OtherGuardException e) {
      reader.otherGuard(e.getMessage());
      return;
    } catch (JMSException | MalformedMessageException | ForgedFrameException e) {
      reader.forged(String.valueOf(e.getMessage()));
      return;
    }
    for (Frame.Item item : frame.items()) {
      try {
        reader.read(frame.header(), decode(item));
      } catch (MalformedMessageException e) {
        reader.malformed(String.valueOf(e.getMessage()));
      } catch (ForgedFrameException e) {
        reader.forged(String.valueOf(e.getMessage()));
      }
    }
  }
}
