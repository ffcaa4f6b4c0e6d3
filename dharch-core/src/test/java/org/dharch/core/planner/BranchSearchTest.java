package org.dharch.core.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BranchSearchTest {
  private record Task(long[] times, boolean[][] before, boolean[][] apart, boolean[] fits) {
    static Task random(Random random, int count) {
      boolean[][] before = new boolean[count][count];
      boolean[][] apart = new boolean[count][count];
      boolean[] fits = new boolean[count];
      long[] times = new long[count];
      int density = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        times[i] = random.nextInt(9);
        fits[i] = random.nextInt(8) > 0;
        for (int j = i + 1; j < count; j++) {
          before[i][j] = random.nextInt(density + 1) == 0;
          apart[i][j] = !before[i][j] && random.nextInt(8) == 0;
          apart[j][i] = apart[i][j];
        }
      }
      return new Task(times, before, apart, fits);
    }

    long stages() {
      return Staging.sum(new Staging(times, before, apart).find().stages(), times);
    }

    BranchSearch.Found find(int maxSets) {
      return new BranchSearch(times, before, apart, fits, maxSets).find(stages());
    }

    private boolean linked(int i, int j) {
      return before[i][j] || before[j][i] || apart[i][j];
    }

    /** How long these take; fails if they are not allowed. */
    long valid(List<BranchSearch.Piece> pieces) {
      int[] piece = new int[times.length];
      int[] branch = new int[times.length];
      int[] stage = new int[times.length];
      Arrays.fill(piece, -1);
      long sum = 0;
      for (int p = 0; p < pieces.size(); p++) {
        long longest = 0;
        List<List<List<Integer>>> branches = pieces.get(p).branches();
        for (int b = 0; b < branches.size(); b++) {
          for (int s = 0; s < branches.get(b).size(); s++) {
            for (int i : branches.get(b).get(s)) {
              assertEquals(-1, piece[i], "once");
              assertTrue(fits[i] || branches.size() == 1, "what fits");
              piece[i] = p;
              branch[i] = b;
              stage[i] = s;
            }
          }
          longest = Math.max(longest, Staging.sum(branches.get(b), times));
        }
        sum += longest;
      }
      for (int i = 0; i < times.length; i++) {
        assertTrue(piece[i] >= 0, "all");
        for (int j = i + 1; j < times.length; j++) {
          boolean together = piece[i] == piece[j];
          assertTrue(!together || !linked(i, j) || branch[i] == branch[j], "one branch");
          if (before[i][j]) {
            assertTrue(together ? stage[i] < stage[j] : piece[i] < piece[j], "in order");
          }
          assertTrue(!apart[i][j] || !together || stage[i] != stage[j], "apart");
        }
      }
      return sum;
    }

    /** The least that any place of each handler reaches: its piece, and its turn in that. */
    long bruteForce(int[] place, int next) {
      int count = times.length;
      if (next == count) {
        return took(place);
      }
      long least = Long.MAX_VALUE;
      for (place[next] = 0; place[next] < count * count; place[next]++) {
        boolean fits = true;
        for (int i = 0; i < next && fits; i++) {
          fits = !(before[i][next] && place[i] >= place[next]) && !clash(place, i, next);
        }
        least = fits ? Math.min(least, bruteForce(place, next + 1)) : least;
      }
      return least;
    }

    private boolean clash(int[] place, int i, int j) {
      return apart[i][j] && place[i] == place[j];
    }

    private long took(int[] place) {
      int count = times.length;
      long sum = 0;
      for (int piece = 0; piece < count; piece++) {
        Set<Integer> left = new HashSet<>();
        for (int i = 0; i < count; i++) {
          if (place[i] / count == piece) {
            left.add(i);
          }
        }
        boolean branched = left.size() > 1;
        Set<Integer> all = Set.copyOf(left);
        long longest = 0;
        while (!left.isEmpty()) {
          Set<Integer> group = group(left);
          left.removeAll(group);
          long[] turns = new long[count];
          group.forEach(i -> turns[place[i] % count] = Math.max(turns[place[i] % count], times[i]));
          longest = Math.max(longest, Arrays.stream(turns).sum());
          boolean refused = group.size() > 1 && !all.stream().allMatch(i -> fits[i]);
          if (branched && refused) {
            return Long.MAX_VALUE;
          }
        }
        sum += longest;
      }
      return sum;
    }

    private Set<Integer> group(Set<Integer> of) {
      Set<Integer> group = new HashSet<>(Set.of(of.iterator().next()));
      while (group.addAll(
          of.stream().filter(i -> group.stream().anyMatch(j -> linked(i, j))).toList())) {}
      return group;
    }
  }

  @Property
  void resultIsOptimal(@ForAll long seed) {
    Random random = new Random(seed);
    Task task = Task.random(random, 3 + random.nextInt(2));
    BranchSearch.Found found = task.find(BranchSearch.MAX_SETS);
    assertTrue(found.exact());
    long least = task.bruteForce(new int[task.times.length], 0);
    Statistics.label("branches").collect(!found.pieces().isEmpty());
    if (found.pieces().isEmpty()) {
      assertEquals(least, task.stages());
    } else {
      assertEquals(least, task.valid(found.pieces()));
      assertTrue(least < task.stages());
    }
  }

  @Property
  void resultIsValidWithTheFewestBranches(@ForAll long seed) {
    Random random = new Random(seed);
    Task task = Task.random(random, 1 + random.nextInt(11));
    BranchSearch.Found found = task.find(BranchSearch.MAX_SETS);
    BranchSearch.Found whole = task.find(0);
    if (!whole.pieces().isEmpty()) {
      assertFalse(whole.exact());
      assertTrue(task.valid(whole.pieces()) < task.stages());
      assertTrue(task.valid(found.pieces()) <= task.valid(whole.pieces()));
    } else if (!found.pieces().isEmpty()) {
      assertTrue(task.valid(found.pieces()) < task.stages());
      assertTrue(found.pieces().stream().anyMatch(BranchSearch.Piece::isBranched));
    }
  }

  @Tag("full")
  @Test
  void twelveHandlersAreExactAndManyMoreAreQuick() {
    for (int count : new int[] {12, 20, 40, 63, 1000}) {
      for (int seed = 0; seed < 5; seed++) {
        Task task = Task.random(new Random(seed), count);
        BranchSearch.Found found =
            assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> task.find(BranchSearch.MAX_SETS));
        assertTrue(found.exact() || count > 12);
      }
    }
  }

  @Test
  void onlyHandlersBetweenBarriersBecomeBranches() {
    boolean[][] before = new boolean[6][6];
    before[0][1] = true;
    before[0][2] = true;
    before[1][3] = true;
    before[2][4] = true;
    before[3][5] = true;
    before[4][5] = true;
    boolean[] fits = new boolean[6];
    Arrays.fill(fits, true);
    long[] times = {1, 1, 9, 9, 1, 1};
    assertEquals(
        List.of(
            new BranchSearch.Piece(List.of(List.of(List.of(0)))),
            new BranchSearch.Piece(
                List.of(List.of(List.of(1), List.of(3)), List.of(List.of(2), List.of(4)))),
            new BranchSearch.Piece(List.of(List.of(List.of(5))))),
        new BranchSearch(times, before, new boolean[6][6], fits).find(20).pieces());
  }
}
