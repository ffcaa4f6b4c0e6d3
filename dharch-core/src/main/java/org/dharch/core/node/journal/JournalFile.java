package org.dharch.core.node.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.dharch.core.files.AppendLog;
import org.dharch.core.files.DiskSpace;
import org.dharch.core.files.ProcessLock;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Reason;
import org.dharch.core.wire.HandlerResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores an {@link ExecutionJournal} in an {@link AppendLog}: the id of the file, a record when an
 * attempt begins, and a record when it ends. Each record is forced to the disk before it counts.
 * The last record of an attempt counts. Safe for any thread.
 *
 * <p><b>Rewrite.</b> The file is rewritten when it is opened and whenever it is twice as large as
 * after the last rewrite. A rewrite drops expired attempts, replaced records, and all deferred
 * attempts of a piece of work except the last one. It retains the highest number of a dropped
 * attempt. On a small disk the file is also rewritten when it is larger than the free space,
 * because the new file needs that space. Attempts wait during a rewrite. If the records that count
 * fill the file, attempts are rejected until some expire.
 *
 * <p><b>Clock.</b> The clock of the file is monotonic and starts when the file is opened. Dates,
 * which can be set, decide nothing. The time while the file is closed is unknown and does not
 * count: an attempt has as much time left after opening as when the file is last known to have been
 * in use. For this the age of the file is recorded once a second while records are, and on close.
 * So no attempt is forgotten too early, and its time passes with each second of use, even if the
 * node is killed often.
 */
final class JournalFile implements AutoCloseable {
  /**
   * Sizes of the file in bytes.
   *
   * @param minRewrite the size below which the file is not rewritten while it is in use
   * @param max the size beyond which attempts are rejected
   */
  record Bounds(long minRewrite, long max) {
    /** 64 MiB and 1 GiB. */
    static final Bounds DEFAULT = new Bounds(64L << 20, 1L << 30);
  }

  private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  /** How long no rewrite is attempted after one that freed little. */
  private static final long PAUSE_MILLIS = 60_000;

  /** How often the age of the file is recorded. */
  private static final long AGE_MILLIS = 1_000;

  /** Attempt numbers of one opening of the file. */
  private static final int NUMBER_BITS = 40;

  private final Path path;
  private final ProcessLock lock;
  private final AppendLog log;
  private final Bounds bounds;
  private final LongSupplier millis;
  private final DiskSpace space;
  private final long openedAt;

  private long rewriteAt; // file size; this and below: guarded by this
  private long noRewriteBefore = Long.MIN_VALUE;
  private long recordedAge;
  private long ageBefore; // age on whose clock the records have their expiries until the rewrite
  private long id; // 0 until it is assigned
  private int openings; // including this one
  private long forgotten = ExecutionJournal.NOTHING; // the highest number of a dropped attempt

  private JournalFile(
      Path path,
      ProcessLock lock,
      AppendLog log,
      Bounds bounds,
      LongSupplier millis,
      DiskSpace space) {
    this.path = path;
    this.lock = lock;
    this.log = log;
    this.bounds = bounds;
    this.millis = millis;
    this.space = space;
    this.openedAt = millis.getAsLong();
    this.rewriteAt = bounds.minRewrite();
  }

  /**
   * Opens the file {@code given}; {@link #read} must follow. Creates it if it does not exist.
   *
   * @param millis a monotonic clock with any origin
   * @throws DHArchException if it cannot be opened or another node has it open
   */
  static JournalFile open(Path given, Bounds bounds, LongSupplier millis) {
    return open(given, bounds, millis, DiskSpace.of(given));
  }

  static JournalFile open(Path given, Bounds bounds, LongSupplier millis, DiskSpace space) {
    try {
      Path path = withoutLinks(given);
      ProcessLock lock =
          ProcessLock.take(path.resolveSibling(path.getFileName() + ".lock"))
              .orElseThrow(() -> inUse(given));
      boolean opened = false;
      try {
        AppendLog log = AppendLog.open(path, space, LOG::error).orElseThrow(() -> inUse(given));
        JournalFile file = new JournalFile(path, lock, log, bounds, millis, space);
        file.load();
        opened = true;
        return file;
      } finally {
        if (!opened) {
          lock.close();
        }
      }
    } catch (IOException e) {
      throw failed("open", given, e);
    }
  }

