package org.dharch.core.node;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.dharch.core.files.DiskSpace;
import org.dharch.core.files.FolderEntries;
import org.dharch.core.files.LockedFile;
import org.dharch.core.files.ProcessLock;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Reason;
import org.dharch.core.wire.HandlerResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's memory on disk: its id, made with it; a record when an attempt begins and one when it
 * has ended, each forced to the disk before it counts. Of several records of one attempt the last
 * counts. Safe for any thread.
 *
 * <p>Records are only ever added, so what a crash left half written is at the end and is cut off.
 * What has expired, what a later record has replaced, and all attempts in which a handler put one
 * message off but the last, go when the file is written anew: when it is opened, and whenever it is
 * twice as large as it was after the last time. The new file is written beside the old one, forced,
 * and takes its place by a rename, so whenever the process is killed one of both is there whole.
 * While that is done, attempts wait to begin.
 *
 * <p><b>Its clock</b> is a monotonic one, which tells how long ago it was opened; dates, which are
 * set, decide nothing. How much time passed while it was closed nobody knows, so none of that is
 * counted: what an attempt has left when the file is opened again is what it had left when the file
 * is last known to have been in use. For that, its age is written down once a second while records
 * are, and when it is closed. So an attempt is never forgotten too early, and for every second of
 * use in which others came one of its own is over, however often the node is killed.
 *
 * <p>What it forgets it counts: the highest number of an attempt that has gone is kept with the id.
 *
 * <p>On a small disk it is written anew when it takes what the disk has left, since there must be
 * room for the new file beside it.
 *
 * <p>If what counts alone fills the file, attempts are refused until some of it has expired.
 */
final class JournalFile implements AutoCloseable {
  /**
   * How large the file may be, in bytes.
   *
   * @param least below this it is not written anew while it is in use
   * @param most past this attempts are refused
   */
  record Bounds(long least, long most) {
    /** 64 MiB and 1 GiB. */
    static final Bounds DEFAULT = new Bounds(64L << 20, 1L << 30);
  }

  /** Sees the whole records, first to last, each with its place in the file. */
  private interface Visitor {
    void visit(long at, ExecutionRecord record) throws IOException;
  }

  private static final Logger log = LoggerFactory.getLogger(JournalFile.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  /** How long after an attempt to write the file anew that freed little the next one is made. */
  private static final long PAUSE_MILLIS = 60_000;

  /** How often the file's age is written down. */
  private static final long AGE_MILLIS = 1_000;

  /**
   * How long an attempt was remembered at most by a version that wrote dates, as far as it matters:
   * twice the time of a message of four and a half minutes, and a minute.
   */
  private static final long DATED_MILLIS = 600_000;

  private final Path path;
  private final Path fresh;
  private final ProcessLock lock;
  private final Bounds bounds;
  private final LongSupplier millis;
  private final DiskSpace room;
  private final long openedAt;

  private final LockedFile file;

  private long end; // this and what follows: guarded by this
  private long largest; // when it has grown to this it is written anew
  private long notBefore = Long.MIN_VALUE;
  private long agedAt; // the age that was written down last
  private long ageBefore; // what is not written anew yet has its expiry on a clock that showed this
  private long latestDate; // of the records that have dates
  private long id; // none, if it is 0
  private int openings; // with this one
  private long forgotten = ExecutionJournal.NOTHING; // the highest number of an attempt that is

  private JournalFile(
      Path path,
      ProcessLock lock,
      LockedFile file,
      Bounds bounds,
      LongSupplier millis,
      DiskSpace room) {
    this.room = room;
    this.path = path;
    this.fresh = path.resolveSibling(path.getFileName() + ".new");
    this.lock = lock;
    this.bounds = bounds;
    this.millis = millis;
    this.openedAt = millis.getAsLong();
    this.file = file;
    this.largest = bounds.least();
  }

  /**
   * Opens the memory in {@code given}, which is made if it is not there.
   *
   * @param millis a monotonic clock; where it begins does not matter
   * @throws DHArchException if it cannot be opened, or another node has it open
   */
  static JournalFile open(Path given, Bounds bounds, LongSupplier millis) {
    return open(given, bounds, millis, DiskSpace.of(given));
  }

  /**
   * As {@link #open(Path, Bounds, LongSupplier)}.
   *
   * @param room what its disk has left
   */
  static JournalFile open(Path given, Bounds bounds, LongSupplier millis, DiskSpace room) {
    try {
      Path path = real(given);
      ProcessLock lock =
          ProcessLock.take(path.resolveSibling(path.getFileName() + ".lock"))
              .orElseThrow(() -> inUse(given));
      Optional<LockedFile> locked = Optional.empty();
      boolean opened = false;
      try {
        locked = LockedFile.open(path, log::error);
        JournalFile file =
            new JournalFile(
                path, lock, locked.orElseThrow(() -> inUse(given)), bounds, millis, room);
        file.findEnd();
        opened = true;
        return file;
      } finally {
        if (!opened) {
          try (lock) {
            if (locked.isPresent()) {
              locked.get().close();
            }
          }
        }
      }
    } catch (IOException e) {
      throw new DHArchException("memory='" + given + "' cannot be opened: " + Reason.of(e), e);
    }
  }

  private static DHArchException inUse(Path given) {
    return new DHArchException("memory='" + given + "' is in use; one node may have it open");
  }

  /** Without links: what is renamed onto a link would replace the link. */
  private static Path real(Path given) throws IOException {
    if (Files.isDirectory(given)) {
      throw new IOException("it is a folder; a file is needed");
    }
    if (Files.exists(given)) {
      return given.toRealPath();
    }
    Path absolute = given.toAbsolutePath();
    return absolute.getParent().toRealPath().resolve(absolute.getFileName());
  }

  private synchronized void findEnd() throws IOException {
    long size = file.channel().size();
    end = scan(size, (at, record) -> date(record));
    openings++;
    while (id == 0) { // a new one, or an earlier version's: it is written when the file is read
      id = RANDOM.nextLong();
    }
    if (end < size) {
      checkEnd(size);
      if (end == 0) {
        throw new IOException(
            "it does not begin as a node's memory does, and is left as it is; a file of that kind,"
                + " an empty one, or one that is not there is needed");
      }
      log.warn("{}: {} bytes at its end were not whole", path, size - end);
    }
  }

  /**
   * One record was being written at most, with the file's age before it; if another stands behind
   * what is not whole, that was once.
   */
  private void checkEnd(long size) throws IOException {
    byte[] tail = new byte[(int) Math.min(size - end, Integer.MAX_VALUE - 8)];
    ByteBuffer into = ByteBuffer.wrap(tail);
    FileChannel channel = file.channel();
    while (into.hasRemaining() && channel.read(into, end + into.position()) >= 0) {}
    int age = ExecutionRecord.age(0).size();
    for (int at = 1; at < tail.length; at++) {
      int left = tail.length - at;
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(tail, at, left));
      if (at != age && ExecutionRecord.read(in, left).isPresent()) {
        throw new IOException(
            "it is damaged at byte "
                + end
                + ", and its node might perform again what it has performed; a node of another"
                + " name can do its work, with a memory of its own");
      }
    }
  }

