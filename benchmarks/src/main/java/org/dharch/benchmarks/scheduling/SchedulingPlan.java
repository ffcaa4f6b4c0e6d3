package org.dharch.benchmarks.scheduling;

import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.Options;

/**
 * The extent of the measurement.
 *
 * @param clients in closed loop
 * @param windows the tried fixed windows
 * @param rounds the number of measurements of each
 * @param pairs the comparisons with the peak
 * @param warmUp of everything, once
 * @param ramp before each measurement, not counted
 * @param counted the duration of each measurement
 * @param correlated the duration of the estimation
 * @param bursts the number of measurements in bursts
 * @param floods the measurements of fairness
 */
record SchedulingPlan(
    List<Integer> clients,
    List<Integer> windows,
    int rounds,
    Repetition pairs,
    Duration warmUp,
    Duration ramp,
    Duration counted,
    Duration correlated,
    int bursts,
    Repetition floods) {
  private static final int DISCIPLINES = 6;

  /** Rounds of the figures; checked values are measured more often. */
  private static final int ROUNDS = 3;

  private static final int PAIRS = 12;
  private static final int BURSTS = 9;
  private static final int FLOODS = 6;

  /** Two disciplines at two numbers of clients each, and no control at one. */
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
            new Repetition(2, Duration.ofMillis(600)),
            Duration.ofSeconds(6),
            Duration.ofMillis(200),
            Duration.ofMillis(600),
            Duration.ofSeconds(3),
            1,
            new Repetition(1, Duration.ofSeconds(2)))
        : new SchedulingPlan(
            List.of(1, 5, 11, 16, 24, 36, 50, 76, 100, 150, 200),
            List.of(2, 3, 4, 6, 8, 12, 16, 24, 32, 48),
            options.rounds(ROUNDS),
            new Repetition(PAIRS, Duration.ofSeconds(3)),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(4),
            Duration.ofMinutes(1),
            BURSTS,
            new Repetition(FLOODS, Duration.ofSeconds(10)));
  }

  /** Returns the number of clients for the resource usage: the paper's, or the nearest. */
  int usageClients() {
    return clients.contains(36) ? 36 : 24;
  }

  int most() {
    return clients.get(clients.size() - 1);
  }

  /** Returns the approximate duration. */
  Duration duration() {
    Duration each = ramp.plus(counted).plusMillis(300);
    return Duration.ofSeconds(20)
        .plus(warmUp)
        .plus(each.multipliedBy((long) (clients.size() * DISCIPLINES + windows.size()) * rounds))
        .plus(ramp.plus(pairs.each()).plusMillis(300).multipliedBy(2L * IN_PAIRS * pairs.count()))
        .plus(correlated)
        .plusSeconds((long) BURST_SECONDS * IN_BURSTS * bursts)
        .plus(floods.each().plusSeconds(1).multipliedBy((long) IN_FLOODS * floods.count()));
  }

  /** Returns the number of progress steps. */
  int steps() {
    return (clients.size() * DISCIPLINES + windows.size()) * rounds
        + IN_PAIRS * pairs.count()
        + IN_BURSTS * bursts
        + IN_FLOODS * floods.count();
  }
}
