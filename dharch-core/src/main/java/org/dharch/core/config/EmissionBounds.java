package org.dharch.core.config;

import java.time.Duration;

/**
 * The bounds on the active emissions of one manager.
 *
 * @param emissions the number of emissions
 * @param bytes the total size in bytes, also of active requests to outside addresses
 * @param sends the number of active requests to outside addresses
 * @param sendsToHost the number of active requests to one host and port
 * @param retries how often a request is retried if no part of it has arrived
 * @param pause the pause before the first retry; doubled for each further one
 * @param sendLimit the time limit of one request
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

  /** Returns the pause before retry {@code number}, from 1, in nanoseconds. */
  public long pauseNanos(int number) {
    return pause.toNanos() << Math.min(number - 1, 6);
  }
}
