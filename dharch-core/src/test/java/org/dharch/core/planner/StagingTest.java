package org.dharch.core.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StagingTest {
  private record Task(long[] times, boolean[][] before, boolean[][] apart) {
    static Task random(Random random, int count) {
      long[] times = new long[count];
      boolean[][] before = new boolean[count][count];
      boolean[][] apart = new boolean[count][count];
      int density = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        times[i] = random.nextInt(5);
        for (int j = i + 1; j < count; j++) {
          before[i][j] = random.nextInt(density + 1) == 0;
          apart[i][j] = !before[i][j] && random.nextInt(4) == 0;
          apart[j][i] = apart[i][j];
        }
      }
      return new Task(times, before, apart);
    }

    long valid(List<List<Integer>> stages) {
      int[] stageOf = new int[times.length];
      Arrays.fill(stageOf, -1);
      long sum = 0;
      for (int s = 0; s < stages.size(); s++) {
        long longest = 0;
        for (int i : stages.get(s)) {
          assertEquals(-1, stageOf[i], "once");
          stageOf[i] = s;
          longest = Math.max(longest, times[i]);
        }
        sum += longest;
      }
      for (int i = 0; i < times.length; i++) {
        assertTrue(stageOf[i] >= 0, "all");
        for (int j = 0; j < times.length; j++) {
          assertTrue(!before[i][j] || stageOf[i] < stageOf[j], "in order");
          assertTrue(!apart[i][j] || stageOf[i] != stageOf[j], "apart");
        }
      }
      return sum;
    }

    /** The least that any assignment of stages reaches. */
    long bruteForce() {
      return bruteForce(new int[times.length], 0);
    }

    private long bruteForce(int[] stageOf, int next) {
      int count = times.length;
      if (next == count) {
        long[] longest = new long[count];
        for (int i = 0; i < count; i++) {
          longest[stageOf[i]] = Math.max(longest[stageOf[i]], times[i]);
        }
        return Arrays.stream(longest).sum();
      }
      long least = Long.MAX_VALUE;
      for (int stage = 0; stage < count; stage++) {
        boolean fits = true;
        for (int i = 0; i < next && fits; i++) {
          fits =
              !(before[i][next] && stageOf[i] >= stage) && !(apart[i][next] && stageOf[i] == stage);
        }
        if (fits) {
          stageOf[next] = stage;
          least = Math.min(least, bruteForce(stageOf, next + 1));
        }
      }
      return least;
    }
  }

  @Property
  void resultIsOptimal(@ForAll long seed) {
    Random random = new Random(seed);
    Task task = Task.random(random, 1 + random.nextInt(6));
    Staging.Found found = new Staging(task.times, task.before, task.apart).find();
    assertTrue(found.exact());
    assertEquals(task.bruteForce(), task.valid(found.stages()));
  }

  @Property
  void heuristicIsValidAndNeverBeatsTheOptimum(@ForAll long seed) {
    Random random = new Random(seed);
    Task task = Task.random(random, 1 + random.nextInt(12));
    Staging.Found greedy = new Staging(task.times, task.before, task.apart, 0).find();
    assertFalse(greedy.exact());
    Staging.Found exact = new Staging(task.times, task.before, task.apart).find();
    assertTrue(exact.exact(), "12 handlers are planned exactly");
    assertTrue(task.valid(greedy.stages()) >= task.valid(exact.stages()));
  }

  @Test
  void manyHandlersArePlannedQuickly() {
    for (int count : new int[] {12, 40, 1000}) {
      Task task = Task.random(new Random(7), count);
      assertTimeoutPreemptively(
          Duration.ofSeconds(60),
          () -> task.valid(new Staging(task.times, task.before, task.apart).find().stages()));
    }
  }

  @Test
  void equalTimesUseTheFewestStages() {
    boolean[][] before = new boolean[3][3];
    before[0][1] = true;
    assertEquals(
        List.of(List.of(0, 2), List.of(1)),
        new Staging(new long[] {1, 1, 0}, before, new boolean[3][3]).find().stages());
  }
}
