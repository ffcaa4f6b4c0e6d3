package org.dharch.core.execution.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TimeoutsTest {
  private static final Duration YEAR = Duration.ofDays(365);

  private static Map<String, UnaryOperator<Timeouts>> each(Duration value) {
    return Map.of(
        "deadline", t -> t.deadline(value),
        "timeToStart", t -> t.toStart(value),
        "timeToFinish", t -> t.toFinish(value),
        "transferAllowance", t -> t.transferAllowance(value),
        "timeToCompensate", t -> t.toCompensate(value));
  }

  @Test
  void timeoutsMustBePositiveAndAtMostAYear() {
    for (Duration wrong : List.of(Duration.ZERO, Duration.ofNanos(-1), YEAR.plusNanos(1))) {
      each(wrong)
          .forEach(
              (field, change) ->
                  assertEquals(
                      field + " must be positive and at most 365 days (got " + wrong + ")",
                      assertThrows(
                              IllegalArgumentException.class, () -> change.apply(Timeouts.DEFAULT))
                          .getMessage()));
    }
    Timeouts most = Timeouts.DEFAULT;
    for (UnaryOperator<Timeouts> change : each(YEAR).values()) {
      most = change.apply(most);
    }
    assertEquals(new Timeouts(YEAR, YEAR, YEAR, YEAR, YEAR), most);
  }
}
