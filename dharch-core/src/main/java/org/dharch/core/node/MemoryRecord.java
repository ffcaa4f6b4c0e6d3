package org.dharch.core.node;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultFormat;
import org.dharch.core.wire.ResultSize;
import org.dharch.core.wire.WireBound;
import org.dharch.core.wire.WireReader;
import org.dharch.core.wire.WireWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One record of a {@link MemoryFile}: an attempt began, or it ended so. Immutable. In the types of
 * {@link WireWriter}:
 *
 * <pre>
 *  field     type
 *  length    int32, of what follows without the checksum
 *  type      octet: B began, R ended so; E is R as it was written before, see {@link ResultVersion1}
 *  id        id, the message's
 *  index     int32
 *  attempt   int32
 *  expiry    int64, milliseconds since 1970
 *  result    what {@link ResultFormat} says, if the type is R
 *  checksum  int32, CRC-32 of what stands before it without the length
 * </pre>
 */
final class MemoryRecord {
  private static final Logger log = LoggerFactory.getLogger(MemoryRecord.class);
  private static final int AROUND = 4 + 4;
  private static final int HEAD = 1 + 16 + 4 + 4 + 8;

  /** What a result may hold the node has checked; of the file, no record is larger than it. */
  private static final Limits LIMITS =
      new Limits(
          Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 1 << 20, 1);

  private static final ResultFormat FORMAT = new ResultFormat(LIMITS);

  private final byte[] body;
  private final int type;
  private final TaskRun.Key key;
  private final long expiryMillis;

  private MemoryRecord(byte[] body) {
    this.body = body;
    WireReader in = new WireReader(body);
    this.type = in.octet("type");
    this.key = new TaskRun.Key(in.id("id"), in.int32("index"), in.int32("attempt"));
    this.expiryMillis = in.int64("expiry");
  }

  static MemoryRecord begin(TaskRun.Key key, long expiryMillis) {
    return new MemoryRecord(head('B', key, expiryMillis, 0).toBytes());
  }

  /**
   * The attempt of {@code key} ended with {@code result}.
   *
   * @throws MalformedMessageException if the result is past a limit
   */
  static MemoryRecord end(TaskRun.Key key, long expiryMillis, HandlerResult result) {
    int expected = (int) Math.min(ResultSize.of(result), 1 << 24);
    WireWriter out = head('R', key, expiryMillis, expected);
    FORMAT.write(out, result);
    return new MemoryRecord(out.toBytes());
  }

  private static WireWriter head(char type, TaskRun.Key key, long expiryMillis, int more) {
    WireWriter out = new WireWriter(HEAD + more).octet("type", type).id(key.id());
    return out.int32(key.index()).int32(key.attempt()).int64(expiryMillis);
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
    if (length < HEAD || length > left - AROUND) {
      return Optional.empty();
    }
    byte[] body = in.readNBytes(length);
    return in.readInt() == crc(body) ? Optional.of(new MemoryRecord(body)) : Optional.empty();
  }

  TaskRun.Key key() {
    return key;
  }

  long expiryMillis() {
    return expiryMillis;
  }

  /** How the attempt ended; empty if it has only begun, or if that cannot be read. */
  Optional<HandlerResult> result() {
    try {
      return switch (type) {
        case 'R' -> Optional.of(readResult());
        case 'E' -> Optional.of(ResultVersion1.read(Arrays.copyOfRange(body, HEAD, body.length)));
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException | MalformedMessageException e) {
      log.warn("the end of {} cannot be read; it counts as not known", key, e);
      return Optional.empty();
    }
  }

  private HandlerResult readResult() {
    WireReader in = new WireReader(body);
    in.skip("head", HEAD);
    HandlerResult result = FORMAT.read(in);
    in.end("a record");
    return result;
  }

  /** As it stands in the file. */
  byte[] bytes() {
    return new WireWriter(size()).bytes("body", body, WireBound.NONE).int32(crc(body)).toBytes();
  }

  /** How many bytes it takes in the file. */
  int size() {
    return AROUND + body.length;
  }

  private static int crc(byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return (int) crc.getValue();
  }
}
