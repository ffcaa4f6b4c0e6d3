package org.dharch.core.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

class StepsTest {
  private final Steps steps = new Steps();

  private void add(int stage, String... handlers) {
    for (String handler : handlers) {
      steps.add(stage, HandlerEntry.of(handler));
    }
  }

  @Test
  void theStagesAreThoseWhoseHandlersPerform() {
    add(0, "A", "B");
    steps.add(Role.UNDO, HandlerEntry.of("undoA"), steps.get(0));
    add(1, "C");
    assertEquals(List.of(Stage.of("A", "B"), Stage.of("C")), steps.stages());
  }

  @Test
  void theLongestIsFirstAndThoseThatTakeAlikeStayAsTheyStand() {
    add(0, "long");
    add(1, "short", "other", "long");
    Map<String, Long> usual = Map.of("long", 9L, "short", 1L, "other", 1L);
    assertEquals(
        List.of("long", "short", "other"),
        steps.longestFirst(1, usual::get).stream().map(Step::handler).toList());
  }
}
