package org.dharch.core.recovery;

import java.time.Instant;
import java.util.Optional;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps messages that failed or could not be delivered, and their pending compensations. Messages
 * are noted by reference and written by the store's thread. Safe for any thread.
 */
public final class FailedMessageRecords {
  private static final Logger LOG = LoggerFactory.getLogger(FailedMessageRecords.class);

  private final StoreContext context;
  private final ActiveRecords active;
  private final AcceptedMessages accepted;
  private final ProgressRecords progressRecords;
  private final PendingCompensations pendingCompensations;
  private final WriteBehindBuffer unwritten;
  private final RepeatedLog notKept = new RepeatedLog(System::nanoTime, LOG::error);

  FailedMessageRecords(
      StoreContext context,
      StoreLimits limits,
      ActiveRecords active,
      AcceptedMessages accepted,
      ProgressRecords progressRecords,
      PendingCompensations pendingCompensations) {
    this.context = context;
    this.active = active;
    this.accepted = accepted;
    this.progressRecords = progressRecords;
    this.pendingCompensations = pendingCompensations;
    this.unwritten = new WriteBehindBuffer(limits);
  }

  /**
   * The rest of a failed message.
   *
   * @param pending its pending compensations
   * @param again the point at which a replay continues; empty for the beginning
   */
  public record Rest(Optional<Progress> pending, Optional<Resumable> again) {
    /** Nothing to compensate; a replay starts from the beginning. */
    public static final Rest NONE = new Rest(Optional.empty(), Optional.empty());
  }

  /**
   * Keeps a message that failed or could not be delivered. Does not wait for a disk.
   *
   * @return whether its record stays as it is, to be executed later
   */
  public boolean failed(Submission submission, Outcome.Failed outcome, Rest rest) {
    Optional<Progress> pending = rest.pending();
    Optional<ActiveRecord> record = active.remove(outcome.id());
    if (record.filter(r -> r.is(StoreState.UNRESOLVED)).isPresent()) {
      if (!outcome.stays()) {
        pendingCompensations.ended(record.get().message(), pending.map(context.format()::encode));
      }
      active.taken().remove(record.get().key());
      context.wake().run();
      return outcome.stays();
    }
    if (record.filter(r -> isTemporary(outcome, r)).isPresent()) {
      accepted.park(record.get(), "");
      return true;
    }
    FailureRecord failure = new FailureRecord(active.now(), outcome.fault(), outcome.timeline());
    StoredMessage message =
        record
            .map(ActiveRecord::message)
            .orElseGet(() -> active.newRecord(outcome, submission))
            .failed(failure);
    pending.ifPresent(p -> pendingCompensations.add(message.so(context.format().encode(p))));
    StoredMessage failed = resumable(message, record, rest.again());
    if (context.store().durable()) {
      defer(failed);
    } else {
      boolean unused = write(failed); // there is no disk that could be full
    }
    return false;
  }

  /**
   * Adds the point at which a replay continues, if possible; also for a message that never started.
   */
  private StoredMessage resumable(
      StoredMessage message, Optional<ActiveRecord> record, Optional<Resumable> again) {
    if (again.isPresent()) {
      try {
        return message.so(again.get().encode(context.format()));
      } catch (MalformedMessageException | IllegalArgumentException e) {
        LOG.info("Replay starts from the beginning message={} reason={}", message.key().id(), e);
        return message;
      }
    }
    return record
        .filter(r -> r.is(StoreState.REPLAY) && r.progress().isEmpty()) // it has not started
        .flatMap(r -> r.message().progress())
        .map(message::so)
        .orElse(message);
  }

  /**
   * Returns whether its record may stay as it is, because the cause of the failure is temporary.
   */
  private static boolean isTemporary(Outcome.Failed outcome, ActiveRecord record) {
    boolean untouched =
        outcome.timeline().attempts().isEmpty()
            && record.progress().isEmpty()
            && record.message().progress().isEmpty();
    return switch (outcome.fault().code()) {
      case BUSY, SHUT_DOWN -> record.state().isPresent();
      case NOT_SERVED -> untouched;
      default -> false;
    };
  }

  /** Fails the record, if any, of a completed message that did not reach its service. */
  public void undelivered(Outcome.Completed outcome, String reason) {
    active
        .find(outcome.id())
        .ifPresent(
            record ->
                undelivered(
                    outcome,
                    new Fault(Fault.Code.NOT_DELIVERED, "", reason),
                    record.message().submission(),
                    record.progress()));
  }

  /** Compensates the handlers of a completed message that did not reach its service. */
  void undelivered(
      Outcome.Completed outcome, Fault fault, Submission submission, Optional<Progress> progress) {
    boolean unused =
        failed(
            submission,
            Outcome.Failed.of(outcome.id(), fault, outcome.timeline()),
            new Rest(
                progress.map(p -> p.undelivered(fault)).filter(Progress::isUnresolved),
                Optional.empty()));
  }

  /** Fails a message that can never be admitted again. */
  void never(StoredMessage message, String reason) {
    Fault fault = new Fault(Fault.Code.NOT_DELIVERED, "", reason);
    boolean started = message.progress().filter(far -> !Resumable.is(far)).isPresent();
    if (started) {
      pendingCompensations.add(message, fault);
    }
    Instant now = active.now();
    FailureRecord failure =
        message
            .failure()
            .map(before -> before.noted("not replayed at " + now + ": " + reason))
            .orElseGet(
                () ->
                    new FailureRecord(
                        now, fault, Timeline.empty(message.key().id(), message.orchestration())));
    StoredMessage failed = message.failed(failure);
    defer(started ? failed : message.progress().map(failed::so).orElse(failed));
  }

  /** Adds a failed message to the buffer. */
  void defer(StoredMessage message) {
    countDropped(unwritten.add(message));
    context.wake().run();
  }

  private void countDropped(int dropped) {
    for (int i = 0; i < dropped; i++) {
      context.counters().count(Counter.FAILED_DROPPED);
    }
  }

  /**
   * Writes the outcome of a message. Its progress is deleted only afterwards, and after its pending
   * compensations are written: without them it would start again.
   *
   * @return false if the write must be retried
   */
  private boolean write(StoredMessage message) {
    try {
      countDropped(context.store().keepFailed(message));
    } catch (StoreException e) {
      context.counters().count(Counter.PROGRESS_NOT_WRITTEN);
      notKept.log("Failed to store outcomes; retrying reason=" + e.getMessage());
      return false;
    } catch (MalformedMessageException e) {
      context.counters().count(Counter.ERRORS);
      LOG.error("Failed to store outcome message={} reason={}", message.key().id(), e.getMessage());
      return true;
    }
    if (!pendingCompensations.isNoted(message.key())) {
      progressRecords.forget(message.key());
    }
    if (!active.contains(message.key())) { // otherwise it is being compensated by now
      active.taken().remove(message.key());
    }
    return true;
  }

  /** Writes noted messages as far as the disk accepts them; the next call writes the rest. */
  void flush() {
    Optional<StoredMessage> next = unwritten.take();
    while (next.isPresent() && write(next.get())) {
      next = unwritten.take();
    }
    next.ifPresent(message -> countDropped(unwritten.putBack(message)));
  }
}
