package org.dharch.core.text;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Logs a condition that may repeat, such as a full disk, at most once in ten seconds, and counts
 * the suppressed lines. Thread-safe.
 */
public final class RepeatedLog {
  private static final long EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final LongSupplier nanos;
  private final Consumer<String> log;
  private OptionalLong loggedAt = OptionalLong.empty(); // this and what follows: guarded by this
  private long unsaid;

  /**
   * @param nanos a monotonic clock, in nanoseconds
   * @param log takes a line; called by the logging thread, one at a time
   */
  public RepeatedLog(LongSupplier nanos, Consumer<String> log) {
    this.nanos = nanos;
    this.log = log;
  }

  /**
   * Logs {@code line} with the number of suppressed ones, or counts it; returns whether it was
   * logged.
   */
  public boolean log(String line) {
    return log(line, log);
  }

  /** Like {@link #log(String)}, with another consumer, such as one that logs an exception too. */
  public synchronized boolean log(String line, Consumer<String> as) {
    long now = nanos.getAsLong();
    if (loggedAt.isPresent() && now - loggedAt.getAsLong() < EVERY_NANOS) {
      unsaid++;
      return false;
    }
    as.accept(line + (unsaid == 0 ? "" : " (and " + unsaid + " like this before)"));
    loggedAt = OptionalLong.of(now);
    unsaid = 0;
    return true;
  }

  /** Ends the condition: its next occurrence is logged at once. */
  public synchronized void over() {
    loggedAt = OptionalLong.empty();
    unsaid = 0;
  }
}
