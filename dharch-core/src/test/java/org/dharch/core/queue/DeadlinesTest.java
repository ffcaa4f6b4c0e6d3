package org.dharch.core.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.dharch.core.WaitingMessage;
import org.dharch.core.context.DHMContext;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  @Test
  void theEarliestIsAlwaysOnTopWhateverIsAddedMovedAndRemoved() {
    SplittableRandom random = new SplittableRandom(42);
    Deadlines deadlines = new Deadlines();
    Map<DHMContext, Long> model = new HashMap<>();
    List<DHMContext> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(WaitingMessage.of(i, ""));
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
