package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import org.dharch.core.message.MalformedMessageException;

/**
 * Several DMFormats in one BytesMessage; also a single one travels so. Big-endian:
 *
 * <pre>
 *  'D' 'F' version(1) | count (2), each: length (4), the bytes of DMFormatCodec
 * </pre>
 *
 * Reading checks every length against what is there before anything is allocated for it.
 */
final class Frame {
  /** More than this never waits for company. */
  static final int MAX_ITEMS = 64;

  /** A frame is closed before it grows past this, unless a single item is larger. */
  static final int MAX_BYTES = 256 << 10;

  /** What the frame takes beside its items, and JMS beside the frame; generous. */
  static final int OVERHEAD = 4096;

  private static final byte VERSION = 1;
  private static final int HEADER = 5;

  private Frame() {}

  static void write(BytesMessage message, List<Outbox.Item> items) throws JMSException {
    message.writeByte((byte) 'D');
    message.writeByte((byte) 'F');
    message.writeByte(VERSION);
    message.writeShort((short) items.size());
    for (Outbox.Item item : items) {
      message.writeInt(item.bytes().length);
      message.writeBytes(item.bytes());
    }
  }

  /**
   * The items in {@code message}.
   *
   * @throws MalformedMessageException if it is no frame
   */
  static List<byte[]> read(Message message) throws JMSException {
    if (!(message instanceof BytesMessage bytes)) {
      throw new MalformedMessageException(
          "a JMS message that is no BytesMessage but a " + message.getClass().getSimpleName());
    }
    long left = bytes.getBodyLength() - HEADER;
    if (left < 0 || bytes.readByte() != 'D' || bytes.readByte() != 'F') {
      throw new MalformedMessageException("not a frame: it does not begin with 'DF'");
    }
    byte version = bytes.readByte();
    if (version != VERSION) {
      throw new MalformedMessageException(
          "frame version " + version + "; " + VERSION + " is understood");
    }
    int count = bytes.readUnsignedShort();
    if (count < 1 || count > MAX_ITEMS) {
      throw new MalformedMessageException(
          "frame of " + count + " items; 1 to " + MAX_ITEMS + " are allowed");
    }
    List<byte[]> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      left -= Integer.BYTES;
      int length = left < 0 ? -1 : bytes.readInt();
      if (length < 0 || length > left) {
        throw new MalformedMessageException(
            "item " + i + " of a frame has a length of " + length + " where " + left + " are left");
      }
      byte[] item = new byte[length];
      if (length > 0) {
        bytes.readBytes(item);
      }
      left -= length;
      items.add(item);
    }
    if (left > 0) {
      throw new MalformedMessageException(left + " bytes after the end of a frame");
    }
    return items;
  }
}