  private static DHArchException inUse(Path given) {
    return new DHArchException(
        "execution journal '" + given + "' must not be in use by another node");
  }

  private static DHArchException failed(String what, Path path, IOException e) {
    return new DHArchException(
        "cannot " + what + " execution journal '" + path + "': " + Reason.of(e), e);
  }

  /** A rename onto a link would replace the link. */
  private static Path withoutLinks(Path given) throws IOException {
    if (Files.isDirectory(given)) {
      throw new IOException("it must be a file (got a folder)");
    }
    if (Files.exists(given)) {
      return given.toRealPath();
    }
    Path absolute = given.toAbsolutePath();
    return absolute.getParent().toRealPath().resolve(absolute.getFileName());
  }

  private synchronized void load() throws IOException {
    log.load((offset, payload) -> apply(decode(offset, payload)));
    try {
      check();
    } catch (IOException e) {
      log.close();
      throw e;
    }
    openings++;
    while (id == 0) { // a new file; the id is written by the rewrite that follows
      id = RANDOM.nextLong();
    }
  }

  private void check() throws IOException {
    if (log.damagedAt().isPresent()) {
      throw new IOException(
          "it is damaged at byte "
              + log.damagedAt().getAsLong()
              + "; use another node name with an execution journal of its own, because this node"
              + " might repeat work");
    }
    if (log.incompleteBytes() > 0 && log.end() == 0) {
      throw new IOException(
          "it is not an execution journal and was not changed; it must be an execution journal, an"
              + " empty file, or a file that does not exist");
    }
    if (log.incompleteBytes() > 0) {
      LOG.warn("Incomplete record at the end of {} bytes={}", path, log.incompleteBytes());
    }
  }

  private static ExecutionRecord decode(long offset, byte[] payload) throws IOException {
    try {
      return ExecutionRecord.decode(payload);
    } catch (MalformedMessageException e) {
      throw new IOException("the record at byte " + offset + " is unreadable: " + Reason.of(e), e);
    }
  }

  private void apply(ExecutionRecord record) {
    if (record instanceof ExecutionRecord.Identity identity) {
      id = identity.id();
      openings = identity.openings();
      forgotten = identity.forgotten();
    } else if (record instanceof ExecutionRecord.Age age) {
      ageBefore = Math.max(ageBefore, age.millis());
    }
  }

  /** Returns how many milliseconds ago the file was opened. */
  long age() {
    return millis.getAsLong() - openedAt;
  }

  /** Returns the id, which no other file has, including an earlier one at the same path. */
  synchronized String id() {
    return String.format(Locale.ROOT, "%016x", id);
  }

  /**
   * Returns a number that no attempt of an earlier opening has reached. Not all numbers of an
   * opening are recorded, so each opening has a range of its own. Call it after {@link #read}.
   */
  synchronized long firstNumber() {
    return (long) openings << NUMBER_BITS;
  }

  /** Returns the highest number of a dropped attempt. Call it after {@link #read}. */
  synchronized long forgotten() {
    return forgotten;
  }

  /**
   * Rewrites the file and passes the attempts that have not expired to {@code reader}.
   *
   * @throws DHArchException if the rewrite fails
   */
  synchronized void read(Consumer<ExecutionRecord.Attempt> reader) {
    try {
      rewrite(reader);
    } catch (IOException e) {
      throw failed("rewrite", path, e);
    }
  }

  // ---- rewriting

  /** Receives the attempts in the file, with their expiries on the clock of this opening. */
  private interface AttemptVisitor {
    void visit(long offset, ExecutionRecord.Attempt attempt) throws IOException;
  }

  private void visitAttempts(AttemptVisitor visitor) throws IOException {
    log.read(
        (offset, payload) -> {
          if (decode(offset, payload) instanceof ExecutionRecord.Attempt attempt) {
            visitor.visit(offset, attempt.expiringAt(attempt.expiryMillis() - ageBefore));
          }
        });
  }

