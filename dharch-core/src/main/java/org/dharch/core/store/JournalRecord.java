package org.dharch.core.store;

import java.util.Arrays;
import java.util.Optional;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * A record of a {@link Journal}, in the types of {@link WireWriter}:
 *
 * <pre>
 *  field    type
 *  type     octet: S (progress), E (ended)
 *  key      id, int64
 *  message  S only: the bytes of a {@link StoredMessageCodec}
 * </pre>
 *
 * @param message the message with its progress; empty if the progress is obsolete
 */
record JournalRecord(StoreKey key, Optional<byte[]> message) {
  private static final int HEAD = 1 + 16 + 8;

  /**
   * Decodes a record.
   *
   * @throws MalformedMessageException if {@code bytes} are no record
   */
  static JournalRecord decode(byte[] bytes) {
    WireReader in = new WireReader(bytes);
    int type = in.octet("type");
    if (type != 'S' && type != 'E') {
      throw new MalformedMessageException("type must be S or E (got octet " + type + ")");
    }
    try {
      StoreKey key = new StoreKey(in.id("id"), in.int64("since"));
      if (type == 'S') {
        byte[] message = Arrays.copyOfRange(bytes, HEAD, bytes.length);
        return new JournalRecord(key, Optional.of(message));
      }
      in.end("a record");
      return new JournalRecord(key, Optional.empty());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("bad key: " + e.getMessage(), e);
    }
  }

  /** Encodes the progress of a message. */
  static byte[] progress(StoreKey key, byte[] message) {
    byte[] head = head('S', key);
    byte[] record = Arrays.copyOf(head, head.length + message.length);
    System.arraycopy(message, 0, record, head.length, message.length);
    return record;
  }

  /** Encodes that the progress of a message is obsolete. */
  static byte[] ended(StoreKey key) {
    return head('E', key);
  }

  private static byte[] head(char type, StoreKey key) {
    return new WireWriter(HEAD).octet("type", type).id(key.id()).int64(key.sinceMillis()).toBytes();
  }
}
