package org.dharch.core.document;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.status.StatusLogger;

/**
 * XMLBeans logs to the Log4j API, which prints an error to standard error when the program has no
 * Log4j back end. This class initializes Log4j with that message suppressed; later messages appear
 * as usual.
 */
public final class QuietLogging {
  private QuietLogging() {}

  /** Must precede any use of XMLBeans. Idempotent. */
  public static void begin() {
    // the class initializer does the work
  }

  static {
    var fallback = StatusLogger.getLogger().getFallbackListener();
    Level level = fallback.getStatusLevel();
    fallback.setLevel(Level.OFF);
    try {
      LogManager.getFactory();
    } finally {
      fallback.setLevel(level);
    }
  }
}
