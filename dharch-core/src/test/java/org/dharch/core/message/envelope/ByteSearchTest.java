package org.dharch.core.message.envelope;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes are found eight at a time as one at a time. */
class ByteSearchTest {
  private static int slowly(byte sought, byte[] bytes, int from, int end) {
    int p = from;
    while (p < end && bytes[p] != sought) {
      p++;
    }
    return p;
  }

  /** Bytes next to the one that is sought, and with the highest bit set, are those that mislead. */
  @Test
  void findsTheFirstOccurrence() {
    Random random = new Random(5);
    byte[] near = {'<', '<' + 1, '<' - 1, (byte) ('<' | 0x80), 0, 1, (byte) 0xff, (byte) 0x80};
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = near[1 + random.nextInt(near.length - 1)];
        if (random.nextInt(20) == 0) {
          bytes[at] = near[0];
        }
      }
      int end = random.nextInt(bytes.length + 1);
      int from = random.nextInt(end + 1);
      assertEquals(
          slowly((byte) '<', bytes, from, end),
          EnvelopeLayout.indexOf('<', bytes, from, end),
          "run " + i);
    }
  }
}
