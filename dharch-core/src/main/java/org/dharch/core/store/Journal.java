package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.core.files.AppendLog;
import org.dharch.core.files.DiskSpace;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Reason;
import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the progress of messages in an {@link AppendLog}. Records of many messages are forced to
 * the disk together. The last record of a message counts. Safe for any thread.
 *
 * <p>The log is rewritten when the journal {@linkplain #begin begins} and whenever it is twice as
 * large as the records that count. It is not rewritten below a minimum size, unless the disk has
 * less space left than that.
 */
final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  /**
   * Sizes in bytes.
   *
   * @param minRewrite the size below which the file is not rewritten
   * @param maxLive the maximum size of the messages whose progress counts
   */
  record Bounds(long minRewrite, long maxLive) {
    static final Bounds NONE = new Bounds(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  private final Path path;
  private final AppendLog log;
  private final Bounds bounds;
  private final DiskSpace space;
  private final RepeatedLog growing = new RepeatedLog(System::nanoTime, LOG::warn);

  private final Map<StoreKey, byte[]> live = new TreeMap<>(); // this and below: guarded by this
  private long liveBytes;
  private Optional<String> damage = Optional.empty();

  private Journal(Path path, AppendLog log, Bounds bounds, DiskSpace space) {
    this.path = path;
    this.log = log;
    this.bounds = bounds;
    this.space = space;
  }

  /**
   * Opens the journal in {@code path}. Creates the file, for this user only, if it does not exist.
   *
   * @return empty if another process has it open
   */
  static Optional<Journal> open(Path path, Bounds bounds) throws IOException {
    return open(path, bounds, DiskSpace.of(path));
  }

  static Optional<Journal> open(Path path, Bounds bounds, DiskSpace space) throws IOException {
    Optional<AppendLog> log = AppendLog.open(path, space, LOG::error);
    if (log.isEmpty()) {
      return Optional.empty();
    }
    Journal journal = new Journal(path, log.get(), bounds, space);
    journal.load();
    return Optional.of(journal);
  }

  private synchronized void load() throws IOException {
    log.load(this::apply);
    if (log.damagedAt().isPresent()) {
      damaged(log.damagedAt().getAsLong(), "the record is incomplete");
    } else if (log.incompleteBytes() > 0) {
      LOG.warn("Incomplete record at the end of {} bytes={}", path, log.incompleteBytes());
    }
  }

  private void apply(long offset, byte[] payload) {
    try {
      JournalRecord record = JournalRecord.decode(payload);
      record.message().ifPresentOrElse(m -> put(record.key(), m), () -> drop(record.key()));
    } catch (MalformedMessageException e) {
      damaged(offset, e.getMessage());
    }
  }

  private void damaged(long offset, String why) {
    LOG.error("Damaged journal {} offset={}: {}", path, offset, why);
    damage = damage.or(() -> Optional.of(path + " is damaged at byte " + offset));
  }

  private void put(StoreKey key, byte[] message) {
    drop(key);
    live.put(key, message);
    liveBytes += message.length;
  }

  private void drop(StoreKey key) {
    byte[] before = live.remove(key);
    liveBytes -= before == null ? 0 : before.length;
  }

  /**
   * Checks that this process still owns the store.
   *
   * @throws IOException if the file was deleted or replaced
   */
  void checkOwned() throws IOException {
    log.checkOwned();
  }

  /**
   * Returns where the journal is damaged, so that not all progress is known; empty if it is not.
   */
  synchronized Optional<String> damage() {
    return damage;
  }

  /**
   * Rewrites the file, so that records can be added. On a full disk it keeps the file as it is,
   * unless the file is damaged.
   */
  synchronized void begin() throws IOException {
    try {
      rewrite();
    } catch (IOException e) {
      if (damage.isPresent()) {
        throw e;
      }
      LOG.warn("Cannot rewrite {}: {}", path, Reason.of(e));
      log.cutIncompleteEnd();
    }
  }

  /** Adds the progress of messages and drops that of others; on disk when it returns. */
  synchronized void add(Map<StoreKey, byte[]> progress, List<StoreKey> ended) throws IOException {
    long more = progress.values().stream().mapToLong(message -> message.length).sum();
    if (more > 0 && liveBytes + more > bounds.maxLive()) {
      throw new IOException(
          "the journal is full: it must not exceed "
              + bounds.maxLive()
              + " bytes (got "
              + liveBytes
              + " and "
              + more
              + " more)");
    }
    List<byte[]> records = new ArrayList<>(progress.size() + ended.size());
    progress.forEach((key, message) -> records.add(JournalRecord.progress(key, message)));
    ended.stream().filter(live::containsKey).forEach(key -> records.add(JournalRecord.ended(key)));
    log.appendForced(records, this::makeSpace);
    progress.forEach(this::put);
    ended.forEach(this::drop);
    rewriteIfLarge();
  }

  /** Drops the progress of a message; a power loss may restore it. */
  synchronized void forget(StoreKey key) throws IOException {
    if (live.containsKey(key)) {
      log.append(JournalRecord.ended(key));
      drop(key);
    }
  }

  /**
   * Drops the progress of a message without rewriting the file; on disk when it returns. Leaves a
   * damaged file as it is: a person has to inspect it.
   */
  synchronized void forgetInPlace(StoreKey key) throws IOException {
    if (damage.isEmpty() && live.containsKey(key)) {
      log.appendForced(List.of(JournalRecord.ended(key)), () -> false);
      drop(key);
    }
  }

  /** Ignores the progress of a message because it is unreadable. */
  synchronized void ignore(StoreKey key) {
    drop(key);
  }

  /** Returns the messages whose progress counts, by key. */
  synchronized Map<StoreKey, byte[]> contents() {
    return new TreeMap<>(live);
  }

  private boolean makeSpace() {
    return log.end() > 2 * liveBytes && rewriteSafely();
  }

  private void rewriteIfLarge() {
    space.update(log.end());
    long worthwhile = Math.max(Math.min(bounds.minRewrite(), space.free()), 2 * liveBytes);
    if (log.end() > worthwhile) {
      rewriteSafely();
    }
  }

  private boolean rewriteSafely() {
    try {
      rewrite();
      return true;
    } catch (IOException e) {
      growing.log("Cannot rewrite " + path + ", which keeps growing: " + Reason.of(e));
      return false;
    }
  }

  private void rewrite() throws IOException {
    log.rewrite(
        sink -> {
          for (Map.Entry<StoreKey, byte[]> one : live.entrySet()) {
            sink.add(JournalRecord.progress(one.getKey(), one.getValue()));
          }
        });
  }

  @Override
  public synchronized void close() throws IOException {
    log.close();
  }
}
