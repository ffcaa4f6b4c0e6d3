package org.dharch.benchmarks.scheduling;

import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.Options;

/**
 * How much is measured.
 *
 * @param clients in closed loop
 * @param windows that are tried for the fixed one
 * @param rounds how often each is measured
 * @param pairs how often what is kept of the peak is measured beside the peak
 * @param paired for how long each time
 * @param warmUp of everything, once
 * @param ramp before each measurement, not counted
 * @param counted each measurement
 * @param correlated how long sizes are estimated and observed
 * @param bursts how often a row of them is measured
 * @param floods how often fairness is measured
 * @param flood how long each time
 */
record SchedulingPlan(
    List<Integer> clients,
    List<Integer> windows,
    int rounds,
    int pairs,
    Duration paired,
    Duration warmUp,
    Duration ramp,
    Duration counted,
    Duration correlated,
    int bursts,
    int floods,
    Duration flood) {
  private static final int DISCIPLINES = 6;

  /** Of what is drawn; what is held to a bound is measured more often. */
  private static final int ROUNDS = 3;

  private static final int PAIRS = 12;
  private static final int BURSTS = 9;
  private static final int FLOODS = 6;

  /** Two ways with two numbers of clients each, and no control with one. */
  private static final int IN_PAIRS = 5;

  private static final int IN_BURSTS = 4;
  private static final int IN_FLOODS = 4;
  private static final int BURST_SECONDS = 6;

  static SchedulingPlan of(Options options) {
    return options.quick()
        ? new SchedulingPlan(
            List.of(1, 8, 24, 76, 200),
            List.of(2, 4, 8, 16, 32),
            1,
            2,
            Duration.ofMillis(600),
            Duration.ofSeconds(6),
            Duration.ofMillis(200),
            Duration.ofMillis(600),
            Duration.ofSeconds(3),
            1,
            1,
            Duration.ofSeconds(2))
        : new SchedulingPlan(
            List.of(1, 5, 11, 16, 24, 36, 50, 76, 100, 150, 200),
            List.of(2, 3, 4, 6, 8, 12, 16, 24, 32, 48),
            options.rounds(ROUNDS),
            PAIRS,
            Duration.ofSeconds(3),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(4),
            Duration.ofMinutes(1),
            BURSTS,
            FLOODS,
            Duration.ofSeconds(10));
  }

  /** The number of clients for which the loads are told; the paper's, or the nearest. */
  int loadedClients() {
    return clients.contains(36) ? 36 : 24;
  }

  int most() {
    return clients.get(clients.size() - 1);
  }

  /** About how long all of it takes. */
  Duration takes() {
    Duration each = ramp.plus(counted).plusMillis(300);
    return Duration.ofSeconds(20)
        .plus(warmUp)
        .plus(each.multipliedBy((long) (clients.size() * DISCIPLINES + windows.size()) * rounds))
        .plus(ramp.plus(paired).plusMillis(300).multipliedBy(2L * IN_PAIRS * pairs))
        .plus(correlated)
        .plusSeconds((long) BURST_SECONDS * IN_BURSTS * bursts)
        .plus(flood.plusSeconds(1).multipliedBy((long) IN_FLOODS * floods));
  }

  /** How many steps of it are told. */
  int steps() {
    return (clients.size() * DISCIPLINES + windows.size()) * rounds
        + IN_PAIRS * pairs
        + IN_BURSTS * bursts
        + IN_FLOODS * floods;
  }
}
