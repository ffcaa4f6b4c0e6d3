package org.dharch.core.config;

import java.time.Duration;

/**
 * The bounds on the emissions that one manager has in hand.
 *
 * @param emissions how many
 * @param bytes how many bytes they take together, and those under way to addresses outside
 * @param sends how many requests to addresses outside are under way at once
 * @param sendsToHost how many of them to one host and port
 * @param retries how often a request is tried again of which nothing has arrived
 * @param pause how long after the first try that is; each further time twice as long
 * @param sendLimit how long one request may take
 */
public record EmissionBounds(
    int emissions,
    long bytes,
    int sends,
    int sendsToHost,
    int retries,
    Duration pause,
    Duration sendLimit) {

  /** The default: an eighth of the heap. */
  public static final EmissionBounds DEFAULT =
      new EmissionBounds(
          1024,
          Runtime.getRuntime().maxMemory() / 8,
          512,
          64,
          3,
          Duration.ofMillis(100),
          Duration.ofSeconds(30));

  /** The pause before try number {@code number}, from 1, in nanoseconds. */
  public long pauseNanos(int number) {
    return pause.toNanos() << Math.min(number - 1, 6);
  }
}
