package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.dharch.core.metrics.Counter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Past capacity no work is lost to messages that cannot end in time: {@link DeadlineLoad}. */
class DeadlineLoadTest {
  private static final Duration SERVICE = Duration.ofMillis(20);

  private static DeadlineLoad load(double deadline, double capacities) {
    Duration limit = Duration.ofNanos((long) (deadline * SERVICE.toNanos()));
    DeadlineLoad load =
        new DeadlineLoad(SERVICE, limit)
            .offer(capacities)
            .run(Duration.ofMillis(500))
            .measure()
            .run(Duration.ofSeconds(1));
    System.out.printf(
        Locale.ROOT,
        "deadline %.1f, load %.1f: good %d of %d, attempts a message %.3f, latest %s, busy %d,"
            + " unreachable %d, no time %d, moved %d%n",
        deadline,
        capacities,
        load.good(),
        load.offered(),
        load.attemptsPerMessage(),
        load.latest(),
        load.count(Counter.BUSY),
        load.count(Counter.DEADLINE_UNREACHABLE),
        load.count(Counter.NO_TIME_LEFT),
        load.count(Counter.MOVED));
    return load;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 5, 20})
  void goodputStaysAtItsPeak(double deadline) {
    int peak =
        DoubleStream.of(0.7, 1, 1.3).mapToInt(c -> load(deadline, c).good()).max().orElseThrow();
    DeadlineLoad overload = load(deadline, 3);
    assertTrue(overload.good() >= 0.95 * peak, overload.good() + " of " + peak);
    assertTrue(overload.attemptsPerMessage() <= 1.1);
    assertTrue(overload.latest().compareTo(Duration.ofMillis(100)) <= 0);
  }
}
