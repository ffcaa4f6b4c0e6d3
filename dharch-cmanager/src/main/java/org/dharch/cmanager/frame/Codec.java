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

/** Encodes DMFormats to items, and decodes frames. Safe for any thread. */
public final class Codec {
  /** The default time to live of a message. */
  public static final Duration DEFAULT_TTL = Duration.ofSeconds(60);

  /** Receives decoded frames at one end. */
  public interface Reader {
    /**
     * Returns whether the frame is for this end, and new; called before anything in it is read.
     *
     * @throws ForgedFrameException if it is not, and that is to be logged
     */
    boolean takes(FrameHeader header);

    /** Receives a DMFormat of an accepted frame. */
    void read(FrameHeader header, DMFormat message);

    /** Called for a frame with a valid signature that cannot be decoded. */
    void malformed(String reason);

    /** Called for a frame with an invalid signature. */
    void forged(String reason);

    /**
     * Called for an unread frame of an end with another encryption setting or key.
     *
     * @param sender the claimed sender; not verified
     */
    default void otherGuard(String sender, String reason) {
      forged(reason);
    }
  }

  /** Returns the time to live of {@code message}. */
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
    // The manager and the nodes enforce the payload limit; here payloads of any size are carried.
    this.codec = new DMFormatCodec(options.limits().maxPayloadBytes(Math.max(1, maxBytes)));
  }

  /**
   * Encodes {@code message} for an outbox; its payload is not copied.
   *
   * @throws MalformedMessageException if it is past a limit, or the broker would cut the connection
   */
  public Outbox.OutgoingItem encode(DMFormat message, Duration timeToLive) {
    return encode(message, timeToLive, () -> {});
  }

  /** As {@link #encode(DMFormat, Duration)}; runs {@code left} when it has been sent or dropped. */
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
   * Decodes one item of an opened frame.
   *
   * @throws MalformedMessageException if it holds no DMFormat
   */
  public DMFormat decode(Frame.Item item) {
    return codec.decode(item.head(), item.payload());
  }

  /** Passes the DMFormats in {@code message} to {@code reader}, in order. */
  public void decode(Message message, FrameGuard guard, Reader reader) {
    Frame.Opened frame;
    try {
      checkInflated(message);
      frame = Frame.open(message, guard);
      if (!reader.takes(frame.header())) {
        return;
      }
    } catch (OtherGuardException e) {
      reader.otherGuard(e.sender(), e.getMessage());
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
