package org.dharch.core.recovery;

import java.util.HashSet;
import java.util.Set;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides after a restart what happens to the messages of the earlier incarnation: each continues,
 * is compensated, or has ended. Called once.
 */
final class RestartRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(RestartRecovery.class);
  private static final Fault DIED =
      new Fault(Fault.Code.SHUT_DOWN, "", "the manager ended before the message");

  private final StoreContext context;
  private final ActiveRecords active;
  private final ProgressRecords progressRecords;
  private final PendingCompensations pendingCompensations;
  private final StoredMessageReplayer replayer;
  private final FailedMessageRecords failures;

  RestartRecovery(
      StoreContext context,
      ActiveRecords active,
      ProgressRecords progressRecords,
      PendingCompensations pendingCompensations,
      StoredMessageReplayer replayer,
      FailedMessageRecords failures) {
    this.context = context;
    this.active = active;
    this.progressRecords = progressRecords;
    this.pendingCompensations = pendingCompensations;
    this.replayer = replayer;
    this.failures = failures;
  }

  void recover() {
    Set<StoreKey> resumable = new HashSet<>(context.store().keys(StoreState.ACCEPTED));
    Set<StoreKey> known =
        Set.copyOf(context.store().keys(StoreState.UNRESOLVED)); // failed before as well
    for (StoreKey key : context.store().keys(StoreState.REPLAY)) {
      if (!known.contains(key)) { // otherwise it was being compensated, before its replay
        resumable.add(key);
      }
    }
    for (StoredMessage message : context.store().recorded()) {
      try {
        recover(
            message, context.format().decode(message.progress().orElseThrow()), resumable, known);
      } catch (MalformedMessageException e) {
        context.counters().count(Counter.ERRORS);
        recoverUnreadable(message, e.getMessage());
      }
    }
  }

  private void recover(
      StoredMessage message, Progress progress, Set<StoreKey> resumable, Set<StoreKey> known) {
    StoreKey key = message.key();
    if (resumable.contains(key)) {
      replayer.resume(message);
    } else if (pendingCompensations.hasLater(key, progress)) {
      progressRecords.forget(key);
    } else if (pendingCompensations.isEnded(progress)) {
      context.store().remove(StoreState.UNRESOLVED, key); // it may contain less than this
      progressRecords.forget(key);
    } else {
      Progress compensating = progress.compensating(DIED);
      pendingCompensations.add(message, compensating);
      if (!known.contains(key)) {
        Fault fault = compensating.fault().orElse(DIED);
        failures.defer(message.failed(new FailureRecord(active.now(), fault, progress.timeline())));
      }
    }
  }

  /** A message whose progress is unreadable neither continues nor starts again. */
  private void recoverUnreadable(StoredMessage message, String reason) {
    LOG.error("Cannot read progress message={} reason={}", message.key().id(), reason);
    active.taken().add(message.key());
    pendingCompensations.addUnreadable(message);
    Timeline empty = Timeline.empty(message.key().id(), message.orchestration());
    failures.defer(message.failed(new FailureRecord(active.now(), DIED, empty)));
  }
}
