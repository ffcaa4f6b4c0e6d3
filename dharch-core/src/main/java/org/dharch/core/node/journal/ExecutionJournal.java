package org.dharch.core.node.journal;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.dharch.api.Changes;
import org.dharch.core.message.DHArchException;
import org.dharch.core.wire.HandlerResult;

/**
 * Records the stateful handlers' attempts on one node, so that no attempt performs twice, however
 * often its task batch is delivered. An attempt is kept as long as its message can be repeated, by
 * a monotonic clock. Bounded: when the journal is full, the node rejects stateful tasks instead of
 * forgetting attempts. With a file, it survives the node's process: an attempt that had started and
 * not ended when the node stopped is answered with {@link HandlerResult.Status#UNKNOWN}. Only the
 * last deferred attempt of a piece of work is kept, and answers for the earlier ones. Safe for any
 * thread.
 *
 * <p>Attempts are numbered in order, through all incarnations of the node, and the highest
 * forgotten number is kept. A manager that sends an attempt states how many had been recorded when
 * it first sent it ({@link org.dharch.core.wire.Task#after()}). So an attempt that is not recorded
 * is either known to be new, or answered with {@code UNKNOWN}: a forgotten attempt is never
 * considered new, however late its manager returns.
 */
public final class ExecutionJournal implements AutoCloseable {
  /** The default bound on attempts. */
  public static final int DEFAULT_BOUND = 100_000;

  /** The initial value of the highest forgotten number: no attempt is forgotten. */
  static final long NOTHING = Long.MIN_VALUE;

  /** How much longer than its message an attempt is kept. */
  private static final long GRACE_MILLIS = 60_000;

  /**
   * The time at which an attempt is forgotten.
   *
   * @param number the number of the attempt
   */
  record Expiry(long atMillis, long number, AttemptKey key) {}

  /** The record of an attempt; without a result it has not ended. */
  record Kept(Expiry expiry, Optional<HandlerResult> result) {
    long bytes() {
      return result.map(HandlerResult::size).orElse(0L);
    }
  }

  private static final String DOWN = "the node went down while the handler ran";
  private static final String OLDER =
      "the node's journal is an older one than it was when this was first asked for";
  private static final String FORGOTTEN =
      "the node's journal does not reach back to when this was first asked for";

  final Map<AttemptKey, Kept> attempts = new HashMap<>();

  /** The expiries of exactly the kept attempts, the earliest first. */
  final NavigableSet<Expiry> expiries =
      new TreeSet<>(Comparator.comparingLong(Expiry::atMillis).thenComparingLong(Expiry::number));

  final DeferredAttempts deferred = new DeferredAttempts();
  private final int bound;
  private final long maxBytes = Runtime.getRuntime().maxMemory() / 8;
  private long taken; // the number of the latest attempt
  private long forgotten = NOTHING; // the highest number of an expired attempt
  long bytes;
  private final LongSupplier millis;
  private final Optional<JournalFile> file;
  private final Optional<String> id;

  ExecutionJournal(
      int bound, LongSupplier millis, Optional<JournalFile> file, Optional<String> id) {
    this.bound = bound;
    this.millis = millis;
    this.file = file;
    this.id = id;
  }

  private static long monotonicMillis() {
    return System.nanoTime() / 1_000_000;
  }

  /** Creates a journal that ends with the process. */
  public static ExecutionJournal volatileJournal() {
    return new ExecutionJournal(
        DEFAULT_BOUND, ExecutionJournal::monotonicMillis, Optional.empty(), Optional.empty());
  }

  /**
   * Opens the journal in {@code path}; creates the file if it does not exist.
   *
   * @throws DHArchException if it cannot be read or written, or another node has it open
   */
  public static ExecutionJournal open(Path path) {
    return open(path, JournalFile.Bounds.DEFAULT, ExecutionJournal::monotonicMillis);
  }

  static ExecutionJournal open(Path path, JournalFile.Bounds bounds, LongSupplier millis) {
    JournalFile file = JournalFile.open(path, bounds, millis);
    ExecutionJournal journal =
        new ExecutionJournal(DEFAULT_BOUND, file::age, Optional.of(file), Optional.of(file.id()));
    boolean read = false;
    try {
      file.read(journal::found);
      journal.opened(file);
      read = true;
      return journal;
    } finally {
      if (!read) {
        journal.close();
      }
    }
  }

  /** Returns its unique id if it survives the node's process; otherwise empty. */
  public Optional<String> id() {
    return id;
  }

  private synchronized void found(ExecutionRecord.Attempt attempt) {
    remembered(attempt.key(), attempt.expiryMillis(), attempt.number(), attempt.result());
  }