  private void rewrite(Consumer<ExecutionRecord.Attempt> reader) throws IOException {
    long now = age();
    Map<AttemptKey, Long> kept = offsetsToKeep(now);
    log.rewrite(
        sink -> {
          sink.add(new ExecutionRecord.Identity(id, openings, forgotten).encode());
          if (now > 0) {
            sink.add(new ExecutionRecord.Age(now).encode());
          }
          visitAttempts(
              (offset, attempt) -> {
                if (kept.getOrDefault(attempt.key(), -1L) == offset) {
                  sink.add(attempt.encode());
                  reader.accept(attempt);
                }
              });
        });
    recordedAge = now;
    ageBefore = 0;
    long end = log.end();
    rewriteAt = Math.min(bounds.max(), Math.max(bounds.minRewrite(), 2 * end));
    noRewriteBefore = 2 * end > bounds.max() ? now + PAUSE_MILLIS : Long.MIN_VALUE;
  }

  private Map<AttemptKey, Long> offsetsToKeep(long now) throws IOException {
    Map<AttemptKey, Long> last = new HashMap<>();
    DeferredAttempts deferred = new DeferredAttempts();
    visitAttempts(
        (offset, attempt) -> {
          if (attempt.expiryMillis() <= now) {
            forgotten = Math.max(forgotten, attempt.number());
            return;
          }
          last.put(attempt.key(), offset);
          if (attempt.isDeferred()) {
            deferred.add(attempt.key()).ifPresent(last::remove);
          }
        });
    return last;
  }

  /** Rewrites the file unless a recent rewrite freed little; returns whether it did. */
  private boolean tryRewrite() {
    if (age() < noRewriteBefore) {
      return false;
    }
    try {
      rewrite(attempt -> {});
      return true;
    } catch (IOException e) {
      noRewriteBefore = age() + PAUSE_MILLIS;
      LOG.warn("Cannot rewrite {}, which keeps growing: {}", path, Reason.of(e));
      return false;
    }
  }

  // ---- appending

  /**
   * Records that the attempt begins.
   *
   * @throws DHArchException if it cannot be written
   */
  void begin(AttemptKey key, long expiryMillis, long number) {
    append(ExecutionRecord.Attempt.began(key, expiryMillis, number).encode());
  }

  /**
   * Records that the attempt ended.
   *
   * @throws DHArchException if it cannot be written
   */
  void end(AttemptKey key, long expiryMillis, long number, HandlerResult result) {
    append(ExecutionRecord.Attempt.ended(key, expiryMillis, number, result).encode());
  }

  private synchronized void append(byte[] record) {
    if (log.end() + size(record) > rewriteAt
        || (space.update(log.end()) && log.end() > space.free())) {
      tryRewrite();
    }
    long now = age();
    byte[] age = new ExecutionRecord.Age(now).encode();
    boolean withAge = now - recordedAge >= AGE_MILLIS;
    long more = size(record) + (withAge ? size(age) : 0);
    if (log.end() + more > bounds.max()) {
      throw new DHArchException(
          "execution journal '"
              + path
              + "' is full: it must not exceed "
              + bounds.max()
              + " bytes (got "
              + (log.end() + more)
              + ")");
    }
    try {
      log.appendForced(withAge ? List.of(age, record) : List.of(record), this::tryRewrite);
    } catch (IOException e) {
      throw failed("write", path, e);
    }
    if (withAge) {
      recordedAge = now;
    }
  }

  private static long size(byte[] record) {
    return (long) AppendLog.OVERHEAD + record.length;
  }

  /** Without the last age attempts are only kept longer, so a failure does not matter. */
  private void appendLastAge() {
    byte[] age = new ExecutionRecord.Age(age()).encode();
    if (log.end() > 0 && age() > recordedAge && log.end() + size(age) <= bounds.max()) {
      try {
        log.append(age);
      } catch (IOException e) {
        LOG.debug("Cannot record the age of {}", path, e);
      }
    }
  }

  @Override
  public synchronized void close() {
    try {
      try {
        appendLastAge();
        log.close();
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw failed("close", path, e);
    }
  }
}
