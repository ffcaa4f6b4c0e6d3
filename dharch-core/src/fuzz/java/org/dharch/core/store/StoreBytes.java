package org.dharch.core.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;

/** Gives the fuzzer access to the formats of a store, whose checksums it corrects. */
public final class StoreBytes {
  private static final StoredMessageCodec CODEC = new StoredMessageCodec(Limits.DEFAULT);
  private static final int CHECKSUM_AT = 4;
  private static final int CHECKED_FROM = CHECKSUM_AT + Integer.BYTES;

  private StoreBytes() {}

  /**
   * Decodes a stored message, encodes it, and decodes it again.
   *
   * @throws MalformedMessageException if {@code data} are no stored message
   */
  public static void message(byte[] data) {
    byte[] corrected = data.clone();
    if (data.length >= CHECKED_FROM) {
      int sum = crc(data, CHECKED_FROM, data.length - CHECKED_FROM);
      ByteBuffer.wrap(corrected).putInt(CHECKSUM_AT, sum);
    }
    StoredMessage read = CODEC.decode(corrected);
    byte[] again = CODEC.encode(read);
    StoredMessage readAgain = CODEC.decode(again);
    boolean same =
        read.submission().processed().equals(readAgain.submission().processed())
            && Arrays.equals(inOrder(again), inOrder(CODEC.encode(readAgain)));
    if (!same) {
      throw new AssertionError("decoded otherwise than it was encoded");
    }
  }

  /** Returns the bytes after the checksum, sorted: a set is written in any order. */
  private static byte[] inOrder(byte[] record) {
    byte[] ordered = Arrays.copyOfRange(record, CHECKED_FROM, record.length);
    Arrays.sort(ordered);
    return ordered;
  }

  /**
   * Decodes a record of a journal, encodes it, and decodes it again.
   *
   * @throws MalformedMessageException if {@code bytes} are no record, or its message is none
   */
  public static void record(byte[] bytes) {
    JournalRecord record = JournalRecord.decode(bytes);
    byte[] again =
        record
            .message()
            .map(message -> JournalRecord.progress(record.key(), message))
            .orElseGet(() -> JournalRecord.ended(record.key()));
    if (!Arrays.equals(bytes, again)) {
      throw new AssertionError("encoded otherwise: " + record);
    }
    record.message().ifPresent(StoreBytes::message);
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
