package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.dharch.core.flow.WindowScope;
import org.dharch.core.message.CallDepth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The deadlock of seed 002, section 3.2, and its kin cannot happen: calls nested to any depth end
 * without a time-out, however few workers and slots there are; see {@link NestedLoad}.
 */
class NestedLoadTest {
  private static final Duration TIME = Duration.ofMillis(5);

  @ParameterizedTest
  @CsvSource({
    "HANDLERS, 1, 1, false",
    "HANDLERS, 1, 1, true",
    "REQUEST, 1, 1, false",
    "REQUEST, 1, 1, true",
    "HANDLERS, 8, 1, true",
    "REQUEST, 8, 1, true",
    "HANDLERS, 8, 3, false",
    "REQUEST, 256, 2, true"
  })
  void nothingStandsStillAtAnyDepth(WindowScope scope, int window, int workers, boolean services) {
    for (int depth = 1; depth <= CallDepth.MOST; depth++) {
      int most = depth;
      ToIntFunction<SplittableRandom> depths = random -> random.nextInt(most + 1);
      NestedLoad load =
          new NestedLoad(
                  depth, NestedLoad.window(scope, window), workers, depths, services, TIME)
              .clients(20)
              .run(Duration.ofSeconds(20));
      String what = "depth " + depth + ", longest " + load.longest();
      assertEquals(0, load.failed(), what);
      assertTrue(load.longest().compareTo(Duration.ofSeconds(10)) < 0, what);
      assertTrue(load.answered() > 500, what + ", answered " + load.answered());
      assertTrue(load.mostOnNode() <= workers + CallDepth.MOST, what);
    }
  }
}
