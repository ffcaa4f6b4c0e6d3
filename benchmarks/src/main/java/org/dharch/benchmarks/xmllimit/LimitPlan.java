package org.dharch.benchmarks.xmllimit;

import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.Options;

/**
 * The extent of the measurement.
 *
 * @param sizes elements in a message
 * @param clients in closed loop
 * @param rounds the number of measurements of each point
 * @param counted the duration of each measurement
 * @param warmUp of each variant with each size; longer with handlers on the node
 * @param pairs the number of comparisons of each variant with DHArch with its reference
 * @param paired the duration of each of them
 */
record LimitPlan(
    List<Integer> sizes,
    List<Integer> clients,
    int rounds,
    Duration counted,
    Duration warmUp,
    int pairs,
    Duration paired) {
  /** The size in figures 2 and 3 of seed 004. */
  static final int PAPER = 10;

  /** Rates must be flat from this number of clients on. */
  static final int FLAT_FROM = 8;

  /** The number of clients for costs and pairs. */
  static final int COSTS = 8;

  static LimitPlan of(Options options) {
    return options.quick()
        ? new LimitPlan(
            List.of(PAPER),
            List.of(1, COSTS, 64),
            3,
            Duration.ofMillis(250),
            Duration.ofMillis(800),
            24,
            Duration.ofMillis(200))
        : new LimitPlan(
            List.of(PAPER, 100, 1000),
            List.of(1, 2, 4, COSTS, 16, 32, 64, 128),
            options.rounds(3),
            Duration.ofMillis(1000),
            Duration.ofSeconds(2),
            60,
            Duration.ofMillis(400));
  }

  /** The number of clients for the warm-up. */
  static final int WARMING = 32;

  /** The factor of a message over the broker, which takes longer and runs more code. */
  private static final int HANDLED = 5;

  /** Returns the warm-up time of a variant. */
  Duration warmUp(LimitVariant variant) {
    return variant.isHandled() ? warmUp.multipliedBy(HANDLED) : warmUp;
  }

  /** Returns the numbers of clients at which rates must be flat. */
  List<Integer> flatClients() {
    return clients.stream().filter(each -> each >= FLAT_FROM).toList();
  }

  /** Returns the approximate duration. */
  Duration duration() {
    int points = LimitVariant.ALL.size() * sizes.size() * clients.size();
    return Duration.ofSeconds(15)
        .plus(
            LimitVariant.ALL.stream()
                .map(this::warmUp)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(sizes.size()))
        .plus(counted.plusMillis(30).multipliedBy((long) points * rounds))
        .plus(paired.plusMillis(20).multipliedBy(2L * VariantPair.values().length * pairs));
  }

  /** Returns the number of progress steps. */
  int steps() {
    return LimitVariant.ALL.size() * sizes.size() * (1 + clients.size() * rounds)
        + 2 * VariantPair.values().length * pairs;
  }
}
