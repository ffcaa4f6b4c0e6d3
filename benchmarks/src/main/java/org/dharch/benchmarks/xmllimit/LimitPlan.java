package org.dharch.benchmarks.xmllimit;

import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.Options;

/**
 * How much is measured.
 *
 * @param sizes elements in a message
 * @param clients in closed loop
 * @param rounds how often each point is measured
 * @param counted each time
 * @param warmUp of each way, with each size; more of those with handlers on the node
 * @param pairs how often the ways with DHArch are measured right beside what they are held to
 * @param paired each time
 */
record LimitPlan(
    List<Integer> sizes,
    List<Integer> clients,
    int rounds,
    Duration counted,
    Duration warmUp,
    int pairs,
    Duration paired) {
  /** Of figures 2 and 3 of seed 004. */
  static final int PAPER = 10;

  /** From so many clients on the rates are to be flat. */
  static final int FLAT_FROM = 8;

  /** With so many clients costs are told, and pairs are measured. */
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

  /** With so many clients everything is warmed up. */
  static final int WARMING = 32;

  /** A message over the broker takes so many times as long, and runs through more code. */
  private static final int HANDLED = 5;

  /** How long {@code way} is warmed up. */
  Duration warmUp(LimitVariant way) {
    return way.isHandled() ? warmUp.multipliedBy(HANDLED) : warmUp;
  }

  /** Those from which on rates are to be flat. */
  List<Integer> flatClients() {
    return clients.stream().filter(each -> each >= FLAT_FROM).toList();
  }

  /** About how long all of it takes. */
  Duration takes() {
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

  /** How many steps of it are told. */
  int steps() {
    return LimitVariant.ALL.size() * sizes.size() * (1 + clients.size() * rounds)
        + 2 * VariantPair.values().length * pairs;
  }
}
