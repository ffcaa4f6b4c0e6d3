package org.dharch.ws.handlers;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures and the recovery of a store at a limited rate, because a timer hits the same
 * failure several times a second. Thread-safe.
 */
final class StoreHealthLog {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealthLog.class);

  private final String subsystem;
  private final String store;
  private final LongSupplier nanos;
  private final RepeatedLog log;
  private boolean isFailing; // guarded by this
  private long since; // guarded by this

  /**
   * @param subsystem as the start of a sentence
   * @param store its URL
   */
  StoreHealthLog(String subsystem, String store, LongSupplier nanos) {
    this.subsystem = subsystem;
    this.store = store;
    this.nanos = nanos;
    log = new RepeatedLog(nanos, LOG::warn);
  }

  /** Records a failure; returns true if it was logged. */
  synchronized boolean failed(String reason) {
    if (!isFailing) {
      isFailing = true;
      since = nanos.getAsLong();
    }
    return log.log(subsystem + " waits for its store " + store + ": " + reason);
  }

  /** Records a success; returns true if the store failed before. */
  synchronized boolean succeeded() {
    if (!isFailing) {
      return false;
    }
    isFailing = false;
    log.over();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - since);
    LOG.info("{}: store {} is available again after {} s", subsystem, store, seconds);
    return true;
  }
}
