package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What flow control may be told: the last value that is allowed and the first that is not. */
class FlowBoundsTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Selection.GroupBy NOTHING = new Selection.GroupBy.Nothing();

  private static String refused(Executable told) {
    return assertThrows(IllegalArgumentException.class, told).getMessage();
  }

  @Test
  void timesAreValidated() {
    Map<String, Function<Duration, FlowControl>> times =
        Map.of(
            "timeToAnswer", FlowControl.DEFAULT::timeToAnswer,
            "waitingLimit", FlowControl.DEFAULT::waitingLimit,
            "retryAfter", FlowControl.DEFAULT::retryAfter);
    times.forEach(
        (name, time) -> {
          assertDoesNotThrow(() -> time.apply(DAY));
          for (Duration wrong : List.of(Duration.ZERO, Duration.ofNanos(-1), DAY.plusNanos(1))) {
            String output = refused(() -> time.apply(wrong));
            assertTrue(output.startsWith(name + " must be positive"), output);
          }
        });
  }

  @Test
  void ageingBoundIsValidated() {
    List<Function<Duration, Selection>> selections =
        List.of(
            Selection.Priority::new,
            Selection.Deadline::new,
            ageing -> new Selection.Shortest(ageing, NOTHING),
            ageing -> new Selection.Fair(ageing, NOTHING, Map.of()));
    for (Function<Duration, Selection> each : selections) {
      assertDoesNotThrow(() -> each.apply(Duration.ZERO));
      assertDoesNotThrow(() -> each.apply(DAY));
      assertTrue(refused(() -> each.apply(Duration.ofNanos(-1))).contains("(got PT"));
      assertTrue(refused(() -> each.apply(DAY.plusNanos(1))).contains("(got PT"));
    }
  }

  @Test
  void weightsAreValidated() {
    assertDoesNotThrow(() -> fair(1_000_000));
    for (double wrong : new double[] {0, -1, 1_000_001, Double.NaN}) {
      assertTrue(refused(() -> fair(wrong)).endsWith("(got " + wrong + ")"));
    }
  }

  private static Selection fair(double weight) {
    return new Selection.Fair(DAY, NOTHING, Map.of("gold", weight));
  }

  @Test
  void limitsMustBePositive() {
    assertEquals(1, FlowControl.DEFAULT.handlers(Map.of("h", 1)).handlers().get("h"));
    assertTrue(
        refused(() -> FlowControl.DEFAULT.handlers(Map.of("h", 0)))
            .startsWith("limit of handler 'h' must be at least 1"));
    assertEquals(1, FlowControl.DEFAULT.queueBound(1).queueBound());
    assertEquals(
        "queueBound must be at least 1 (got 0)", refused(() -> FlowControl.DEFAULT.queueBound(0)));
  }

  @Test
  void concurrencyLimitIsValidated() {
    int most = ConcurrencyLimitSetting.LARGEST;
    assertEquals(most, new ConcurrencyLimit(ConcurrencyLimitSetting.fixed(most)).max());
    assertEquals(1, new ConcurrencyLimit(ConcurrencyLimitSetting.fixed(1)).max());
    refused(() -> ConcurrencyLimitSetting.fixed(most + 1));
    ConcurrencyLimitSetting.Algorithm vegas = ConcurrencyLimitSetting.Algorithm.VEGAS;
    assertEquals(most, ConcurrencyLimitSetting.adaptive(vegas, 1, 1, most).max());
    refused(() -> ConcurrencyLimitSetting.adaptive(vegas, 1, 1, most + 1));
    refused(() -> ConcurrencyLimitSetting.adaptive(vegas, 1, 0, 1));
    refused(() -> ConcurrencyLimitSetting.adaptive(vegas, 5, 1, 4));
  }

  @Test
  void customPolicyIsUsed() {
    Selection.FirstComeFirstServed own = new Selection.FirstComeFirstServed();
    assertSame(own, new Selection.Own(own).policy(() -> 1));
  }
}
