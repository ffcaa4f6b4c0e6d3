package org.dharch.core.text;

import org.slf4j.Logger;

/**
 * Logs an error after which a thread continues. If logging fails because memory has run out, the
 * thread continues anyway, since other threads may depend on it.
 *
 * <p>Create it in advance and pass the caught error unchanged: without memory, no class can be
 * loaded and no new text can be built, and an error within a {@code catch} ends the thread.
 * Immutable.
 */
public final class LoggedError {
  private static final String OTHER = "{}";

  private final Logger log;
  private final String what;

  /**
   * @param what the activity that continues, with {@code {}} for the object it concerns
   */
  public LoggedError(Logger log, String what) {
    this.log = log;
    this.what = what;
  }

  /** Logs {@code error} with the activity that continues. Throws nothing; thread-safe. */
  public void log(Throwable error) {
    log(OTHER, error);
  }

  /**
   * Like {@link #log(Throwable)} for {@code which}; its text is built here, since that may fail.
   */
  public void log(Object which, Throwable error) {
    try {
      log.error("Unexpected error; continuing: {}", what.replace(OTHER, which.toString()), error);
    } catch (RuntimeException | Error e) {
      // nothing can report this error
    }
  }
}
