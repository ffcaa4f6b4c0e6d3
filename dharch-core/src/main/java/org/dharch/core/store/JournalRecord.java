package org.dharch.core.store;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.WireReader;
import org.dharch.core.wire.WireWriter;

/**
 * One record of a {@link Journal}.
 *
 * <p>Its bytes, in the types of {@link WireWriter}: int32 the length of what follows without the
 * checksum; octet S (so far) or E (ended); id and int64, the key; int64 {@code forced}; for S the
 * bytes of a {@link StoredMessageCodec}; int32 the CRC-32 of all that but the length. Those of an
 * earlier version, P and F, have no {@code forced}.
 *
 * @param message how far it is; empty if that need not be known any more
 * @param forced up to which byte of the file all was on disk when this was written
 * @param length of all its bytes
 */
record JournalRecord(StoreKey key, Optional<byte[]> message, long forced, int length) {
  /** So many bytes at least. */
  static final int LEAST = 4 + 1 + 16 + 8 + 4;

  private static final int AROUND = 4 + 4;
  private static final int HEAD = 1 + 16 + 8 + 8;

  /** The record that begins at {@code at}; empty if none does, or not all of it is there. */
  static Optional<JournalRecord> at(ByteBuffer bytes, int at) {
    if (bytes.limit() - at < LEAST) {
      return Optional.empty();
    }
    int length = bytes.getInt(at);
    if (length < LEAST - AROUND || length > bytes.limit() - at - AROUND) {
      return Optional.empty();
    }
    boolean older = bytes.get(at + 4) == 'P' || bytes.get(at + 4) == 'F';
    boolean known = older || bytes.get(at + 4) == 'S' || bytes.get(at + 4) == 'E';
    if (!known) {
      return Optional.empty();
    }
    byte[] body = new byte[length];
    bytes.get(at + 4, body);
    return bytes.getInt(at + 4 + length) == checksum(body, 0, length) ? of(body) : Optional.empty();
  }

  private static Optional<JournalRecord> of(byte[] body) {
    try {
      WireReader reader = new WireReader(body);
      int type = reader.octet("type");
      StoreKey key = new StoreKey(reader.id("id"), reader.int64("since"));
      boolean older = type == 'P' || type == 'F';
      long forced = older ? 0 : reader.int64("forced");
      int head = older ? HEAD - 8 : HEAD;
      Optional<byte[]> message = Optional.empty();
      if (type == 'S' || type == 'P') {
        byte[] rest = new byte[body.length - head];
        System.arraycopy(body, head, rest, 0, rest.length);
        message = Optional.of(rest);
      }
      return Optional.of(new JournalRecord(key, message, forced, body.length + AROUND));
    } catch (MalformedMessageException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The bytes of a record. */
  static byte[] bytes(StoreKey key, Optional<byte[]> message, long forced) {
    byte[] rest = message.orElse(new byte[0]);
    WireWriter head = new WireWriter(HEAD);
    head.octet("type", message.isPresent() ? 'S' : 'E').id(key.id()).int64(key.sinceMillis());
    head.int64(forced);
    int length = HEAD + rest.length;
    ByteBuffer record = ByteBuffer.allocate(AROUND + length);
    record.putInt(length).put(head.toBytes(), 0, HEAD).put(rest);
    return record.putInt(checksum(record.array(), 4, length)).array();
  }

  private static int checksum(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
