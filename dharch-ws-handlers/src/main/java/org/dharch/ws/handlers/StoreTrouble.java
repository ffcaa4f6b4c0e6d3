package org.dharch.ws.handlers;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures and the recovery of a store, at a limited rate: a timer hits the same failure
 * several times a second, and the log may be on the same full disk. Thread-safe.
 */
final class StoreTrouble {
  private static final Logger LOG = LoggerFactory.getLogger(StoreTrouble.class);

  private final String who;
  private final String store;
  private final LongSupplier nanos;
  private final RepeatedLog said;
  private boolean isThere; // guarded by this
  private long since; // guarded by this

  /**
   * @param who the subsystem, as the start of a sentence
   * @param store its URL
   */
  StoreTrouble(String who, String store, LongSupplier nanos) {
    this.who = who;
    this.store = store;
    this.nanos = nanos;
    said = new RepeatedLog(nanos, LOG::warn);
  }

  /** Records a failure; returns whether it was logged. */
  synchronized boolean failed(String reason) {
    if (!isThere) {
      isThere = true;
      since = nanos.getAsLong();
    }
    return said.say(who + " waits for its store " + store + ": " + reason);
  }

  /** Records a success; returns whether the store failed before. */
  synchronized boolean works() {
    if (!isThere) {
      return false;
    }
    isThere = false;
    said.over();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - since);
    LOG.info("{}: store {} is available again after {} s", who, store, seconds);
    return true;
  }
}
