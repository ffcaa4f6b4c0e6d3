package org.dharch.benchmarks.decentralized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Options;
import org.junit.jupiter.api.Test;

class PredictionTest {
  private static final double CLOSE = 1e-9;

  private static Options options(boolean quick) {
    return new Options(quick, BenchmarkEnvironment.MULTICORE, List.of(), Path.of("out"));
  }

  /** The paper's engines, 100 threads each, at 4000 ms. */
  @Test
  void kneeIsThreadsByTime() {
    assertEquals(375, 60 * Prediction.of(RouteVariant.CENTRALIZED, 100, 4, 0).knee(), CLOSE);
    assertEquals(750, 60 * Prediction.of(RouteVariant.HTTP, 100, 4, 0).knee(), CLOSE);
    assertEquals(750, 60 * Prediction.of(RouteVariant.JMS, 100, 4, 0).knee(), CLOSE);
    assertEquals(1500, 60 * Prediction.of(RouteVariant.SPLIT, 100, 4, 0).knee(), CLOSE);
    assertEquals(1500, 60 * Prediction.of(RouteVariant.DHARCH, 100, 4, 0).knee(), CLOSE);
  }

  @Test
  void backlogGrowsByExcessPastTheKnee() {
    Prediction centralized = Prediction.of(RouteVariant.CENTRALIZED, 100, 0.4, 0);
    assertEquals(10, centralized.throughput(10), CLOSE);
    assertEquals(62.5, centralized.throughput(125), CLOSE);
    assertEquals(0.8, centralized.response(62.5, 0, 10), CLOSE);
    // twice its capacity: after t seconds a request is behind t seconds of work, for 2 to 4 s on
    // average 3
    assertEquals(3.8, centralized.response(125, 2, 4), CLOSE);
  }

  /** At 20 ms: four delays where the gateway continues after the address books, otherwise two. */
  @Test
  void slowLineCostsItsDelays() {
    assertEquals(0.28, Prediction.of(RouteVariant.CENTRALIZED, 25, 0.1, 0.02).alone(), CLOSE);
    assertEquals(0.28, Prediction.of(RouteVariant.DHARCH, 25, 0.1, 0.02).alone(), CLOSE);
    assertEquals(0.24, Prediction.of(RouteVariant.DHARCH_DIRECT, 25, 0.1, 0.02).alone(), CLOSE);
    assertEquals(0.24, Prediction.of(RouteVariant.SPLIT, 25, 0.1, 0.02).alone(), CLOSE);
    // and holds threads longer: 0.28 s, and twice 0.14 s for the flow
    assertEquals(25 / 0.56, Prediction.of(RouteVariant.CENTRALIZED, 25, 0.1, 0.02).knee(), CLOSE);
    assertEquals(250, Prediction.of(RouteVariant.DHARCH, 25, 0.1, 0.02).knee(), CLOSE);
  }

  /** A quarter of the threads and of the time saturate at the same rate. */
  @Test
  void quickAndFullRunsHaveTheSameKnees() {
    for (boolean quick : List.of(true, false)) {
      RoutePlan plan = RoutePlan.of(options(quick));
      Scale scale = plan.scale();
      double knee = plan.prediction(RouteVariant.CENTRALIZED, RoutePoint.FIXED).knee();
      assertEquals(375, scale.perMinute(knee), CLOSE);
      assertEquals(quick ? 40 : 100, scale.perSecond(600), CLOSE);
      assertEquals(4000, scale.paperMillis((double) scale.millis(4000)), CLOSE);
      assertTrue(plan.points().contains(RoutePoint.FIXED));
    }
  }

  @Test
  void runsTakeThePlannedTime() {
    assertTrue(RoutePlan.of(options(true)).duration().compareTo(Duration.ofMinutes(4)) <= 0);
    assertTrue(RoutePlan.of(options(false)).duration().compareTo(Duration.ofMinutes(45)) <= 0);
  }
}
