package org.dharch.ws.rm;

/**
 * What a source does in which time, and its bounds for one sequence. Times are milliseconds.
 *
 * @param retransmission when a message that is not acknowledged is sent again; of the policy's
 *     BaseRetransmissionInterval and ExponentialBackoff
 * @param maxInFlight how many messages of a sequence may be unacknowledged
 * @param createMillis how long its creation is tried
 * @param idleMillis after how long without a message a sequence is closed of which everything is
 *     acknowledged
 * @param keptMillis how long a sequence that is over is known
 * @param maxTerminations how often the sink is asked to close it, and to terminate it; all of it is
 *     acknowledged then
 * @param queuedMillis how long a message that waited for its sequence is left to come back by
 *     itself, before it is sent from the store
 */
public record SourceSettings(
    Backoff retransmission,
    int maxInFlight,
    long createMillis,
    long idleMillis,
    long keptMillis,
    int maxTerminations,
    long queuedMillis) {

  /** What holds where nothing is configured. */
  public static final SourceSettings DEFAULT =
      new SourceSettings(new Backoff(3_000, 300_000), 1_000, 60_000, 300_000, 600_000, 5, 2_000);

  /**
   * @throws IllegalArgumentException naming the first that is out of bounds
   */
  public SourceSettings {
    Bounds.atLeast(1, "maxInFlight", maxInFlight);
    Bounds.atLeast(1, "createMillis", createMillis);
    Bounds.atLeast(1, "idleMillis", idleMillis);
    Bounds.atLeast(1, "keptMillis", keptMillis);
    Bounds.atLeast(1, "maxTerminations", maxTerminations);
    Bounds.atLeast(1, "queuedMillis", queuedMillis);
  }
}
