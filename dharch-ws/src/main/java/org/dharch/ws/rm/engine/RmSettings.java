package org.dharch.ws.rm.engine;

import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SourceSettings;

/**
 * How one node does reliable messaging.
 *
 * @param leaseMillis for how long it looks after what is due before another may
 * @param deliveryMillis for how long a delivery may take; one that takes longer is tried again
 */
public record RmSettings(
    SinkSettings sink,
    SourceSettings source,
    RmLimits limits,
    long leaseMillis,
    long deliveryMillis) {
  /** What holds where nothing is configured. */
  public static final RmSettings DEFAULT =
      new RmSettings(
          SinkSettings.DEFAULT, SourceSettings.DEFAULT, RmLimits.DEFAULT, 30_000, 60_000);

  /**
   * @throws IllegalArgumentException naming the first that is out of bounds
   */
  public RmSettings {
    if (leaseMillis < 2 || deliveryMillis < 1) {
      throw new IllegalArgumentException(
          "leaseMillis="
              + leaseMillis
              + ", deliveryMillis="
              + deliveryMillis
              + "; at least 2 and 1 are allowed");
    }
  }
}
