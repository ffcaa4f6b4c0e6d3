package org.dharch.core.execution.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
  private static final long SECOND = 1_000_000_000;
  private static final int FLOOR = RetryBudget.FLOOR_PER_SECOND * RetryBudget.SECONDS;

  private final RetryBudget budget = new RetryBudget();
  private long now = -3 * SECOND / 2; // as a JVM's clock may be

  private int repeats() {
    int count = 0;
    for (; budget.allows(now); count++) {
      budget.repeated(now);
      budget.attempted(now);
    }
    return count;
  }

  @Test
  void floorAllowsRetriesWithoutTraffic() {
    assertEquals(FLOOR, repeats());
    assertFalse(budget.allows(now));
  }

  @Test
  void tenthOfFirstAttemptsIsAdded() {
    for (int i = 0; i < 109; i++) {
      budget.attempted(now);
    }
    assertEquals(FLOOR + 10, repeats());
    budget.attempted(now);
    assertEquals(1, repeats());
  }

  @Test
  void oldSecondsAreForgotten() {
    assertEquals(FLOOR, repeats());
    now += (RetryBudget.SECONDS - 1) * SECOND;
    assertFalse(budget.allows(now));
    now += SECOND;
    assertEquals(FLOOR, repeats());
    now += 1_000 * SECOND;
    assertEquals(FLOOR, repeats());
  }

  @Test
  void clockThatGoesBackAllowsNoMore() {
    assertEquals(FLOOR, repeats());
    now -= 5 * SECOND;
    assertEquals(0, repeats());
  }

  /** In each interval of the range, by a plain count. */
  @Test
  void randomTrafficStaysWithinTheShare() {
    SplittableRandom random = new SplittableRandom(1);
    List<Long> first = new ArrayList<>();
    List<Long> repeated = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      now += random.nextLong(SECOND / 50);
      if (random.nextInt(3) == 0) {
        budget.attempted(now);
        first.add(now);
      } else if (budget.allows(now)) {
        budget.repeated(now);
        budget.attempted(now);
        repeated.add(now);
        long most = FLOOR + since(first, RetryBudget.SECONDS) / RetryBudget.FIRST_PER_REPEAT;
        assertTrue(since(repeated, RetryBudget.SECONDS - 1) <= most);
      }
    }
    assertTrue(repeated.size() > first.size() / 10, "the budget is used");
  }

  private long since(List<Long> times, int seconds) {
    long from = now - seconds * SECOND;
    return times.stream().filter(at -> at > from).count();
  }
}
