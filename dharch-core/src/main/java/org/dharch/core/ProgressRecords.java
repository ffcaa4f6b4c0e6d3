package org.dharch.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
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
