package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.WireVersion;

/**
 * Several DMFormats in one BytesMessage; also a single one travels so. In the types of {@link
 * org.dharch.core.wire.WireWriter}, which JMS's own are too:
 *
 * <pre>
 *  field      type                                     bound
 *  'D' 'F'    octet octet
 *  version    octet, {@link WireVersion#SPOKEN}
 *  count      2 bytes                                  1 to 64, and see {@link #MAX_BYTES}
 *  items, each:
 *    head     bytes: {@link DMFormatCodec#head}                what is there
 *    payload  bytes                                    what is there
 * </pre>
 *
 * The payload stands apart so that it is copied once at each end. Reading checks every length
 * against what is there before anything is allocated for it.
 */
final class Frame {
  /** More than this never waits for company. */
  static final int MAX_ITEMS = 64;

  /** A frame is closed before it grows past this, unless a single item is larger. */
  static final int MAX_BYTES = 64 << 10;

  /** What the frame takes beside its items, and JMS beside the frame; generous. */
  static final int OVERHEAD = 4096;

  private static final int HEADER = 5;

  /** One item as it came. */
  record Item(byte[] head, byte[] payload) {}

  private Frame() {}

  static void write(BytesMessage message, List<Outbox.OutgoingItem> items) throws JMSException {
    message.writeByte((byte) 'D');
    message.writeByte((byte) 'F');
    message.writeByte((byte) WireVersion.SPOKEN);
    message.writeShort((short) items.size());
    for (Outbox.OutgoingItem item : items) {
      message.writeInt(item.head().length);
      message.writeBytes(item.head());
      message.writeInt(item.payload().length);
      message.writeBytes(item.payload());
    }
  }

  /**
   * The items in {@code message}.
   *
   * @throws MalformedMessageException if it is no frame
   */
  static List<Item> read(Message message) throws JMSException {
    if (!(message instanceof BytesMessage bytes)) {
      throw new MalformedMessageException(
          "a JMS message that is no BytesMessage but a " + message.getClass().getSimpleName());
    }
    long left = bytes.getBodyLength() - HEADER;
    if (left < 0 || bytes.readByte() != 'D' || bytes.readByte() != 'F') {
      throw new MalformedMessageException("not a frame: it does not begin with 'DF'");
    }
    WireVersion.check(bytes.readUnsignedByte());
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
