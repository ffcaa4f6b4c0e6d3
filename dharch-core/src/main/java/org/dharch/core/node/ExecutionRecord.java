package org.dharch.core.node;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultFormat;
import org.dharch.core.wire.ResultSize;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.WireBound;
import org.dharch.core.wire.WireReader;
import org.dharch.core.wire.WireWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One record of a {@link JournalFile}: an attempt began, or it ended so, or how old the file was,
 * or its id. Immutable. In the types of {@link WireWriter}:
 *
 * <pre>
 *  field     type
 *  length    int32, of what follows without the checksum
 *  type      octet: i the file's id, c began, d ended so, t the file's age; b and w are c and d
 *            without a number, v is w with a result of wire version 6, r of 5, e with one as
 *            {@link ResultVersion1} has it
 *  id        id, the message's
 *  life      int64, of the manager that began it; i: the file's id; not in B, R and E, of earlier
 *            versions
 *  index     int32; i: how often the file was opened
 *  attempt   int32
 *  handler   text; not in B, R and E
 *  purpose   word: {@link Task.Purpose}; not in B, R and E
 *  expiry    int64, milliseconds on the file's clock, see {@link JournalFile}; t: the age itself;
 *            i: the highest number that is forgotten
 *  number    int64, which of the memory's attempts it is, see {@link ExecutionJournal}; only in c and d
 *  result    what {@link ResultFormat} says, if the type is d
 *  checksum  int32, CRC-32 of what stands before it without the length
 * </pre>
 *
 * In records of earlier versions of DHArch the type is a capital letter, B, R or E, and the expiry
 * a date, in milliseconds since 1970. An earlier version takes the end in a record of type d for
 * one that it does not know.
 */
final class ExecutionRecord {
  private static final Logger log = LoggerFactory.getLogger(ExecutionRecord.class);
  private static final int AROUND = 4 + 4;
  private static final int HEAD = 1 + 16 + 4 + 4 + 8; // at least
  private static final WireBound HANDLER = new WireBound("maxHandlerBytes", 64 << 10);
  private static final TaskRun.Key NO_ATTEMPT =
      new TaskRun.Key(new MessageId(0, 0), 0, 0, 0, "", Task.Purpose.PERFORM);

  /** What a result may hold the node has checked; of the file, no record is larger than it. */
  private static final Limits LIMITS =
      new Limits(
          Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 1 << 20, 1);

  private static final ResultFormat FORMAT = new ResultFormat(LIMITS);

  private final byte[] body;
  private final int type;
  private final TaskRun.Key key;
  private final long expiryMillis;
  private final long number;
  private final int head;

  private ExecutionRecord(byte[] body) {
    this.body = body;
    WireReader in = new WireReader(body);
    this.type = in.octet("type");
    boolean before = Character.isUpperCase(type);
    MessageId id = in.id("id");
    long incarnation = before ? 0 : in.int64("life");
    int index = in.int32("index");
    int attempt = in.int32("attempt");
    String handler = before ? "" : in.text("handler", WireBound.NONE);
    Task.Purpose purpose = before ? Task.Purpose.PERFORM : in.word("purpose", Task.Purpose.class);
    this.key = new TaskRun.Key(id, incarnation, index, attempt, handler, purpose);
    this.expiryMillis = in.int64("expiry");
    this.number = isNumbered(type) ? in.int64("number") : 0;
    this.head = in.position();
  }

  private static boolean isNumbered(int type) {
    return type == 'c' || type == 'd';
  }

  static ExecutionRecord begin(TaskRun.Key key, long expiryMillis, long number) {
    return new ExecutionRecord(head('c', key, expiryMillis, number, 0).toBytes());
  }

  /**
   * The file has this id, was opened so often, and has forgotten attempts up to this number. An
   * earlier version drops it, as what has expired.
   */
  static ExecutionRecord identity(long id, int openings, long forgotten) {
    TaskRun.Key key =
        new TaskRun.Key(new MessageId(0, 0), id, openings, 0, "", Task.Purpose.PERFORM);
    return new ExecutionRecord(head('i', key, forgotten, 0, 0).toBytes());
  }

