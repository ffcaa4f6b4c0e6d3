package org.dharch.cmanager.frame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.dharch.core.message.MalformedMessageException;

/**
 * The items of a frame after its header, independent of the protection: see {@link Frame}. Reading
 * checks every length against the remaining bytes before it allocates, and copies each byte once.
 */
final class FrameItems {
  private static final int COUNT = 2;

  public interface Sink {
    void put(byte[] bytes);
  }

  private FrameItems() {}

  static long size(List<Outbox.OutgoingItem> items) {
    long size = COUNT;
    for (Outbox.OutgoingItem item : items) {
      size += 2 * Integer.BYTES + (long) item.head().length + item.payload().length;
    }
    return size;
  }

  static void write(List<Outbox.OutgoingItem> items, Sink out) {
    short count = (short) items.size();
    int capacity = COUNT;
    for (Outbox.OutgoingItem item : items) {
      ByteBuffer before = ByteBuffer.allocate(capacity + 2 * Integer.BYTES + item.head().length);
      if (capacity > 0) {
        before.putShort(count);
      }
      before.putInt(item.head().length).put(item.head()).putInt(item.payload().length);
      out.put(before.array());
      out.put(item.payload());
      capacity = 0;
    }
  }

  /**
   * Reads the items in the rest of {@code bytes}.
   *
   * @throws MalformedMessageException if these are none
   */
  static List<Frame.Item> read(ByteBuffer bytes) {
    if (bytes.remaining() < COUNT) {
      throw new MalformedMessageException("a frame must not end in its header");
    }
    int count = bytes.getShort() & 0xffff;
    if (count < 1 || count > Frame.MAX_ITEMS) {
      throw new MalformedMessageException(
          "a frame must have 1 to " + Frame.MAX_ITEMS + " items (got " + count + ")");
    }
    List<Frame.Item> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      items.add(new Frame.Item(readBlock(bytes), readBlock(bytes)));
    }
    if (bytes.hasRemaining()) {
      throw new MalformedMessageException(bytes.remaining() + " bytes after the end of a frame");
    }
    return items;
  }

  private static byte[] readBlock(ByteBuffer bytes) {
    int left = bytes.remaining();
    int length = left < Integer.BYTES ? -1 : bytes.getInt();
    if (length < 0 || length > left - Integer.BYTES) {
      throw new MalformedMessageException(
          "a length in a frame must be at most " + left + " (got " + length + ")");
    }
    byte[] block = new byte[length];
    bytes.get(block);
    return block;
  }
}
