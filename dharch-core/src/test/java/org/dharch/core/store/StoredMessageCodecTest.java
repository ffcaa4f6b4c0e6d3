package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.dharch.api.Limits;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.wire.bytes.StoredText;
import org.junit.jupiter.api.Test;

class StoredMessageCodecTest {
  private final StoredMessageCodec codec = new StoredMessageCodec(Limits.DEFAULT);

  private static void assertSame(StoredMessage expected, StoredMessage actual) {
    assertEquals(expected.key(), actual.key());
    assertEquals(expected.orchestration(), actual.orchestration());
    assertEquals(expected.plan(), actual.plan());
    assertEquals(expected.failure(), actual.failure());
    var was = expected.submission();
    var is = actual.submission();
    assertArrayEquals(was.envelope(), is.envelope());
    // a record of all the others: the arrays were compared
    assertEquals(
        was.with(new MessageContent(is.envelope(), was.properties(), was.processed())), is);
  }

  @Test
  void writtenContentIsRead() {
    for (StoredMessage message :
        new StoredMessage[] {StoredMessages.accepted(1, 100), StoredMessages.failed(2, 0)}) {
      assertSame(message, codec.decode(codec.encode(message)));
    }
  }

  @Test
  void truncatedAndModifiedRecordsAreRejected() {
    byte[] good = codec.encode(StoredMessages.failed(1, 50));
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThrows(MalformedMessageException.class, () -> codec.decode(cut), "cut at " + length);
    }
    for (int i = 0; i < good.length; i++) {
      byte[] flipped = good.clone();
      flipped[i] ^= 0x40;
      assertThrows(MalformedMessageException.class, () -> codec.decode(flipped), "byte " + i);
    }
  }

  @Test
  void damageUnderValidChecksumIsRejected() {
    damageUnderARightChecksum(codec.encode(StoredMessages.failed(1, 20)));
  }

  private void damageUnderARightChecksum(byte[] good) {
    SplittableRandom random = new SplittableRandom(7);
    int refused = 0;
    for (int run = 0; run < 20_000; run++) {
      byte[] bad = good.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        bad[8 + random.nextInt(bad.length - 8)] = (byte) random.nextInt();
      }
      CRC32 crc = new CRC32();
      crc.update(bad, 8, bad.length - 8);
      ByteBuffer.wrap(bad).putInt(4, (int) crc.getValue());
      try {
        codec.decode(bad);
      } catch (MalformedMessageException e) {
        refused++;
      }
    }
    assertTrue(refused > 1000, "refused: " + refused);
  }

  @Test
  void unknownVersionIsReported() {
    byte[] next = codec.encode(StoredMessages.accepted(1, 1));
    next[3] = 2;
    String message =
        assertThrows(MalformedMessageException.class, () -> codec.decode(next)).getMessage();
    assertEquals("version of a stored message must be 1 (got 2)", message);
  }

  @Test
  void longReasonIsCutAndTooLargeEnvelopeRejected() {
    StoredMessage message = StoredMessages.failed(1, 1);
    FailureRecord failure = message.failure().orElseThrow();
    Fault talkative = new Fault(Fault.Code.CONFLICT, "A", "y".repeat(1 << 20));
    StoredMessage read =
        codec.decode(
            codec.encode(
                message.failed(new FailureRecord(failure.at(), talkative, failure.timeline()))));
    assertEquals(StoredText.MAX_CHARS, read.failure().orElseThrow().fault().reason().length());

    Limits small = new Limits(10, 100, 1000, 10, 10, 10);
    assertThrows(
        MalformedMessageException.class,
        () -> new StoredMessageCodec(small).encode(StoredMessages.accepted(1, 11)));
  }

  @Test
  void tooLongRecordIsRejected() {
    StoredMessageCodec codec = new StoredMessageCodec(Limits.DEFAULT);
    byte[] bytes = codec.encode(StoredMessages.accepted(1, 10));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    CRC32 crc = new CRC32();
    crc.update(longer, 8, longer.length - 8);
    ByteBuffer.wrap(longer).putInt(4, (int) crc.getValue());
    assertThrows(MalformedMessageException.class, () -> codec.decode(longer));
  }
}
