package org.dharch.ws.jdbc;

import org.dharch.core.text.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures of a store, and hides their details from the sender of the message. The details
 * may contain hosts, files, users and content of the store. Thread-safe.
 */
public final class StoreFailures {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFailures.class);

  private final String store;
  private final RepeatedLog said = new RepeatedLog(System::nanoTime, LOG::warn);

  /**
   * @param store what the store contains, as in "the store of …"
   */
  public StoreFailures(String store) {
    this.store = "the store of " + store;
  }

  /** Logs a failure, at most once in 10 s; returns the text for the sender. */
  public String told(StoreException e) {
    said.say(store + ": " + e.getMessage());
    return store + " failed; see the log of its node";
  }
}
