package org.dharch.core.store;

import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the messages and bytes of a {@link FolderStore} and applies its limits. Other processes
 * may remove messages, so the counts are upper bounds; they are taken again before a message is
 * rejected. Safe for any thread.
 */
final class StoreUsage {
  private static final Logger LOG = LoggerFactory.getLogger(StoreUsage.class);

  /** How often the failed messages are counted again while the store is full. */
  private static final long RECOUNT_NANOS = 1_000_000_000L;

  private final StoreFiles files;
  private final StoredMessageCodec codec;
  private final StoreLimits limits;

  private final Map<StoreState, NavigableMap<StoreKey, Long>> sizes = // this and below: guarded
      new EnumMap<>(StoreState.class);
  private final Map<StoreState, Long> bytes = new EnumMap<>(StoreState.class);
  private final Promises promises = new Promises();
  private long recountedAt; // 0: never because the store was full

  StoreUsage(StoreFiles files, StoredMessageCodec codec, StoreLimits limits) {
    this.files = files;
    this.codec = codec;
    this.limits = limits;
    for (StoreState state : StoreState.values()) {
      clear(state);
    }
  }

  private void clear(StoreState state) {
    sizes.put(state, new TreeMap<>());
    bytes.put(state, 0L);
  }

  /** Counts the files of a state again. */
  synchronized void recount(StoreState state) throws IOException {
    NavigableMap<StoreKey, Long> listed = files.list(state);
    clear(state);
    listed.forEach((key, size) -> add(state, key, size));
    if (state == StoreState.FAILED) {
      promises.recounted(listed.keySet(), files.list(StoreState.REPLAY).keySet());
    }
  }

  synchronized boolean isEmpty() {
    return sizes.values().stream().allMatch(Map::isEmpty);
  }

  synchronized boolean has(StoreState state, StoreKey key) {
    return sizes.get(state).containsKey(key);
  }

  synchronized List<StoreKey> keys(StoreState state) {
    return List.copyOf(sizes.get(state).keySet());
  }

  synchronized void add(StoreState state, StoreKey key, long size) {
    Long before = sizes.get(state).put(key, size);
    bytes.merge(state, size - (before == null ? 0 : before), Long::sum);
  }

  /** Removes a message; returns its size, or 0 if it is not counted. */
  synchronized long remove(StoreState state, StoreKey key) {
    Long size = sizes.get(state).remove(key);
    if (size == null) {
      return 0;
    }
    bytes.merge(state, -size, Long::sum);
    return size;
  }

  /** Counts an accepted message; returns false if there is no capacity for it. */
  synchronized boolean reserveAccepted(StoreKey key, int size) throws IOException {
    if (!has(StoreState.ACCEPTED, key) && !hasCapacity(size)) {
      recountFailed();
      if (!hasCapacity(size)) {
        return false;
      }
    }
    add(StoreState.ACCEPTED, key, size);
    return true;
  }

  /** The failed messages beyond their limit had been accepted, so they count as accepted. */
  private boolean hasCapacity(int more) {
    int failed = Math.max(0, sizes.get(StoreState.FAILED).size() - limits.failed());
    long failedBytes = Math.max(0, bytes.get(StoreState.FAILED) - limits.failedBytes());
    return sizes.get(StoreState.ACCEPTED).size() + failed < limits.accepted()
        && bytes.get(StoreState.ACCEPTED) + failedBytes + more <= limits.acceptedBytes();
  }

  private void recountFailed() throws IOException {
    long now = System.nanoTime();
    if (isFull(1) && (recountedAt == 0 || now - recountedAt >= RECOUNT_NANOS)) {
      recountedAt = now;
      recount(StoreState.FAILED);
    }
  }

  /** Counts an unresolved message; returns false if there is no capacity for it. */
  synchronized boolean reserveUnresolved(StoreKey key, int size) {
    if (!has(StoreState.UNRESOLVED, key)
        && sizes.get(StoreState.UNRESOLVED).size() >= limits.accepted()) {
      return false;
    }
    add(StoreState.UNRESOLVED, key, size);
    return true;
  }

  /** Returns whether the sender of a message was promised that the store keeps it. */
  synchronized boolean isPromised(StoredMessage message) {
    StoreKey key = message.key();
    return promises.has(key)
        || has(StoreState.ACCEPTED, key)
        || (wasAccepted(message) && Files.exists(files.of(StoreState.REPLAY, key)));
  }

  /** Returns whether a message is on disk under another state. */
  synchronized boolean isKept(StoreKey key) {
    return has(StoreState.ACCEPTED, key) || has(StoreState.REPLAY, key);
  }

  /** Notes that a message is stored as failed. */
  synchronized void failed(StoredMessage message, boolean promised) {
    promises.failed(message.key(), promised, message.isRefusal());
  }

  /** Notes that a message is neither failed nor to be replayed any more. */
  synchronized void dropped(StoreKey key) {
    promises.dropped(key);
  }

  /** An accepted message has a plan; one that is kept without a promise has none. */
  private static boolean wasAccepted(StoredMessage message) {
    return message.submission().oneWay() && !message.plan().isEmpty();
  }

  private boolean wasAccepted(StoreKey failed) {
    try {
      return files
          .read(StoreState.FAILED, failed)
          .map(codec::decode)
          .filter(StoreUsage::wasAccepted)
          .isPresent();
    } catch (MalformedMessageException e) {
      return false;
    } catch (IOException e) {
      LOG.warn("Cannot read {}, which is kept: {}", failed.fileName(), Reason.of(e));
      return true;
    }
  }

  /**
   * Counts a failed message after dropping others for it.
   *
   * @param drop drops a failed message; returns false if another process did
   * @return how many were dropped; empty if there is no capacity for the message
   */
  synchronized OptionalInt reserveFailed(
      StoredMessage message, int size, boolean promised, Predicate<StoreKey> drop)
      throws IOException {
    if (limits.failed() == 0 || (!promised && size > limits.failedBytes())) {
      return OptionalInt.empty();
    }
    int dropped = 0;
    if (isFull(size)) {
      recount(StoreState.FAILED);
    }
    while (isFull(size)) {
      Optional<StoreKey> oldest =
          promises.oldest(!promised && message.isRefusal(), this::wasAccepted);
      if (oldest.isEmpty()) {
        break;
      }
      if (drop.test(oldest.get())) {
        dropped++;
      }
    }
    if (!promised && isFull(size)) {
      return OptionalInt.empty();
    }
    add(StoreState.FAILED, message.key(), size);
    return OptionalInt.of(dropped);
  }

  private boolean isFull(int more) {
    return sizes.get(StoreState.FAILED).size() >= limits.failed()
        || bytes.get(StoreState.FAILED) + more > limits.failedBytes();
  }
}
