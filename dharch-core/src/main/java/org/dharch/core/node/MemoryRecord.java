package org.dharch.core.node;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.TaskBatchFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One record of a {@link MemoryFile}: an attempt began, or it ended so. Immutable. Big-endian:
 *
 * <pre>
 *  length of what follows without the CRC (4)
 *  'B' or 'E' | message id (16) | index (4) attempt (4) | expiry, milliseconds since 1970 (8)
 *  the result as a reply in DMFormat, if it is an 'E'
 *  CRC-32 of the above without the length (4)
 * </pre>
 */
final class MemoryRecord {
  private static final Logger log = LoggerFactory.getLogger(MemoryRecord.class);
  private static final int AROUND = 4 + 4;
  private static final int HEAD = 1 + 16 + 4 + 4 + 8;
  private static final Limits LIMITS = Limits.DEFAULT;
  private static final int MAX_BODY = HEAD + LIMITS.maxPayloadBytes() + LIMITS.maxPropertyBytes();
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(LIMITS);
  private static final DMFormatCodec CODEC = new DMFormatCodec(LIMITS);

  private final ByteBuffer body;

  private MemoryRecord(byte[] body) {
    this.body = ByteBuffer.wrap(body);
  }

  static MemoryRecord begin(TaskRun.Key key, long expiryMillis) {
    return of('B', key, expiryMillis, new byte[0]);
  }

  /**
   * The attempt of {@code key} ended with {@code result}.
   *
   * @throws MalformedMessageException if the result is past a limit
   */
  static MemoryRecord end(TaskRun.Key key, long expiryMillis, HandlerResult result) {
    Reply reply = new Reply(key.id(), new NodeId("memory", "0"), List.of(result));
    return of('E', key, expiryMillis, CODEC.encode(FORMAT.encode(reply)));
  }

  private static MemoryRecord of(char type, TaskRun.Key key, long expiryMillis, byte[] rest) {
    ByteBuffer body = ByteBuffer.allocate(HEAD + rest.length);
    body.put((byte) type).putLong(key.id().high()).putLong(key.id().low());
    body.putInt(key.index()).putInt(key.attempt()).putLong(expiryMillis).put(rest);
    return new MemoryRecord(body.array());
  }

  /**
   * The next record of {@code in}; empty if there is no whole one.
   *
   * @param left how many bytes are left of it
   */
  static Optional<MemoryRecord> read(DataInputStream in, long left) throws IOException {
    if (left < AROUND) {
      return Optional.empty();
    }
    int length = in.readInt();
    if (length < HEAD || length > MAX_BODY || length > left - AROUND) {
      return Optional.empty();
    }
    byte[] body = in.readNBytes(length);
    return in.readInt() == crc(body) ? Optional.of(new MemoryRecord(body)) : Optional.empty();
  }

  TaskRun.Key key() {
    return new TaskRun.Key(
        new MessageId(body.getLong(1), body.getLong(9)), body.getInt(17), body.getInt(21));
  }

  long expiryMillis() {
    return body.getLong(25);
  }

  /** How the attempt ended; empty if it has only begun, or if that cannot be read. */
  Optional<HandlerResult> result() {
    if (body.get(0) != 'E') {
      return Optional.empty();
    }
    byte[] rest = Arrays.copyOfRange(body.array(), HEAD, body.capacity());
    try {
      return FORMAT.reply(CODEC.decode(rest)).results().stream().findFirst();
    } catch (MalformedMessageException e) {
      log.warn("the end of {} cannot be read; it counts as not known", key(), e);
      return Optional.empty();
    }
  }

  /** As it stands in the file. */
  byte[] bytes() {
    ByteBuffer all = ByteBuffer.allocate(size());
    all.putInt(body.capacity()).put(body.array()).putInt(crc(body.array()));
    return all.array();
  }

  /** How many bytes it takes in the file. */
  int size() {
    return AROUND + body.capacity();
  }

  private static int crc(byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return (int) crc.getValue();
  }
}
