package org.dharch.cmanager.frame;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.util.ByteSequence;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormatCodec;

/**
 * One or several DMFormats in a BytesMessage. Uses the types of {@link
 * org.dharch.core.wire.bytes.WireWriter}, which are JMS's own too:
 *
 * <pre>
 *  field      type                                     bound
 *  header     {@link FrameHeader}                              its own
 *  count      2 bytes                                  1 to 64, and see {@link #MAX_BYTES}
 *  items, each:
 *    head     bytes: {@link DMFormatCodec#head}                the remaining bytes
 *    payload  bytes                                    the remaining bytes
 *  tag        {@link SignedFrames}; in {@link EncryptedFrames} everything after the header differs
 * </pre>
 *
 * <p>A call has only a header. The payload is separate so that it is copied once at each end. Of a
 * frame with an invalid signature only the header is read, which names the key.
 */
public final class Frame {
  /** A frame with this many items is sent at once. */
  public static final int MAX_ITEMS = 64;

  /** The size at which a frame is closed, unless a single item is larger. */
  public static final int MAX_BYTES = JmsOptions.FRAME_BYTES;

  /** An upper bound on the bytes of a frame besides its items, including JMS's own. */
  static final int OVERHEAD = 4096;

  /** One item as received. */
  public record Item(byte[] head, byte[] payload) {}

  private Frame() {}

  /** A frame with a valid signature. */
  public record Opened(FrameHeader header, List<Item> items) {}

  /** Writes a frame with {@code guard}, which must match the header's encryption flag. */
  public static void write(
      BytesMessage message, FrameHeader header, FrameGuard guard, List<Outbox.OutgoingItem> items)
      throws JMSException {
    if (header.way() == FrameHeader.Way.CALL) {
      message.writeBytes(header.bytes());
    } else {
      guard.write(header, items).into(message);
    }
  }

  /** Reads the header of a call, which is unsigned and only requests a heartbeat. */
  public static FrameHeader readCall(Message message) throws JMSException {
    FrameHeader header = FrameHeader.read(body(message));
    if (header.way() != FrameHeader.Way.CALL) {
      throw new MalformedMessageException(
          "the frame must be a call (got a " + header.shown() + ")");
    }
    return header;
  }

  /**
   * Reads {@code message}.
   *
   * @throws ForgedFrameException if its signature is invalid; only its header was read
   * @throws MalformedMessageException if it is no frame, and so has no signature
   */
  public static Opened open(Message message, FrameGuard guard) throws JMSException {
    ByteBuffer bytes = body(message);
    FrameHeader header = FrameHeader.read(bytes);
    if (header.way() == FrameHeader.Way.CALL) {
      throw new ForgedFrameException("the frame must be signed or encrypted (got a call)");
    }
    if (header.encrypted() != guard.encrypts()) {
      throw OtherGuardException.encryption(header);
    }
    return new Opened(header, guard.open(bytes, header));
  }

  /** Returns the body of {@code message}, if possible without a copy; read-only. */
  private static ByteBuffer body(Message message) throws JMSException {
    if (!(message instanceof BytesMessage bytes)) {
      throw new MalformedMessageException(
          "a JMS message must be a BytesMessage (got a "
              + message.getClass().getSimpleName()
              + ")");
    }
    if (message instanceof ActiveMQBytesMessage active && !active.isCompressed()) {
      ByteSequence content = active.getContent();
      if (content != null) {
        return ByteBuffer.wrap(content.data, content.offset, content.length);
      }
    }
    byte[] copy = new byte[Math.toIntExact(bytes.getBodyLength())];
    bytes.readBytes(copy);
    return ByteBuffer.wrap(copy);
  }
}
