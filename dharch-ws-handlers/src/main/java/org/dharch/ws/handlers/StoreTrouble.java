package org.dharch.ws.handlers;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.dharch.core.message.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log that a store fails, and that it does not any more. A timer meets the same trouble
 * ten times a second and more, and the log may be on the same full disk: it is said seldom. Any
 * thread.
 */
final class StoreTrouble {
  private static final Logger LOG = LoggerFactory.getLogger(StoreTrouble.class);

  private final String who;
  private final String store;
  private final LongSupplier nanos;
  private final RepeatedLog said;
  private boolean isThere; // of this monitor
  private long since; // of this monitor

  /**
   * @param who waits for its store, as a sentence begins
   * @param store its URL
   */
  StoreTrouble(String who, String store, LongSupplier nanos) {
    this.who = who;
    this.store = store;
    this.nanos = nanos;
    said = new RepeatedLog(nanos, LOG::warn);
  }

  /** It failed. Whether that was said. */
  synchronized boolean failed(String reason) {
    if (!isThere) {
      isThere = true;
      since = nanos.getAsLong();
    }
    return said.say(who + " waits for its store " + store + ": " + reason);
  }

  /** It did what was asked of it. Whether it had failed before. */
  synchronized boolean works() {
    if (!isThere) {
      return false;
    }
    isThere = false;
    said.over();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos.getAsLong() - since);
    LOG.info("{} has its store {} again, after {} s", who, store, seconds);
    return true;
  }
}
