package org.dharch.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Of which messages it need not be known any more how far they were: the store forgets many
 * together, after what became of them is on its disk. Safe for any thread.
 */
final class ProgressRecords {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressRecords.class);

  private final MessageStore store;
  private final Counters counters;
  private final Set<StoreKey> ended = new HashSet<>(); // guarded by this

  /** What a person has settled while it is tried to undo it. */
  private final Set<StoreKey> settled = new HashSet<>(); // guarded by this

  ProgressRecords(MessageStore store, Counters counters) {
    this.store = store;
    this.counters = counters;
  }

  /** How far it was is forgotten soon. */
  synchronized void forget(StoreKey key) {
    if (store.durable()) {
      ended.add(key);
    }
  }

  /** A new record of it is written: what was to be forgotten of it is, and not this. */
  synchronized void writes(StoreKey key) {
    ended.remove(key);
  }

  /**
   * Keeps how far these messages are, but for what is settled, and forgets it of others; on disk
   * when this returns.
   */
  synchronized void write(List<StoredMessage> group, List<StoreKey> over) {
    store.record(group.stream().filter(message -> !settled.contains(message.key())).toList(), over);
  }

  /**
   * A person has done what was to be undone of it: that is so on disk when this returns, and what a
   * try that is under way still begins is not kept.
   *
   * @param tried whether one is
   * @return false if nothing is to be undone of it (any more)
   */
  synchronized boolean settle(StoreKey key, BooleanSupplier tried) {
    boolean there = store.settle(key);
    if (there && tried.getAsBoolean()) {
      settled.add(key);
    }
    return there;
  }

  /** A try to undo it has ended, and nothing of it is written any more. */
  synchronized void tried(StoreKey key) {
    settled.remove(key);
  }

  /** Has the store forget them; if it cannot, the next time. */
  synchronized void flush() {
    if (ended.isEmpty()) {
      return;
    }
    try {
      store.unrecord(List.copyOf(ended));
      ended.clear();
    } catch (StoreException e) {
      counters.count(Counter.PROGRESS_NOT_WRITTEN);
      LOG.error("{}", e.getMessage());
    }
  }
}