  private synchronized void opened(JournalFile read) {
    taken = read.firstNumber();
    forgotten = read.forgotten();
  }

  /** Returns the number of recorded attempts; it never decreases, even after a restart. */
  public synchronized long taken() {
    return taken;
  }

  /**
   * Returns the result of an attempt; empty if the attempt is new. The result is UNKNOWN if the
   * attempt started in an earlier incarnation of the node and did not end, or if it may have been
   * forgotten.
   *
   * @param after the number of recorded attempts when this one was first sent
   */
  public synchronized Optional<HandlerResult> recall(AttemptKey key, long after) {
    return Optional.ofNullable(attempts.get(key))
        .map(kept -> kept.result().orElseGet(() -> unknown(key, DOWN)))
        .or(() -> deferred.after(key).map(last -> superseded(key, last)))
        .or(() -> after < forgotten ? Optional.of(unknown(key, FORGOTTEN)) : Optional.empty())
        .or(() -> after > taken ? Optional.of(unknown(key, OLDER)) : Optional.empty());
  }

  /** Returns the answer to a late copy of a task batch: a later attempt has been deferred. */
  private HandlerResult superseded(AttemptKey key, AttemptKey last) {
    Changes deferred = attempts.get(last).result().orElseThrow().changes();
    return HandlerResult.of(
        key.index(), key.attempt(), HandlerResult.Status.DEFERRED, "", 0, 0, deferred);
  }

  private static HandlerResult unknown(AttemptKey key, String reason) {
    return HandlerResult.of(
        key.index(), key.attempt(), HandlerResult.Status.UNKNOWN, reason, 0, 0, Changes.NONE);
  }

  /**
   * Reserves a slot for an attempt; returns false if there is none.
   *
   * @param remainingMillis until its message's deadline
   */
  public synchronized boolean reserve(AttemptKey key, long remainingMillis) {
    long now = millis.getAsLong();
    while (!expiries.isEmpty() && expiries.first().atMillis() <= now) {
      Expiry first = expiries.first();
      forgotten = Math.max(forgotten, first.number());
      forget(first.key());
    }
    if (attempts.size() >= bound || bytes > maxBytes) {
      return false;
    }
    long expiry = now + 2 * remainingMillis + GRACE_MILLIS;
    long before = // if deferred, this attempt also answers for the earlier one
        deferred.before(key).map(it -> attempts.get(it).expiry().atMillis()).orElse(expiry);
    remembered(key, Math.max(before, expiry), ++taken, Optional.empty());
    return true;
  }

  private synchronized void remembered(
      AttemptKey key, long expiryMillis, long number, Optional<HandlerResult> result) {
    forget(key);
    Kept kept = new Kept(new Expiry(expiryMillis, number, key), result);
    attempts.put(key, kept);
    expiries.add(kept.expiry());
    bytes += kept.bytes();
    forgetDeferredBefore(key, result);
  }

  private void forgetDeferredBefore(AttemptKey key, Optional<HandlerResult> result) {
    if (result.isPresent() && result.get().status() == HandlerResult.Status.DEFERRED) {
      deferred.add(key).ifPresent(this::forget);
    }
  }

  /** Removes the attempt. */
  synchronized void forget(AttemptKey key) {
    Kept kept = attempts.remove(key);
    if (kept != null) {
      expiries.remove(kept.expiry());
      bytes -= kept.bytes();
      deferred.remove(key);
    }
  }

  /** Records the result of the attempt. */
  public synchronized void ended(AttemptKey key, HandlerResult result) {
    Kept known = attempts.get(key);
    if (known != null) {
      Kept kept = new Kept(known.expiry(), Optional.of(result));
      attempts.put(key, kept);
      bytes += kept.bytes() - known.bytes();
      forgetDeferredBefore(key, kept.result());
    }
  }

  /**
   * Writes that the attempt is about to start; it is on disk when this returns.
   *
   * @throws DHArchException if it cannot be written
   */
  public void writeBegin(AttemptKey key) {
    Expiry expiry = expiry(key);
    file.ifPresent(f -> f.begin(key, expiry.atMillis(), expiry.number()));
  }

  /**
   * Writes the attempt's result; it is on disk when this returns.
   *
   * @throws DHArchException if it cannot be written
   */
  public void writeEnd(AttemptKey key, HandlerResult result) {
    Expiry expiry = expiry(key);
    file.ifPresent(f -> f.end(key, expiry.atMillis(), expiry.number(), result));
  }

  private synchronized Expiry expiry(AttemptKey key) {
    return Optional.ofNullable(attempts.get(key)).map(Kept::expiry).orElse(new Expiry(0, 0, key));
  }

  /** Closes the file, if there is one. */
  @Override
  public void close() {
    file.ifPresent(JournalFile::close);
  }
}
