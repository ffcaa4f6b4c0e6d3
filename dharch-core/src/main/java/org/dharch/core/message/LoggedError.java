package org.dharch.core.message;

import org.slf4j.Logger;

/**
 * Says what a thread goes on after. When memory runs out that cannot be said either; then the
 * thread goes on all the same, for it may be the one that everything waits for.
 */
public final class LoggedError {
  private LoggedError() {}

  /** Logs {@code error} behind {@code what}; throws nothing. For any thread. */
  public static void say(Logger log, String what, Throwable error) {
    try {
      log.error("{} goes on after", what, error);
    } catch (RuntimeException | Error e) {
      // there is nobody to tell
    }
  }
}
