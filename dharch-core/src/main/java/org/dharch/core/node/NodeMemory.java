package org.dharch.core.node;

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
import org.dharch.core.wire.ResultSize;

/**
 * What stateful handlers did on one node, so that none performs twice for one attempt, however
 * often its task batch is delivered. Kept as long as the message can come again, by a monotonic
 * clock: no date decides what is forgotten. Bounded: when it is full, the node refuses stateful
 * work instead of forgetting. If it has a file, it outlives the node's process: an attempt that had
 * begun when the node went down, and not ended, is answered with {@link
 * HandlerResult.Status#UNKNOWN}. Of the attempts in which a handler put one message off only the
 * last is kept, and answers for those before it. Safe for any thread.
 */
public final class NodeMemory implements AutoCloseable {
  /** How many attempts a node remembers if nothing else is said. */
  public static final int DEFAULT_BOUND = 100_000;

  /** How much longer than its message an attempt is remembered. */
  private static final long GRACE_MILLIS = 60_000;

  /**
   * When an attempt is forgotten.
   *
   * @param number tells apart those of the same millisecond
   */
  private record Expiry(long atMillis, long number, TaskRun.Key key) {}

  /** What is known of an attempt; without a result it has not ended. */
  private record Kept(Expiry expiry, Optional<HandlerResult> result) {
    long bytes() {
      return result.map(ResultSize::of).orElse(0L);
    }
  }

  private final Map<TaskRun.Key, Kept> attempts = new HashMap<>();

  /** Of the attempts that are kept, and no others; the first to go first. */
  private final NavigableSet<Expiry> expiries =
      new TreeSet<>(Comparator.comparingLong(Expiry::atMillis).thenComparingLong(Expiry::number));

  private final PutOffAttempts putOff = new PutOffAttempts();
  private final int bound;
  private final long maxBytes = Runtime.getRuntime().maxMemory() / 8;
  private long number;
  private long bytes;
  private final LongSupplier millis;
  private final Optional<MemoryFile> file;
  private final Optional<String> id;

  NodeMemory(int bound, LongSupplier millis, Optional<MemoryFile> file, Optional<String> id) {
    this.bound = bound;
    this.millis = millis;
    this.file = file;
    this.id = id;
  }

  private static long monotonicMillis() {
    return System.nanoTime() / 1_000_000;
  }

  /** A memory that ends with the process. */
  public static NodeMemory volatileMemory() {
    return new NodeMemory(
        DEFAULT_BOUND, NodeMemory::monotonicMillis, Optional.empty(), Optional.empty());
  }

  /**
   * A memory in {@code path}, which is made if it is not there.
   *
   * @throws DHArchException if it cannot be read or written, or another node has it open
   */
  public static NodeMemory open(Path path) {
    return open(path, MemoryFile.Bounds.DEFAULT, NodeMemory::monotonicMillis);
  }

  static NodeMemory open(Path path, MemoryFile.Bounds bounds, LongSupplier millis) {
    MemoryFile file = MemoryFile.open(path, bounds, millis);
    NodeMemory memory =
        new NodeMemory(DEFAULT_BOUND, file::age, Optional.of(file), Optional.of(file.id()));
    boolean read = false;
    try {
      file.read(r -> memory.remembered(r.key(), r.expiryMillis(), r.result()));
      read = true;
      return memory;
    } finally {
      if (!read) {
        memory.close();
      }
    }
  }

  /** Tells it apart from every other, if it outlives the node's process; else empty. */
  Optional<String> id() {
    return id;
  }

  /**
   * What is known of an attempt: nothing, or its result. One that had begun in an earlier life of
   * the node and did not end is unknown.
   */
  synchronized Optional<HandlerResult> recall(TaskRun.Key key) {
    return Optional.ofNullable(attempts.get(key))
        .map(kept -> kept.result().orElseGet(() -> unknown(key)))
        .or(() -> putOff.after(key).map(last -> superseded(key, last)));
  }

  /** A copy of a task batch that nobody waits for any more: a later attempt has been answered. */
  private HandlerResult superseded(TaskRun.Key key, TaskRun.Key last) {
    Changes later = attempts.get(last).result().orElseThrow().changes();
    return new HandlerResult(
        key.index(), key.attempt(), HandlerResult.Status.LATER, "", 0, 0, later);
  }

  private static HandlerResult unknown(TaskRun.Key key) {
    return new HandlerResult(
        key.index(),
        key.attempt(),
        HandlerResult.Status.UNKNOWN,
        "the node went down while the handler ran",
        0,
        0,
        Changes.NONE);
  }

  /**
   * Keeps a place for an attempt; false if there is none.
   *
   * @param remainingMillis until its message's deadline
   */
  synchronized boolean reserve(TaskRun.Key key, long remainingMillis) {
    long now = millis.getAsLong();
    while (!expiries.isEmpty() && expiries.first().atMillis() <= now) {
      forget(expiries.first().key());
    }
    if (attempts.size() >= bound || bytes > maxBytes) {
      return false;
    }
    long expiry = now + 2 * remainingMillis + GRACE_MILLIS;
    long before = // which it is to answer for, if it is put off as well
        putOff.before(key).map(it -> attempts.get(it).expiry().atMillis()).orElse(expiry);
    remembered(key, Math.max(before, expiry), Optional.empty());
    return true;
  }

  private synchronized void remembered(
      TaskRun.Key key, long expiryMillis, Optional<HandlerResult> result) {
    forget(key);
    Kept kept = new Kept(new Expiry(expiryMillis, number++, key), result);
    attempts.put(key, kept);
    expiries.add(kept.expiry());
    bytes += kept.bytes();
    forgetPutOffBefore(key, result);
  }

  private void forgetPutOffBefore(TaskRun.Key key, Optional<HandlerResult> result) {
    if (result.isPresent() && result.get().status() == HandlerResult.Status.LATER) {
      putOff.add(key).ifPresent(this::forget);
    }
  }

  /** An attempt that was not begun need not be remembered. */
  synchronized void forget(TaskRun.Key key) {
    Kept kept = attempts.remove(key);
    if (kept != null) {
      expiries.remove(kept.expiry());
      bytes -= kept.bytes();
      putOff.remove(key);
    }
  }

  /** The attempt ended so. */
  synchronized void ended(TaskRun.Key key, HandlerResult result) {
    Kept known = attempts.get(key);
    if (known != null) {
      Kept kept = new Kept(known.expiry(), Optional.of(result));
      attempts.put(key, kept);
      bytes += kept.bytes() - known.bytes();
      forgetPutOffBefore(key, kept.result());
    }
  }

  /** How many entries it holds in all; nothing else of it grows. */
  synchronized int entries() {
    return attempts.size() + expiries.size() + putOff.count();
  }

  /** About how many bytes the results take that it holds. */
  synchronized long bytes() {
    return bytes;
  }

  /**
   * The attempt is about to begin; when this returns, that is written down.
   *
   * @throws DHArchException if it cannot be
   */
  void writeBegin(TaskRun.Key key) {
    file.ifPresent(f -> f.begin(key, expiry(key)));
  }

  /** As {@link #writeBegin}, for the attempt's end. */
  void writeEnd(TaskRun.Key key, HandlerResult result) {
    file.ifPresent(f -> f.end(key, expiry(key), result));
  }

  private synchronized long expiry(TaskRun.Key key) {
    return Optional.ofNullable(attempts.get(key)).map(kept -> kept.expiry().atMillis()).orElse(0L);
  }

  /** Closes the file, if there is one. */
  @Override
  public void close() {
    file.ifPresent(MemoryFile::close);
  }
}
