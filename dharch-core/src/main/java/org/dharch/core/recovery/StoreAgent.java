package org.dharch.core.recovery;

import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.DHArchException;
import org.dharch.core.metrics.Counter;
import org.dharch.core.metrics.Counters;
import org.dharch.core.orchestration.CrashRecovery;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.Ticker;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreException;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.text.LoggedError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the pipeline with the store, so that only the thread that submits a durable message
 * waits for a disk. Failed messages are noted here, by reference, and written by the store's own
 * thread. Once a second the same thread looks for messages to admit again: accepted ones of an
 * earlier incarnation or without hosted handlers, and failed ones that are to be replayed, also on
 * request of another process.
 *
 * <p>A message has one record, in one state. While it executes or is being delivered, {@link
 * ActiveRecords} has that state. The record is deleted when the gateway reports that the service
 * was invoked, or when a handler responded and the end of the message is on disk; otherwise it
 * becomes the record of a failed message. After a kill in between, the message is executed again:
 * at least once.
 *
 * <p>The store also has the progress of messages whose stateful handlers have started ({@link
 * ProgressWriter}), so a message with a record continues after a restart of the manager. Without a
 * record, and if the orchestration requires it, its handlers are compensated by {@link
 * PendingCompensations}, as is everything that could not be compensated in the message's time.
 */
public final class StoreAgent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreAgent.class);
  private static final LoggedError SURVIVED = new LoggedError(LOG, "thread of the store");
  private static final long LOOK_NANOS = 1_000_000_000L;

  private final StoreContext context;
  private final Thread thread;
  private final ActiveRecords active;
  private final StoredMessageReplayer replayer;
  private final AcceptedMessages accepted;
  private final ProgressRecords progressRecords;
  private final PendingCompensations pendingCompensations;
  private final EndedMessageRecords ended;
  private final FailedMessageRecords failures;
  private final RestartRecovery recovery;
  private final StoredMessages messages;
  private volatile Runnable eachLook = () -> {};
  private volatile boolean closed;

  public StoreAgent(
      String name,
      MessageStore store,
      StoreLimits limits,
      ProgressFormat format,
      Counters counters,
      Ticker ticker,
      InstantSource clock) {
    this.context = new StoreContext(store, format, counters, ticker, this::wake);
    this.thread = new Thread(this::run, "dharch-store-" + name);
    thread.setDaemon(true);
    this.active = new ActiveRecords(clock);
    this.replayer = new StoredMessageReplayer(context, this::never);
    this.accepted = new AcceptedMessages(context, active, replayer);
    this.progressRecords = new ProgressRecords(context, active);
    this.pendingCompensations = new PendingCompensations(context, this::compensationsWritten);
    this.ended =
        new EndedMessageRecords(context, active, progressRecords, pendingCompensations, replayer);
    this.failures =
        new FailedMessageRecords(
            context, limits, active, accepted, progressRecords, pendingCompensations);
    this.recovery =
        new RestartRecovery(
            context, active, progressRecords, pendingCompensations, replayer, failures);
    this.messages =
        new StoredMessages(
            context,
            accepted,
            pendingCompensations,
            progressRecords,
            this::flush,
            this::stepAndWake);
  }

  private void never(StoredMessage message, String reason) {
    failures.never(message, reason);
  }

  /**
   * Deletes the progress record of a message after its pending compensations are on disk. Keeps it
   * if the message also has an accepted record and its service may not have been invoked: without
   * the progress the message would start again.
   */
  private void compensationsWritten(StoreKey key) {
    if (!replayer.isToResume(key) && !active.isRepeated(key)) {
      progressRecords.forget(key);
    }
  }

  public AcceptedMessages accepted() {
    return accepted;
  }

  public ProgressRecords progressRecords() {
    return progressRecords;
  }

  public EndedMessageRecords ended() {
    return ended;
  }

  public FailedMessageRecords failures() {
    return failures;
  }

  public StoredMessages messages() {
    return messages;
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      try {
        step();
      } catch (Error e) {
        context.counters().count(Counter.ERRORS);
        SURVIVED.log(e);
      }
      if (context.store().durable()
          || messages.hasUnresolved()
          || !context.store().keys(StoreState.REPLAY).isEmpty()) {
        LockSupport.parkNanos(this, LOOK_NANOS);
      } else {
        LockSupport.park(this);
      }
    }
  }

  private void wake() {
    LockSupport.unpark(thread);
  }

  /**
   * Checks that the store is durable if an orchestration requires it.
   *
   * @throws DHArchException if an orchestration is durable and the store is not
   */
  public void check(Orchestrations orchestrations) {
    for (Orchestration orchestration : orchestrations.byName().values()) {
      boolean recovers = orchestration.recovery() == CrashRecovery.COMPENSATE;
      if ((orchestration.durable() || recovers) && !context.store().durable()) {
        throw new DHArchException(
            "orchestration '"
                + orchestration.name()
                + (recovers ? "' with recover=\"compensate\"" : "' with durable")
                + " requires a store in a folder (got a store in memory)");
      }
    }
  }

  /** Processes the messages of the manager's earlier incarnation. */
  public void recover(PendingCompensations.Reentry reentry) {
    pendingCompensations.through(reentry);
    recovery.recover();
    flush();
  }

  /** Admits stored messages again from now on, those of an earlier incarnation first. */
  public void replayThrough(Readmission value) {
    replayer.through(value, active.taken());
    wake();
  }

  /** Writes the noted records as far as the disk accepts them; the next call writes the rest. */
  private synchronized void flush() {
    pendingCompensations.flush();
    ended.flush();
    failures.flush();
    progressRecords.flush();
  }

  /** Sets additional work for each check of the store, once a second. Called once. */
  public void eachLook(Runnable value) {
    eachLook = value;
  }

  private void stepAndWake() {
    step();
    wake();
  }

  /** Writes the noted records and admits the messages that can be admitted. */
  public synchronized void step() {
    try {
      eachLook.run();
      flush();
      if (!closed) {
        pendingCompensations.step(active.taken(), replayer::isToResume);
        replayer.step(active.taken());
      }
    } catch (StoreException e) {
      context.counters().count(Counter.PROGRESS_NOT_WRITTEN);
      LOG.error("Store failed; retrying reason={}", e.getMessage());
    } catch (RuntimeException e) {
      context.counters().count(Counter.ERRORS);
      LOG.error("Store failed; retrying", e);
    }
  }

  /** Writes the noted records and ends the thread; the owner closes the store. */
  @Override
  public void close() {
    closed = true;
    wake();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    flush();
  }
}