  /** How many milliseconds ago it was opened. */
  long age() {
    return millis.getAsLong() - openedAt;
  }

  /** Tells it apart from every other, the one that stood in its place before too. */
  synchronized String id() {
    return String.format(Locale.ROOT, "%016x", id);
  }

  /**
   * The number that no attempt of an earlier opening has reached: of those of an opening not all
   * are written down, so each has numbers of its own. To be asked for when it has been read.
   */
  synchronized long firstNumber() {
    return (long) openings << 40;
  }

  /** The highest number of an attempt that it has had and has no more. As {@link #firstNumber}. */
  synchronized long forgotten() {
    return forgotten;
  }

  private void date(ExecutionRecord record) {
    if (record.isIdentity()) {
      id = record.key().incarnation();
      openings = record.key().index();
      forgotten = record.expiryMillis();
    } else if (record.isAge()) {
      ageBefore = Math.max(ageBefore, record.expiryMillis());
    } else if (record.isDated()) {
      latestDate = Math.max(latestDate, record.expiryMillis());
    }
  }

  /** {@code record}, its expiry on this life's clock. */
  private ExecutionRecord onClock(ExecutionRecord record) {
    long left =
        record.isDated()
            ? record.expiryMillis() - latestDate + DATED_MILLIS
            : record.expiryMillis() - ageBefore;
    return record.expiringAt(left);
  }

  /**
   * Writes the file anew, and tells {@code reader} what has not expired.
   *
   * @throws DHArchException if that cannot be
   */
  synchronized void read(Consumer<ExecutionRecord> reader) {
    try {
      writeAnew(reader);
    } catch (IOException e) {
      throw new DHArchException("memory='" + path + "' cannot be written anew: " + Reason.of(e), e);
    }
  }

