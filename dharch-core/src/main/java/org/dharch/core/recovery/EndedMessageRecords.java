package org.dharch.core.recovery;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dharch.api.MessageId;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the records of messages that have completed, after their end is on disk. Safe for any
 * thread.
 */
public final class EndedMessageRecords {
  private static final Logger LOG = LoggerFactory.getLogger(EndedMessageRecords.class);

  private final StoreContext context;
  private final ActiveRecords active;
  private final ProgressRecords progressRecords;
  private final PendingCompensations pendingCompensations;
  private final StoredMessageReplayer replayer;

  /** Messages to which a handler responded, whose records must be deleted. */
  private final Queue<MessageId> answered = new ConcurrentLinkedQueue<>();

  /** Records of messages whose end is not on disk yet. */
  private final Queue<ActiveRecord> unwritten = new ConcurrentLinkedQueue<>();

  EndedMessageRecords(
      StoreContext context,
      ActiveRecords active,
      ProgressRecords progressRecords,
      PendingCompensations pendingCompensations,
      StoredMessageReplayer replayer) {
    this.context = context;
    this.active = active;
    this.progressRecords = progressRecords;
    this.pendingCompensations = pendingCompensations;
    this.replayer = replayer;
  }

  /** Stores the pending compensations of a message that has completed or was responded to. */
  public void addPendingCompensations(Submission submission, Outcome outcome, Progress pending) {
    StoredMessage message =
        active
            .find(outcome.id())
            .map(ActiveRecord::message)
            .orElseGet(() -> active.newRecord(outcome, submission));
    pendingCompensations.add(message.so(context.format().encode(pending)));
  }

  /** Deletes the progress of a message that has completed without pending compensations. */
  public void completed(MessageId id) {
    active
        .find(id)
        .filter(record -> record.state().isEmpty())
        .ifPresent(
            record -> {
              active.remove(id);
              progressRecords.forget(record.key());
            });
  }

  /** Deletes the record, if any, of a message to which a handler has responded. Does not wait. */
  public void answered(MessageId id) {
    completed(id);
    if (active.contains(id)) {
      answered.add(id);
      context.wake().run();
    }
  }

  /**
   * Processes a completed message whose delivery is confirmed on disk.
   *
   * @param pending its pending compensations
   */
  void handedOver(MessageId id, Optional<StoredMessage> pending) {
    active.remove(id);
    pending.ifPresent(pendingCompensations::add);
  }

  /** Deletes the record, if any, of a message whose service was invoked. */
  public void delivered(MessageId id) {
    active
        .remove(id)
        .ifPresent(
            record -> {
              record.state().ifPresent(state -> delete(state, record));
              if (replayer.isWaiting()) {
                context.wake().run(); // there may be capacity now
              }
            });
  }

  private void delete(StoreState state, ActiveRecord record) {
    if (record.progress().isPresent() && !record.onDisk()) {
      unwritten.add(record); // without its record the next incarnation would compensate it
      return;
    }
    try {
      context.store().remove(state, record.key());
      progressRecords.forget(record.key()); // last: a reader of one record must find the other
      active.taken().remove(record.key());
    } catch (StoreException e) {
      context.counters().count(Counter.PROGRESS_NOT_WRITTEN);
      LOG.error(
          "Failed to remove a completed message; it will be delivered again reason={}",
          e.getMessage());
    }
  }

  /** Writes the ends of messages as far as the disk accepts them, and deletes their records. */
  void flush() {
    for (MessageId id = answered.poll(); id != null; id = answered.poll()) {
      delivered(id);
    }
    for (ActiveRecord next = unwritten.peek(); next != null; next = unwritten.peek()) {
      byte[] progress = context.format().encode(next.progress().orElseThrow());
      try {
        context.store().record(List.of(next.message().so(progress)), List.of());
      } catch (StoreException e) {
        context.counters().count(Counter.PROGRESS_NOT_WRITTEN);
        return; // the next call tries again
      }
      delete(next.state().orElseThrow(), next.written(true));
      unwritten.remove();
    }
  }
}
