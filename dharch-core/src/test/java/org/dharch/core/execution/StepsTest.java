package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.dharch.core.orchestration.HandlerEntry;
import org.junit.jupiter.api.Test;

class StepsTest {
  private final Steps steps = new Steps();

  private void add(int stage, String... handlers) {
    for (String handler : handlers) {
      steps.add(stage, HandlerEntry.of(handler));
    }
  }

  @Test
  void longestHandlerIsFirstAndEqualOnesKeepTheirOrder() {
    add(0, "long");
    add(1, "short", "other", "long");
    Map<String, Long> usual = Map.of("long", 9L, "short", 1L, "other", 1L);
    assertEquals(
        List.of("long", "short", "other"),
        steps.longestFirst(1, usual::get).stream().map(Step::handler).toList());
  }
}
