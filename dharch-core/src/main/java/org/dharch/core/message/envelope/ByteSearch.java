package org.dharch.core.message.envelope;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches for a byte, eight at a time. Thread-safe. */
final class ByteSearch {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = 0x8080808080808080L;

  private ByteSearch() {}

  /**
   * Returns the position of the first {@code sought} at or after {@code from}; {@code end} if there
   * is none before it.
   */
  static int next(char sought, byte[] bytes, int from, int end) {
    long eight = ONES * (sought & 0xff);
    int p = from;
    for (; p <= end - Long.BYTES; p += Long.BYTES) {
      long others = (long) LONGS.get(bytes, p) ^ eight;
      long zeros = (others - ONES) & ~others & HIGHEST; // the lowest is one, those above may not
      if (zeros != 0) {
        return p + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
      }
    }
    while (p < end && bytes[p] != sought) {
      p++;
    }
    return Math.min(p, end);
  }
}
