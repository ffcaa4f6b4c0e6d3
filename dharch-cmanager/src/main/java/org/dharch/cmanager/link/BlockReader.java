package org.dharch.cmanager.link;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Assembles the blocks of one connection. Blocks of a usual size share an array. The array of a
 * larger one grows with the received bytes, because its declared length is not trusted. Not
 * thread-safe.
 */
final class BlockReader {
  /** The size of the shared array: a frame of several messages, or of one of 100 KB. */
  private static final int SHARED_BYTES = 128 << 10;

  private static final int AT_ONCE = 1 << 20;

  private byte[] shared = new byte[0];
  private byte[] block = shared;
  private int length = -1;
  private int filled;
  private int size;
  private int sizeBytes;

  /**
   * Returns the next complete block in {@code in}; valid until the next call.
   *
   * @param maxBytes the bound on its bytes
   * @throws IllegalArgumentException if it is larger
   */
  Optional<ByteBuffer> next(ByteBuf in, int maxBytes) {
    while (length < 0) {
      if (!in.isReadable()) {
        return Optional.empty();
      }
      if (sizeBytes == 0 && in.readableBytes() >= Integer.BYTES) {
        begin(in.readInt(), maxBytes);
      } else {
        size = size << Byte.SIZE | in.readUnsignedByte();
        if (++sizeBytes == Integer.BYTES) {
          begin(size, maxBytes);
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

  private void begin(int value, int maxBytes) {
    if (value < 0 || value > maxBytes) {
      throw new IllegalArgumentException(
          "a block must have 0 to " + maxBytes + " bytes (got " + value + ")");
    }
    size = 0;
    sizeBytes = 0;
    filled = 0;
    length = value;
    if (value > SHARED_BYTES) {
      block = new byte[Math.min(value, AT_ONCE)];
    } else if (value > shared.length) {
      shared = new byte[Math.min(SHARED_BYTES, Math.max(value, 2 * shared.length))];
      block = shared;
    } else {
      block = shared;
    }
  }

  private ByteBuffer end() {
    ByteBuffer whole = ByteBuffer.wrap(block, 0, length);
    block = shared;
    length = -1;
    return whole;
  }
}
