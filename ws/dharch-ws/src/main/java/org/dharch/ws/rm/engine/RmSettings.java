package org.dharch.ws.rm.engine;

import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SourceSettings;

/**
 * Settings of reliable messaging at one node.
 *
 * @param leaseMillis how long a due sequence is reserved for this node
 * @param deliveryMillis the time limit of a delivery, which is then retried
 */
public record RmSettings(
    SinkSettings sink,
    SourceSettings source,
    RmLimits limits,
    long leaseMillis,
    long deliveryMillis) {
  public static final RmSettings DEFAULT =
      new RmSettings(
          SinkSettings.DEFAULT, SourceSettings.DEFAULT, RmLimits.DEFAULT, 30_000, 60_000);

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public RmSettings {
    if (leaseMillis < 2 || deliveryMillis < 1) {
      throw new IllegalArgumentException(
          "leaseMillis must be at least 2 and deliveryMillis at least 1 (got "
              + leaseMillis
              + " and "
              + deliveryMillis
              + ")");
    }
  }
}
