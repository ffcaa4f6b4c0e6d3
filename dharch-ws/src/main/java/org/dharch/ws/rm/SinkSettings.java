package org.dharch.ws.rm;

/**
 * What a sink does in which time, and its bounds for one sequence. Times are milliseconds.
 *
 * @param maxRanges how many ranges a sequence's received numbers may be; a message that would be
 *     one more is dropped, unacknowledged
 * @param maxHeld how many messages of a sequence are kept until they are delivered
 * @param maxDelivering how many of them are on their way at once, where order does not matter
 * @param maxDeliveries how often one is tried to be delivered before it is given up
 * @param leaseMillis how long one that is on its way is waited for, unless its node says that it
 *     still is
 * @param ackMillis how long an acknowledgement to an address of its own may wait for others
 * @param responseMillis how long a response is kept that is no message of an offered sequence
 * @param keptMillis how long a sequence that is over is known
 * @param retry when one that could not be delivered is tried again
 */
public record SinkSettings(
    int maxRanges,
    int maxHeld,
    int maxDelivering,
    int maxDeliveries,
    long leaseMillis,
    long ackMillis,
    long responseMillis,
    long keptMillis,
    Backoff retry) {

  /** What holds where nothing is configured. */
  public static final SinkSettings DEFAULT =
      new SinkSettings(
          1_024, 1_000, 32, 20, 30_000, 100, 300_000, 600_000, new Backoff(500, 300_000));

  /**
   * @throws IllegalArgumentException naming the first that is out of bounds
   */
  public SinkSettings {
    Bounds.atLeast(1, "maxRanges", maxRanges);
    Bounds.atLeast(1, "maxHeld", maxHeld);
    Bounds.atLeast(1, "maxDelivering", maxDelivering);
    Bounds.atLeast(1, "maxDeliveries", maxDeliveries);
    Bounds.atLeast(2, "leaseMillis", leaseMillis);
    Bounds.atLeast(0, "ackMillis", ackMillis);
    Bounds.atLeast(1, "responseMillis", responseMillis);
    Bounds.atLeast(1, "keptMillis", keptMillis);
  }
}
