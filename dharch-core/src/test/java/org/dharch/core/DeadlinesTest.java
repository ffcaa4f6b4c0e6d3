package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.dharch.api.MessageId;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Policy;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  @Test
  void theEarliestIsAlwaysOnTopWhateverIsAddedMovedAndRemoved() {
    SplittableRandom random = new SplittableRandom(42);
    HandlerOrchestrationManager.Assignment assignment =
        new HandlerOrchestrationManager.Assignment(
            Orchestration.of("o", Stage.of("A")), Policy.NONE);
    Deadlines deadlines = new Deadlines();
    Map<DHMContext, Long> model = new HashMap<>();
    List<DHMContext> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Submission submission = Submission.of(Direction.IN, "S", Bench.ENVELOPE);
      all.add(
          new DHMContext(
              new MessageId(0, i),
              submission,
              assignment,
              DHManagerConfig.DEFAULT,
              "",
              "",
              0,
              0,
              NextLife.FORGETS,
              false,
              Optional.empty()));
    }
    for (int step = 0; step < 20_000; step++) {
      DHMContext message = all.get(random.nextInt(all.size()));
      if (random.nextInt(3) == 0) {
        deadlines.remove(message);
        model.remove(message);
      } else {
        long at = random.nextInt(1000);
        deadlines.set(message, at);
        model.put(message, at);
      }
      long first = model.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
      assertEquals(first, deadlines.next(), "after step " + step);
      if (!model.isEmpty()) {
        assertEquals(first, model.get(deadlines.due(first).orElseThrow()));
      }
    }
  }
}
