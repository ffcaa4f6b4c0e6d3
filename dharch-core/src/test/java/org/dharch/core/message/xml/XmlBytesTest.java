package org.dharch.core.message.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class XmlBytesTest {
  private static int plain(byte[] bytes) {
    return XmlBytes.countPlain(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong());
  }

  private static boolean isPlain(byte b) {
    return b >= ' ' && b != '<' && b != '&' && b != ']';
  }

  @Test
  void countsPlainCharactersInEightBytes() {
    byte[] bytes = new byte[Long.BYTES];
    Random random = new Random(1);
    int plains = 0;
    for (int run = 0; run < 20_000; run++) {
      for (int at = 0; at < Long.BYTES; at++) {
        bytes[at] = (byte) (' ' + random.nextInt(0x7f - ' ')); // so that many are plain
      }
      if (run % 2 == 0) {
        bytes[random.nextInt(Long.BYTES)] = (byte) random.nextInt(256);
      }
      int count = 0;
      while (count < Long.BYTES && isPlain(bytes[count])) {
        count++;
      }
      assertEquals(count, plain(bytes), Arrays.toString(bytes));
      plains += count == Long.BYTES ? 1 : 0;
    }
    assertTrue(plains > 1000, "there were some: " + plains);
  }

  @Test
  void everyByteIsDetectedInEveryPosition() {
    for (int value = 0; value < 256; value++) {
      for (int at = 0; at < Long.BYTES; at++) {
        byte[] bytes = new byte[Long.BYTES];
        Arrays.fill(bytes, (byte) 'x');
        bytes[at] = (byte) value;
        assertEquals(isPlain((byte) value) ? 8 : at, plain(bytes), value + " at " + at);
      }
    }
  }
}
