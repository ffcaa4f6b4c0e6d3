package org.dharch.core.document;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.status.StatusLogger;

/**
 * XMLBeans logs to the Log4j API, which prints an error to standard error when the program has no
 * Log4j back end. That is no error of ours: Log4j is made to find its back end with that message
 * held back; everything it says later comes as usual.
 */
public final class QuietLogging {
  private QuietLogging() {}

  /** Before anything of XMLBeans is touched; more than once does no harm. */
  public static void begin() {
    // the work is done once, when this class is initialised
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
