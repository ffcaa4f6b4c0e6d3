package org.dharch.benchmarks.decentralized;

import java.time.Duration;

/**
 * The duration of a load.
 *
 * @param warm how long the load runs before it counts
 * @param counted how long it counts
 */
record LoadTime(Duration warm, Duration counted) {
  Duration total() {
    return warm.plus(counted);
  }
}
