package org.dharch.core.recovery;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
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
   * Keeps how far these messages are, and forgets it of others; on disk when this returns. Of a try
   * to undo what a person has settled meanwhile nothing is kept.
   *
   * @param tries those that are such tries
   */
  synchronized void write(
      List<StoredMessage> group, List<StoreKey> over, Predicate<StoredMessage> tries) {
    store.record(group.stream().filter(m -> !tries.test(m) || isLeft(m.key())).toList(), over);
  }

  private boolean isLeft(StoreKey key) {
    return store.keys(StoreState.UNRESOLVED).contains(key);
  }

  /**
   * A person has done what was to be compensated of it, which is on disk when this returns: never
   * while a try writes.
   *
   * @return false if nothing is to be compensated of it (any more)
   */
  synchronized boolean resolve(StoreKey key) {
    return store.resolve(key);
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
