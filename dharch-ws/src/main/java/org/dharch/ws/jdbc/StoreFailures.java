package org.dharch.ws.jdbc;

import org.dharch.core.message.RepeatedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a message whose store fails. The log hears why, which may name hosts, files,
 * users and what is in the store; whoever sent the message hears no more than that it is so. Any
 * thread.
 */
public final class StoreFailures {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFailures.class);

  private final String store;
  private final RepeatedLog said = new RepeatedLog(System::nanoTime, LOG::warn);

  /**
   * @param store what it keeps, as in "the store of …"
   */
  public StoreFailures(String store) {
    this.store = "the store of " + store;
  }

  /** Has it said in the log, once in ten seconds at most; what its sender may hear. */
  public String told(StoreException e) {
    said.say(store + ": " + e.getMessage());
    return store + " fails; the log of its node says why";
  }
}
