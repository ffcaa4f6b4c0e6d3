package org.dharch.ws.rm;

/**
 * Time limits and bounds of a sink for one sequence. Times are milliseconds.
 *
 * @param maxRanges the maximum number of received ranges; further messages are dropped
 * @param maxHeld the maximum number of messages stored for delivery
 * @param maxDelivering the maximum number of parallel deliveries, without ordering
 * @param maxDeliveries the number of delivery attempts before a message is given up
 * @param leaseMillis how long a delivery is considered active without a lease renewal
 * @param ackMillis how long an acknowledgement to an AcksTo address may wait for others
 * @param responseMillis how long a response outside an offered sequence is stored
 * @param keptMillis how long an ended sequence is remembered
 * @param retry the delays between delivery attempts
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

  public static final SinkSettings DEFAULT =
      new SinkSettings(
          1_024, 1_000, 32, 20, 30_000, 100, 300_000, 600_000, new Backoff(500, 300_000));

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public SinkSettings {
    requireAtLeast(1, "maxRanges", maxRanges);
    requireAtLeast(1, "maxHeld", maxHeld);
    requireAtLeast(1, "maxDelivering", maxDelivering);
    requireAtLeast(1, "maxDeliveries", maxDeliveries);
    requireAtLeast(2, "leaseMillis", leaseMillis);
    requireAtLeast(0, "ackMillis", ackMillis);
    requireAtLeast(1, "responseMillis", responseMillis);
    requireAtLeast(1, "keptMillis", keptMillis);
  }

  static void requireAtLeast(long min, String name, long value) {
    if (value < min) {
      throw new IllegalArgumentException(
          name + " must be at least " + min + " (got " + value + ")");
    }
  }
}
