package org.dharch.cmanager.link;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Puts the blocks of one connection together. Those of a usual size come in an array that is kept
 * for the next; of a larger one a length is believed as far as the bytes have come: its array grows
 * with them. One thread.
 */
final class BlockReader {
  /** So much is kept: a frame of several messages, or of one of 100 KB. */
  private static final int KEPT = 128 << 10;

  private static final int AT_ONCE = 1 << 20;

  private byte[] kept = new byte[0];
  private byte[] block = kept;
  private int length = -1;
  private int filled;
  private int size;
  private int sizeBytes;

  /**
   * The next block that is whole, out of what has come: in an array, and there until the next call.
   *
   * @param most bytes of it
   * @throws IllegalArgumentException if it is to be larger
   */
  Optional<ByteBuffer> next(ByteBuf in, int most) {
    while (length < 0) {
      if (!in.isReadable()) {
        return Optional.empty();
      }
      if (sizeBytes == 0 && in.readableBytes() >= Integer.BYTES) {
        begin(in.readInt(), most);
      } else {
        size = size << Byte.SIZE | in.readUnsignedByte();
        if (++sizeBytes == Integer.BYTES) {
          begin(size, most);
        }
      }
    }
    int part = Math.min(in.readableBytes(), length - filled);
    if (filled + part > block.length) {
      block = Arrays.copyOf(block, (int) Math.min(length, Math.max(filled + part, 2L * filled)));
    }
    in.readBytes(block, filled, part);
    filled += part;
    return filled == length ? Optional.of(end()) : Optional.empty();
  }

  private void begin(int value, int most) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(
          "a block must have 0 to " + most + " bytes (got " + value + ")");
    }
    size = 0;
    sizeBytes = 0;
    filled = 0;
    length = value;
    if (value > KEPT) {
      block = new byte[Math.min(value, AT_ONCE)];
    } else if (value > kept.length) {
      kept = new byte[Math.min(KEPT, Math.max(value, 2 * kept.length))];
      block = kept;
    } else {
      block = kept;
    }
  }

  private ByteBuffer end() {
    ByteBuffer whole = ByteBuffer.wrap(block, 0, length);
    block = kept;
    length = -1;
    return whole;
  }
}
