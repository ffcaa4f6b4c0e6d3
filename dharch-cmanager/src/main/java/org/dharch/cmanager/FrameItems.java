package org.dharch.cmanager;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.dharch.core.message.MalformedMessageException;

/**
 * The items of a frame, which stand behind its header whatever guards it: see {@link Frame}.
 * Reading checks every length against what is there before anything is allocated for it.
 */
final class FrameItems {
  private static final int COUNT = 2;

  /** Where bytes go, in few pieces. */
  interface Sink {
    void put(byte[] bytes);
  }

  private FrameItems() {}

  /** How many bytes {@link #write} puts. */
  static long size(List<Outbox.OutgoingItem> items) {
    long size = COUNT;
    for (Outbox.OutgoingItem item : items) {
      size += 2 * Integer.BYTES + (long) item.head().length + item.payload().length;
    }
    return size;
  }

  static void write(List<Outbox.OutgoingItem> items, Sink out) {
    short count = (short) items.size();
    int room = COUNT;
    for (Outbox.OutgoingItem item : items) {
      ByteBuffer before = ByteBuffer.allocate(room + 2 * Integer.BYTES + item.head().length);
      if (room > 0) {
        before.putShort(count);
      }
      before.putInt(item.head().length).put(item.head()).putInt(item.payload().length);
      out.put(before.array());
      out.put(item.payload());
      room = 0;
    }
  }

  /**
   * The items in the next {@code length} bytes of {@code bytes}.
   *
   * @throws MalformedMessageException if these are none
   */
  static List<Frame.Item> read(BytesMessage bytes, long length) throws JMSException {
    long left = length - COUNT;
    if (left < 0) {
      throw new MalformedMessageException("a frame that ends in its header");
    }
    int count = bytes.readUnsignedShort();
    if (count < 1 || count > Frame.MAX_ITEMS) {
      throw new MalformedMessageException(
          "frame of " + count + " items; 1 to " + Frame.MAX_ITEMS + " are allowed");
    }
    List<Frame.Item> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byte[] head = readBlock(bytes, left);
      left -= Integer.BYTES + head.length;
      byte[] payload = readBlock(bytes, left);
      left -= Integer.BYTES + payload.length;
      items.add(new Frame.Item(head, payload));
    }
    if (left > 0) {
      throw new MalformedMessageException(left + " bytes after the end of a frame");
    }
    return items;
  }

  private static byte[] readBlock(BytesMessage bytes, long left) throws JMSException {
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
