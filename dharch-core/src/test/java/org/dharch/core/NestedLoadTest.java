package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.CallDepth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The deadlock of seed 002, section 3.2, and its kin cannot happen: calls nested to any depth end
 * without a time-out, however few workers and slots there are; see {@link NestedLoad}.
 */
class NestedLoadTest {
  @ParameterizedTest
  @CsvSource({
    "HANDLERS, 1, 1, 1, false",
    "HANDLERS, 1, 1, 9, true",
    "REQUEST, 1, 1, 1, true",
    "HANDLERS, 8, 1, 1, true",
    "REQUEST, 8, 1, 9, false",
    "REQUEST, 256, 2, 4, true"
  })
  void nestedCallsProgressAtAnyDepth(
      ConcurrencyLimitScope scope,
      int concurrencyLimit,
      int workers,
      int onNode,
      boolean services) {
    FlowControl flow =
        FlowControl.DEFAULT
            .concurrencyLimit(ConcurrencyLimitSetting.fixed(concurrencyLimit))
            .scope(scope)
            .nodes(ConcurrencyLimitSetting.fixed(onNode));
    for (int depth : new int[] {1, 2, CallDepth.MOST}) {
      NestedLoad load =
          new NestedLoad(depth, flow, workers, depth, services)
              .clients(20)
              .run(Duration.ofSeconds(2));
      String what = "depth " + depth + ", answered " + load.answered();
      assertEquals(0, load.failed(), what);
      assertTrue(load.longestSilence().toMillis() < 200, what + ", " + load.longestSilence());
      assertTrue(load.mostOnNode() <= workers + CallDepth.MOST, what);
    }
  }
}
