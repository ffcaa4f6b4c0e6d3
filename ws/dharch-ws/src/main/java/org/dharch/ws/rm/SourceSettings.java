package org.dharch.ws.rm;

/**
 * Time limits and bounds of a source for one sequence. Times are milliseconds.
 *
 * @param retransmission the retransmission delays
 * @param maxInFlight the maximum number of unacknowledged messages of a sequence
 * @param createMillis how long the creation is tried
 * @param idleMillis how long a fully acknowledged sequence stays open without messages
 * @param keptMillis how long an ended sequence is remembered
 * @param maxTerminations how often CloseSequence and TerminateSequence are sent after all messages
 *     are acknowledged
 * @param queuedMillis how long a message that waited for its sequence may be repeated before it is
 *     sent from the store
 */
public record SourceSettings(
    Backoff retransmission,
    int maxInFlight,
    long createMillis,
    long idleMillis,
    long keptMillis,
    int maxTerminations,
    long queuedMillis) {

  public static final SourceSettings DEFAULT =
      new SourceSettings(new Backoff(3_000, 300_000), 1_000, 60_000, 300_000, 600_000, 5, 2_000);

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public SourceSettings {
    SinkSettings.requireAtLeast(1, "maxInFlight", maxInFlight);
    SinkSettings.requireAtLeast(1, "createMillis", createMillis);
    SinkSettings.requireAtLeast(1, "idleMillis", idleMillis);
    SinkSettings.requireAtLeast(1, "keptMillis", keptMillis);
    SinkSettings.requireAtLeast(1, "maxTerminations", maxTerminations);
    SinkSettings.requireAtLeast(1, "queuedMillis", queuedMillis);
  }
}
