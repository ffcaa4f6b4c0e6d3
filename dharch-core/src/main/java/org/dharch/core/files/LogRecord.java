package org.dharch.core.files;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * A record of an {@link AppendLog}, big-endian:
 *
 * <pre>
 *  field     type
 *  length    int32, bytes of the payload, 1 or more
 *  forced    int64, offset up to which the file was on disk when the record was written
 *  payload   bytes
 *  checksum  int32, CRC-32 of everything before it
 * </pre>
 *
 * The array is shared, not copied.
 */
record LogRecord(byte[] payload, long forced) {
  static final int HEAD = Integer.BYTES + Long.BYTES;
  static final int OVERHEAD = HEAD + Integer.BYTES;
  private static final int MAX_PAYLOAD = Integer.MAX_VALUE - 64;

  /** Returns whether a record with this head may start at {@code offset}. */
  static boolean isPlausible(int length, long forced, long offset, long limit) {
    return length > 0
        && length <= Math.min(MAX_PAYLOAD, limit - offset - OVERHEAD)
        && forced >= 0
        && forced <= offset;
  }

  /** Returns the bytes of the record, to be read from position 0. */
  ByteBuffer encode() {
    if (payload.length == 0 || payload.length > MAX_PAYLOAD) {
      throw new IllegalArgumentException(
          "payload must have 1 to " + MAX_PAYLOAD + " bytes (got " + payload.length + ")");
    }
    ByteBuffer bytes = ByteBuffer.allocate(OVERHEAD + payload.length);
    bytes.putInt(payload.length).putLong(forced).put(payload);
    return bytes.putInt(checksum(bytes.array(), 0, HEAD + payload.length)).flip();
  }

  static int checksum(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  long size() {
    return (long) OVERHEAD + payload.length;
  }
}
