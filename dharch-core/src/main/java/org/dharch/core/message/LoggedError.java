package org.dharch.core.message;

import org.slf4j.Logger;

/**
 * Says what a thread goes on after. When memory runs out that cannot be said either; then the
 * thread goes on all the same, for it may be the one that everything waits for.
 *
 * <p>It is made beforehand, and what is caught is given to it as it is: where memory has run out,
 * no class is loaded any more, no literal of a text is made that was not there before, and what
 * fails within a {@code catch} ends the thread. Immutable.
 */
public final class LoggedError {
  private static final String OTHER = "{}";

  private final Logger log;
  private final String what;

  /**
   * @param what goes on, with {@code {}} where it is said of which
   */
  public LoggedError(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /** Logs {@code error} behind what goes on; throws nothing. For any thread. */
  public void say(Throwable error) {
    say(OTHER, error);
  }

  /** The same of {@code which}, whose text is made here, where that may fail. */
  public void say(Object which, Throwable error) {
    try {
      log.error("{} goes on after", what.replace(OTHER, which.toString()), error);
    } catch (RuntimeException | Error e) {
      // there is nobody to tell
    }
  }
}
