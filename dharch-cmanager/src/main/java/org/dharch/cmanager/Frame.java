package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormatCodec;

/**
 * Several DMFormats in one BytesMessage; also a single one travels so. In the types of {@link
 * org.dharch.core.wire.WireWriter}, which JMS's own are too:
 *
 * <pre>
 *  field      type                                     bound
 *  header     {@link FrameHeader}                              its own
 *  count      2 bytes                                  1 to 64, and see {@link #MAX_BYTES}
 *  items, each:
 *    head     bytes: {@link DMFormatCodec#head}                what is there
 *    payload  bytes                                    what is there
 *  seal       32 octets: HMAC-SHA-256 of all before, with the node's key; not in a call
 * </pre>
 *
 * The payload stands apart so that it is copied once at each end. Of a frame whose seal does not
 * hold only the header was read, for it says whose key it is; and that the seal is looked at, the
 * frame passes through a buffer that a thread keeps. Reading checks every length against what is
 * there before anything is allocated for it.
 */
final class Frame {
  /** More than this never waits for company. */
  static final int MAX_ITEMS = 64;

  /** A frame is closed before it grows past this, unless a single item is larger. */
  static final int MAX_BYTES = 64 << 10;

  /** What the frame takes beside its items, and JMS beside the frame; generous. */
  static final int OVERHEAD = 4096;

  private static final int COUNT = 2;
  private static final int BUFFER = 8192;
  private static final ThreadLocal<byte[]> BUFFERS =
      ThreadLocal.withInitial(() -> new byte[BUFFER]);

  /** One item as it came. */
  record Item(byte[] head, byte[] payload) {}

  private Frame() {}

  /** A frame whose seal holds. */
  record Opened(FrameHeader header, List<Item> items) {}

  /** Writes a frame with the seal of the node that {@code header} names. */
  static void write(
      BytesMessage message, FrameHeader header, KeyRing keys, List<Outbox.OutgoingItem> items)
      throws JMSException {
    if (header.way() == FrameHeader.Way.CALL) {
      message.writeBytes(header.bytes());
      return;
    }
    Mac mac = key(header, keys).mac();
    byte[] begin = header.bytes();
    byte[] count = ByteBuffer.allocate(COUNT).putShort((short) items.size()).array();
    write(message, begin, mac);
    write(message, count, mac);
    for (Outbox.OutgoingItem item : items) {
      writeBlock(message, item.head(), mac);
      writeBlock(message, item.payload(), mac);
    }
    message.writeBytes(mac.doFinal());
  }

  private static void writeBlock(BytesMessage message, byte[] block, Mac mac) throws JMSException {
    write(message, ByteBuffer.allocate(Integer.BYTES).putInt(block.length).array(), mac);
    write(message, block, mac);
  }

  private static void write(BytesMessage message, byte[] bytes, Mac mac) throws JMSException {
    message.writeBytes(bytes);
    mac.update(bytes);
  }

  private static FrameKey key(FrameHeader header, KeyRing keys) {
    String node = header.node();
    return keys.node(node)
        .orElseThrow(
            () -> new ForgedFrameException("a frame for or of node '" + node + "', no key of it"));
  }

  /** Who calls: of a frame that asks for nothing but a heartbeat, and that nothing vouches for. */
  static FrameHeader readCall(Message message) throws JMSException {
    FrameHeader header = FrameHeader.read(bytes(message));
    if (header.way() != FrameHeader.Way.CALL) {
      throw new MalformedMessageException("a " + header.shown() + "; a call is allowed here");
    }
    return header;
  }

  /**
   * What is in {@code message}.
   *
   * @throws ForgedFrameException if its seal does not hold; then nothing but its header was read
   * @throws MalformedMessageException if it is no frame; then nothing vouches for it, either
   */
  static Opened open(Message message, KeyRing keys) throws JMSException {
    BytesMessage bytes = bytes(message);
    FrameHeader header = FrameHeader.read(bytes);
    if (header.way() == FrameHeader.Way.CALL) {
      throw new ForgedFrameException("a call where sealed frames come");
    }
    FrameKey key = key(header, keys);
    bytes.reset();
    if (!MessageDigest.isEqual(code(bytes, key.mac()), seal(bytes))) {
      throw new ForgedFrameException("the seal on a " + header.shown() + " is not the system's");
    }
    bytes.reset();
    FrameHeader.read(bytes);
    return new Opened(header, items(bytes, header.bytes().length));
  }

  private static BytesMessage bytes(Message message) {
    if (message instanceof BytesMessage bytes) {
      return bytes;
    }
    throw new MalformedMessageException(
        "a JMS message that is no BytesMessage but a " + message.getClass().getSimpleName());
  }

  /** The code of all but the seal. */
  private static byte[] code(BytesMessage bytes, Mac mac) throws JMSException {
    byte[] buffer = BUFFERS.get();
    long left = bytes.getBodyLength() - FrameKey.BYTES;
    while (left > 0) {
      int read = bytes.readBytes(buffer, (int) Math.min(left, BUFFER));
      if (read <= 0) {
        throw new ForgedFrameException("a frame that ends before its length");
      }
      mac.update(buffer, 0, read);
      left -= read;
    }
    return mac.doFinal();
  }

  private static byte[] seal(BytesMessage bytes) throws JMSException {
    byte[] seal = new byte[FrameKey.BYTES];
    if (bytes.getBodyLength() < FrameKey.BYTES || bytes.readBytes(seal) != FrameKey.BYTES) {
      throw new ForgedFrameException("a frame without a seal");
    }
    return seal;
  }

  private static List<Item> items(BytesMessage bytes, int header) throws JMSException {
    long left = bytes.getBodyLength() - header - COUNT - FrameKey.BYTES;
    if (left < 0) {
      throw new MalformedMessageException("a frame that ends in its header");
    }
    int count = bytes.readUnsignedShort();
    if (count < 1 || count > MAX_ITEMS) {
      throw new MalformedMessageException(
          "frame of " + count + " items; 1 to " + MAX_ITEMS + " are allowed");
    }
    List<Item> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byte[] head = block(bytes, left);
      left -= Integer.BYTES + head.length;
      byte[] payload = block(bytes, left);
      left -= Integer.BYTES + payload.length;
      items.add(new Item(head, payload));
    }
    if (left > 0) {
      throw new MalformedMessageException(left + " bytes after the end of a frame");
    }
    return items;
  }

  private static byte[] block(BytesMessage bytes, long left) throws JMSException {
    int length = left < Integer.BYTES ? -1 : bytes.readInt();
    if (length < 0 || length > left - Integer.BYTES) {
      throw new MalformedMessageException(
          "a length of " + length + " in a frame where " + left + " bytes are left");
    }
    byte[] block = new byte[length];
    if (length > 0) {
      bytes.readBytes(block);
    }
    return block;
  }
}
