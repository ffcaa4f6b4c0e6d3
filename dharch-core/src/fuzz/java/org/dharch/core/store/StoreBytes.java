package org.dharch.core.store;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;

/** The fuzzer's door to what reads a store's files, whose checksums it mends. */
public final class StoreBytes {
  private static final StoredMessageCodec CODEC = new StoredMessageCodec(Limits.DEFAULT);
  private static final int CHECKSUM_AT = 4;
  private static final int CHECKED_FROM = CHECKSUM_AT + Integer.BYTES;

  private StoreBytes() {}

  /**
   * A stored message as bytes; one that is understood is written and read again.
   *
   * @throws MalformedMessageException if it is none
   */
  public static void message(byte[] data) {
    byte[] mended = data.clone();
    if (data.length >= CHECKED_FROM) {
      int sum = crc(data, CHECKED_FROM, data.length - CHECKED_FROM);
      ByteBuffer.wrap(mended).putInt(CHECKSUM_AT, sum);
    }
    StoredMessage read = CODEC.decode(mended);
    byte[] again = CODEC.encode(read);
    StoredMessage readAgain = CODEC.decode(again);
    boolean same =
        read.submission().processed().equals(readAgain.submission().processed())
            && Arrays.equals(inOrder(again), inOrder(CODEC.encode(readAgain)));
    if (!same) {
      throw new AssertionError("what was written is read otherwise");
    }
  }

  /** The bytes behind the checksum, ordered: what is a set is written in any order. */
  private static byte[] inOrder(byte[] record) {
    byte[] ordered = Arrays.copyOfRange(record, CHECKED_FROM, record.length);
    Arrays.sort(ordered);
    return ordered;
  }

  /** A journal whose records have no checksums; each that is whole is written and read again. */
  public static void journal(byte[] data) {
    ByteBuffer file = ByteBuffer.wrap(withChecksums(data));
    int at = 0;
    for (Optional<JournalRecord> next = JournalRecord.at(file, at);
        next.isPresent();
        next = JournalRecord.at(file, at)) {
      at += next.get().length();
      check(next.get());
    }
  }

  private static void check(JournalRecord record) {
    byte[] bytes = JournalRecord.bytes(record.key(), record.message(), record.forced());
    JournalRecord again =
        JournalRecord.at(ByteBuffer.wrap(bytes), 0).orElseThrow(AssertionError::new);
    if (bytes.length != again.length() || !again.key().equals(record.key())) {
      throw new AssertionError(again + " was " + record);
    }
    try {
      record.message().ifPresent(StoreBytes::message);
    } catch (MalformedMessageException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new AssertionError("it says nothing", e);
      }
    }
  }

  /** The records of {@code data}, each a length and a body, with the checksum of each behind it. */
  public static byte[] withChecksums(byte[] data) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer in = ByteBuffer.wrap(data);
    while (in.remaining() >= Integer.BYTES) {
      int length = in.getInt();
      out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
      int there = Math.max(0, Math.min(length, in.remaining()));
      out.write(data, in.position(), there);
      if (there == length) {
        int sum = crc(data, in.position(), length);
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(sum).array());
      }
      in.position(in.position() + there);
    }
    return out.toByteArray();
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
