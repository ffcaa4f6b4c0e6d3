package org.dharch.core.store;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import org.dharch.api.MessageId;
import org.dharch.core.wire.WireReader;
import org.dharch.core.wire.WireWriter;

/**
 * One record of a {@link Journal}, in the types of {@link WireWriter}:
 *
 * <pre>
 *  field     type
 *  length    int32, of what follows without the checksum
 *  type      octet: P (so far) or F (to be forgotten)
 *  key       id and int64
 *  message   the bytes of a {@link StoredMessageCodec}; of F nothing
 *  checksum  int32, CRC-32 of all that but the length
 * </pre>
 *
 * @param message how far it is; empty: it is to be forgotten
 */
record JournalRecord(StoreKey key, Optional<byte[]> message) {
  private static final int KEY_BYTES = 1 + 16 + 8;
  private static final int AROUND = 4 + 4;

  /**
   * The next record of {@code in}; empty if there is no whole one.
   *
   * @param left how many bytes are left of it
   * @throws IOException also if a whole record is none, which no version of DHArch has written
   */
  static Optional<JournalRecord> read(DataInputStream in, long left) throws IOException {
    if (left < AROUND + KEY_BYTES) {
      return Optional.empty();
    }
    int length = in.readInt();
    if (length < KEY_BYTES || length > left - AROUND) {
      return Optional.empty();
    }
    byte[] body = in.readNBytes(length);
    return in.readInt() == checksum(body, 0, length) ? Optional.of(of(body)) : Optional.empty();
  }

  private static JournalRecord of(byte[] body) throws IOException {
    WireReader reader = new WireReader(body);
    int type = reader.octet("type");
    MessageId id = reader.id("id");
    return new JournalRecord(
        key(id, reader.int64("since")),
        type == 'P'
            ? Optional.of(Arrays.copyOfRange(body, KEY_BYTES, body.length))
            : Optional.empty());
  }

  private static StoreKey key(MessageId id, long since) throws IOException {
    try {
      return new StoreKey(id, since);
    } catch (IllegalArgumentException e) {
      throw new IOException("a record in it has a right checksum and no key: " + e.getMessage(), e);
    }
  }

  /** As it stands in the file. */
  byte[] bytes() {
    byte[] behind = message.orElse(new byte[0]);
    WireWriter begin = new WireWriter(KEY_BYTES).octet("type", message.isPresent() ? 'P' : 'F');
    begin.id(key.id()).int64(key.sinceMillis());
    ByteBuffer record = ByteBuffer.allocate(AROUND + KEY_BYTES + behind.length);
    record.putInt(KEY_BYTES + behind.length).put(begin.toBytes(), 0, KEY_BYTES).put(behind);
    return record.putInt(checksum(record.array(), 4, KEY_BYTES + behind.length)).array();
  }

  /** How many bytes it takes in the file. */
  int size() {
    return AROUND + KEY_BYTES + message.map(bytes -> bytes.length).orElse(0);
  }

  private static int checksum(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