  /** The file is so old. */
  static ExecutionRecord age(long millis) {
    return new ExecutionRecord(head('t', NO_ATTEMPT, millis, 0, 0).toBytes());
  }

  /**
   * The attempt of {@code key} ended with {@code result}.
   *
   * @throws MalformedMessageException if the result is past a limit
   */
  static ExecutionRecord end(
      TaskRun.Key key, long expiryMillis, long number, HandlerResult result) {
    int expected = (int) Math.min(ResultSize.of(result), 1 << 24);
    WireWriter out = head('d', key, expiryMillis, number, expected);
    FORMAT.write(out, result);
    return new ExecutionRecord(out.toBytes());
  }

  private static WireWriter head(
      char type, TaskRun.Key key, long expiryMillis, long number, int more) {
    WireWriter out = new WireWriter(HEAD + 128 + more).octet("type", type);
    out.id(key.id()).int64(key.incarnation()).int32(key.index()).int32(key.attempt());
    out.text("handler", key.handler(), HANDLER).word(key.purpose()).int64(expiryMillis);
    return isNumbered(type) ? out.int64(number) : out;
  }

  /**
   * The next record of {@code in}; empty if there is no whole one.
   *
   * @param left how many bytes are left of it
   */
  static Optional<ExecutionRecord> read(DataInputStream in, long left) throws IOException {
    if (left < AROUND) {
      return Optional.empty();
    }
    int length = in.readInt();
    if (length < HEAD || length > left - AROUND) {
      return Optional.empty();
    }
    byte[] body = in.readNBytes(length);
    return in.readInt() == crc(body) ? Optional.of(new ExecutionRecord(body)) : Optional.empty();
  }

  TaskRun.Key key() {
    return key;
  }

  long expiryMillis() {
    return expiryMillis;
  }

  /** Which of the memory's attempts it is; 0 if an earlier version wrote it. */
  long number() {
    return number;
  }

  /** Whether it says how old the file was, and of no attempt. */
  boolean isAge() {
    return type == 't';
  }

  /** Whether it says the file's id, which is the life of its key, and of no attempt. */
  boolean isIdentity() {
    return type == 'i';
  }

  /** Whether it says something of an attempt. */
  boolean isAttempt() {
    return !isAge() && !isIdentity();
  }

  /** Whether its expiry is a date. */
  boolean isDated() {
    return Character.isUpperCase(type);
  }

  /** The same with this expiry on the file's clock. */
  ExecutionRecord expiringAt(long millis) {
    if (millis == expiryMillis && !isDated()) {
      return this;
    }
    int more = body.length - head;
    byte[] begin = head((char) Character.toLowerCase(type), key, millis, number, more).toBytes();
    byte[] other = Arrays.copyOf(begin, begin.length + more);
    System.arraycopy(body, head, other, begin.length, more);
    return new ExecutionRecord(other);
  }

  /** How the attempt ended; empty if it has only begun, or if that cannot be read. */
  Optional<HandlerResult> result() {
    try {
      return switch (type) {
        case 'd' -> Optional.of(readResult(FORMAT::read));
        case 'w' -> Optional.of(readResult(in -> FORMAT.read(in, 7)));
        case 'v' -> Optional.of(readResult(in -> FORMAT.read(in, 6)));
        case 'R', 'r' -> Optional.of(readResult(in -> FORMAT.read(in, 5)));
        case 'E', 'e' ->
            Optional.of(ResultVersion1.read(Arrays.copyOfRange(body, head, body.length)));
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException | MalformedMessageException e) {
      log.warn("the end of {} cannot be read; it counts as not known", key, e);
      return Optional.empty();
    }
  }

  /** Whether it says that the handler did nothing and wanted its message later. */
  boolean isDeferred() {
    return (type == 'd' || type == 'w' || type == 'v')
        && result().map(it -> it.status() == HandlerResult.Status.DEFERRED).orElse(false);
  }

  private HandlerResult readResult(Function<WireReader, HandlerResult> how) {
    WireReader in = new WireReader(body);
    in.skip("head", head);
    HandlerResult result = how.apply(in);
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
