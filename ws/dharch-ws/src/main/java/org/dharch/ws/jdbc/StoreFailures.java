package org.dharch.ws.jdbc;

import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures of a store. The sender of the message receives no details, which may contain
 * hosts, files, users and content. Thread-safe.
 */
public final class StoreFailures {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFailures.class);

  private final String store;
  private final RepeatedLog log = new RepeatedLog(System::nanoTime, LOG::warn);

  /**
   * @param store the content of the store, for texts
   */
  public StoreFailures(String store) {
    this.store = "the store of " + store;
  }

  /** Logs a failure, at most once in 10 s. Returns the text for the sender. */
  public String log(StoreException e) {
    log.log(store + ": " + e.getMessage());
    return store + " failed; see the log of its node";
  }
}