  /** Gives the whole records before {@code limit}, and says where the last of them ends. */
  private long scan(long limit, Visitor visitor) throws IOException {
    FileChannel channel = file.channel();
    channel.position(0); // the stream is not closed, for that would close the channel
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel), 1 << 16));
    long at = 0;
    Optional<ExecutionRecord> record = ExecutionRecord.read(in, limit);
    while (record.isPresent()) {
      visitor.visit(at, record.get());
      at += record.get().size();
      record = ExecutionRecord.read(in, limit - at);
    }
    return at;
  }

  /** What was whole when it was written, and is not any more, must not go unnoticed. */
  private void scanAll(Visitor visitor) throws IOException {
    long readable = scan(end, visitor);
    if (readable < end) {
      throw new IOException("its record at byte " + readable + " is not whole any more");
    }
  }

  // ---- written anew

  private void writeAnew(Consumer<ExecutionRecord> reader) throws IOException {
    long now = age();
    Map<TaskRun.Key, Long> last = new HashMap<>();
    DeferredAttempts deferred = new DeferredAttempts();
    scanAll(
        (at, record) -> {
          if (!record.isAttempt()) {
            return;
          }
          if (onClock(record).expiryMillis() <= now) {
            forgotten = Math.max(forgotten, record.number());
            return;
          }
          last.put(record.key(), at);
          if (record.isDeferred()) {
            deferred.add(record.key()).ifPresent(last::remove);
          }
        });
    Files.deleteIfExists(fresh);
    LockedFile next =
        LockedFile.open(fresh, log::error)
            .orElseThrow(() -> new IOException(fresh + " is another's"));
    boolean inPlace = false;
    try {
      long size = copy(last, next.channel(), now, reader);
      next.channel().force(true);
      file.replaceWith(next);
      inPlace = true;
      end = size;
      agedAt = now;
      ageBefore = 0;
    } finally {
      if (!inPlace) {
        next.close();
        Files.deleteIfExists(fresh);
        reopen();
      }
    }
    FolderEntries.force(path.getParent());
    largest = Math.min(bounds.most(), Math.max(bounds.least(), 2 * end));
    room.writtenAnew(end);
    notBefore = 2 * end > bounds.most() ? now + PAUSE_MILLIS : Long.MIN_VALUE;
  }

  private long copy(
      Map<TaskRun.Key, Long> last, FileChannel to, long now, Consumer<ExecutionRecord> reader)
      throws IOException {
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(to), 1 << 16);
    out.write(ExecutionRecord.identity(id, openings, forgotten).bytes());
    if (now > 0) {
      out.write(ExecutionRecord.age(now).bytes());
    }
    scanAll(
        (at, record) -> {
          if (record.isAttempt() && last.getOrDefault(record.key(), -1L) == at) {
            ExecutionRecord kept = onClock(record);
            out.write(kept.bytes());
            reader.accept(kept);
          }
        });
    out.flush();
    return to.position();
  }

  // ---- records are added

  /**
   * Writes down that the attempt begins.
   *
   * @throws DHArchException if that cannot be
   */
  void begin(TaskRun.Key key, long expiryMillis, long number) {
    append(ExecutionRecord.begin(key, expiryMillis, number).bytes());
  }

  /** As {@link #begin}, that it ended so. */
  void end(TaskRun.Key key, long expiryMillis, long number, HandlerResult result) {
    append(ExecutionRecord.end(key, expiryMillis, number, result).bytes());
  }

  private synchronized void append(byte[] record) {
    if (end + record.length > largest || (room.looks(end) && end > room.left())) {
      shrink();
    }
    long now = age();
    byte[] all =
        now - agedAt < AGE_MILLIS ? record : joined(ExecutionRecord.age(now).bytes(), record);
    if (end + all.length > bounds.most()) {
      throw new DHArchException(
          "memory='" + path + "' is full: bytes=" + end + ", allowed are " + bounds.most());
    }
    try {
      force(all);
    } catch (IOException e) {
      throw new DHArchException("memory='" + path + "' cannot be written: " + Reason.of(e), e);
    }
    agedAt = all == record ? agedAt : now;
  }

  /** Once more, if it finds no room and what has expired is given up. */
  private void force(byte[] bytes) throws IOException {
    try {
      forceOnce(bytes);
    } catch (IOException e) {
      mend();
      if (!room.isGone() || !shrink()) {
        throw e;
      }
      forceOnce(bytes);
    }
  }

  private void forceOnce(byte[] bytes) throws IOException {
    file.check();
    write(bytes);
    file.channel().force(false);
    end += bytes.length;
  }

  private static byte[] joined(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private void write(byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    FileChannel channel = file.channel();
    while (left.hasRemaining()) {
      channel.write(left, end + left.position());
    }
  }

  /** Writing failed: nothing half written may stand before what is added next. */
  private void mend() {
    try {
      if (file.channel().isOpen()) {
        file.channel().truncate(end);
      }
      reopen();
    } catch (IOException e) {
      log.debug("{}: what is added next overwrites it", path, e);
    }
  }

  /** A thread that is interrupted while it uses a channel closes it, for others too. */
  private void reopen() throws IOException {
    if (lock.isHeld()) {
      file.reopen();
    }
  }

  /** Writes it anew, unless that was in vain not long ago; whether it could. */
  private boolean shrink() {
    if (age() < notBefore) {
      return false;
    }
    try {
      writeAnew(record -> {});
      return true;
    } catch (IOException e) {
      notBefore = age() + PAUSE_MILLIS;
      mend();
      log.warn("{} cannot be written anew, and goes on growing: {}", path, Reason.of(e));
      return false;
    }
  }

  /** Without it, what is kept is kept for longer; so nothing is the matter if it fails. */
  private void writeLastAge() {
    byte[] age = ExecutionRecord.age(age()).bytes();
    if (file.channel().isOpen() && end > 0 && age() > agedAt && end + age.length <= bounds.most()) {
      try {
        write(age);
      } catch (IOException e) {
        log.debug("{}: its age is not written down", path, e);
      }
    }
  }

  @Override
  public synchronized void close() {
    try {
      try {
        writeLastAge();
        file.close();
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw new DHArchException("memory='" + path + "' cannot be closed: " + Reason.of(e), e);
    }
  }
}
