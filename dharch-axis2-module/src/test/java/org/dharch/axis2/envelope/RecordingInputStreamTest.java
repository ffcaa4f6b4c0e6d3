package org.dharch.axis2.envelope;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.dharch.axis2.Multipart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingInputStreamTest {
  private static final byte[] MESSAGE = Multipart.binary(50_000);

  private static RecordingInputStream stream(int bound) {
    return new RecordingInputStream(new ByteArrayInputStream(MESSAGE), bound);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4000, 8192, 20_000, 49_999, 50_000})
  void claimsTheWholeAndTheParserGoesOn(int readBefore) throws IOException {
    RecordingInputStream in = stream(50_000);
    assertEquals(readBefore, in.readNBytes(readBefore).length);
    assertArrayEquals(MESSAGE, in.claim(50_000).orElseThrow());
    assertArrayEquals(MESSAGE, in.claim(50_000).orElseThrow());
    byte[] rest = in.readAllBytes();
    assertEquals(MESSAGE.length - readBefore, rest.length);
    for (int i = 0; i < rest.length; i++) {
      assertEquals(MESSAGE[readBefore + i], rest[i]);
    }
    assertEquals(-1, in.read());
  }

  @Test
  void dropsUnclaimedRecordingAndStaysReadable() throws IOException {
    RecordingInputStream in = stream(1000);
    byte[] first = in.readNBytes(1001);
    assertEquals(1001, first.length);
    assertTrue(in.claim(50_000).isEmpty());
    assertEquals(MESSAGE.length - 1001, in.readAllBytes().length);
  }

  @Test
  void readsByteByByteToo() throws IOException {
    RecordingInputStream in = stream(1000);
    for (int i = 0; i < 100; i++) {
      assertEquals(MESSAGE[i] & 0xff, in.read());
    }
    assertArrayEquals(MESSAGE, in.claim(50_000).orElseThrow());
    assertEquals(MESSAGE[100] & 0xff, in.read());
  }

  @Test
  void refusesWhatIsTooLarge() throws IOException {
    RecordingInputStream in = stream(1000);
    assertEquals(500, in.readNBytes(500).length);
    IOException refused =
        assertThrows(RecordingInputStream.TooLargeException.class, () -> in.claim(49_999));
    assertTrue(refused.getMessage().contains("49999"), refused.getMessage());
  }
}
