package org.dharch.core.recovery;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.context.DHMContext;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.metrics.Counter;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the progress of messages, and deletes it many at once after their outcomes are on disk.
 * Safe for any thread.
 */
public final class ProgressRecords implements ProgressWriter.Records {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressRecords.class);

  private final StoreContext context;
  private final ActiveRecords active;
  private final Set<StoreKey> ended = new HashSet<>(); // guarded by this

  ProgressRecords(StoreContext context, ActiveRecords active) {
    this.context = context;
    this.active = active;
  }

  @Override
  public StoredMessage record(DHMContext message, Progress progress) {
    ActiveRecord record =
        active.compute(
            message.id(), before -> (before == null ? newRecord(message) : before).with(progress));
    synchronized (this) {
      ended.remove(record.key()); // the new record must not be deleted with the old one
    }
    return record.message().so(context.format().encode(progress));
  }

  private ActiveRecord newRecord(DHMContext message) {
    return ActiveRecord.ofProgress(
        active.newRecord(message.id(), message.state().orchestrationName(), message.submission()));
  }

  /**
   * Writes progress; skips attempts to compensate messages that an operator has resolved meanwhile.
   */
  @Override
  public synchronized void write(List<StoredMessage> group, List<StoreKey> over) {
    context
        .store()
        .record(
            group.stream().filter(m -> !isRetried(m.key().id()) || isUnresolved(m.key())).toList(),
            over);
  }

  private boolean isRetried(MessageId id) {
    return active.find(id).filter(record -> record.is(StoreState.UNRESOLVED)).isPresent();
  }

  private boolean isUnresolved(StoreKey key) {
    return context.store().keys(StoreState.UNRESOLVED).contains(key);
  }

  /** Records whether the latest {@link #record} of this message is on disk. */
  public void recorded(MessageId id, boolean written) {
    active.compute(id, record -> record == null ? null : record.written(written));
  }

  /** Returns the record of a message of which the store has only the progress. */
  Optional<StoredMessage> recordOfProgress(MessageId id) {
    return active.find(id).filter(r -> r.state().isEmpty()).map(ActiveRecord::message);
  }

  /** Deletes the record with the next {@link #flush}. */
  synchronized void forget(StoreKey key) {
    if (context.store().durable()) {
      ended.add(key);
    }
  }

  /**
   * Resolves the pending compensations for an operator, on disk when this returns. Never runs while
   * an attempt writes.
   *
   * @return false if there are no pending compensations (any more)
   */
  synchronized boolean resolve(StoreKey key) {
    return context.store().resolve(key);
  }

  /** Deletes the records; after a failure the next call tries again. */
  synchronized void flush() {
    if (ended.isEmpty()) {
      return;
    }
    try {
      context.store().unrecord(List.copyOf(ended));
      ended.clear();
    } catch (StoreException e) {
      context.counters().count(Counter.PROGRESS_NOT_WRITTEN);
      LOG.error("{}", e.getMessage());
    }
  }
}
