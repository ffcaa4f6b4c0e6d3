package org.dharch.benchmarks.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.site.HandlerCosts;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Times;
import org.junit.jupiter.api.Test;

class PredictedTimesTest {
  private static Map<String, Statistics> medians(double a, double b) {
    return Map.of("A", Statistics.of(a), "B", Statistics.of(b));
  }

  @Test
  void coresLimitGainOfParallelHandlers() {
    HandlerVariant all = HandlerVariant.distributed("a", "A", "A,B,C");
    Times work =
        new Times(
            1,
            Map.of(
                "A", HandlerTimes.of(10, 0, 0),
                "B", HandlerTimes.of(10, 0, 0),
                "C", HandlerTimes.of(4, 0, 0)));
    assertEquals(25, new PredictedTimes(work, 1).coreBound(all));
    assertEquals(13, new PredictedTimes(work, 2).coreBound(all));
    assertEquals(11, new PredictedTimes(work, 8).coreBound(all));
  }

  @Test
  void serviceTimeIsChainTimeWithoutHandlers() {
    HandlerVariant chain = HandlerVariant.chain("c", "C", "A B");
    var costs = new HandlerCosts(medians(12, 7), medians(10, 5), medians(1.5, 1.5));
    var times = PredictedTimes.of(chain, 20, Map.of("A", 9.0, "B", 4.0), costs, 1);
    assertEquals(7, times.times().service());
    assertEquals(20, times.equation(chain));
    assertEquals(7 + 12 + 7, times.equation(HandlerVariant.distributed("s", "S", "A B")));
    HandlerVariant parallel = HandlerVariant.distributed("p", "P", "A,B");
    assertEquals(7 + 12, times.equation(parallel));
    assertEquals(7 + 10 + 5, times.coreBound(parallel));
    assertEquals(20, times.coreBound(chain));
    assertEquals(List.of("A", "B"), times.times().handlers().keySet().stream().sorted().toList());
  }
}
