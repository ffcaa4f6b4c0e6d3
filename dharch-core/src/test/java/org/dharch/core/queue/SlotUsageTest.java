package org.dharch.core.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a share may take one more slot, to the nanosecond; b holds one all the time. */
class SlotUsageTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double HALF = 0.5;
  private static final int MOST = 10_000;

  private final Slots.Usage groups = new Slots.Usage();

  @Test
  void unclaimedSlotIsForAnyClient() {
    assertEquals(7, groups.mayTakeAt("a", HALF, 7));
    groups.taken("a", 7);
    assertEquals(1, groups.held());
    assertEquals(Long.MAX_VALUE, groups.mayTakeAt("a", HALF, 8));
    groups.freed("a", 9 * SECOND);
    assertEquals(0, groups.held());
    assertEquals(9 * SECOND, groups.mayTakeAt("a", HALF, 9 * SECOND));
  }

  @Test
  void timeAboveThePartIsPaidOffByTimeBelowIt() {
    groups.taken("b", 0);
    assertEquals(0, groups.mayTakeAt("a", HALF, 0));
    groups.taken("a", 0);
    groups.freed("a", 3 * SECOND); // twice its part, less what it had saved
    assertEquals(5 * SECOND, groups.mayTakeAt("a", HALF, 3 * SECOND));
    assertEquals(5 * SECOND, groups.mayTakeAt("a", HALF, 4 * SECOND));
    assertEquals(5 * SECOND, groups.mayTakeAt("a", HALF, 5 * SECOND));
  }

  @Test
  void noMoreThanASecondIsSaved() {
    groups.taken("b", 0);
    groups.mayTakeAt("a", HALF, 0);
    groups.taken("a", 100 * SECOND);
    groups.freed("a", 101 * SECOND);
    assertEquals(101 * SECOND, groups.mayTakeAt("a", HALF, 101 * SECOND));
    groups.taken("a", 101 * SECOND);
    groups.freed("a", 102 * SECOND);
    assertEquals(103 * SECOND, groups.mayTakeAt("a", HALF, 102 * SECOND));
  }

  @Test
  void whatIsHeldMeanwhileCountsAsPaidFor() {
    groups.taken("b", 0);
    groups.mayTakeAt("a", 1.5, 0);
    groups.taken("a", 0);
    groups.taken("a", 0);
    assertEquals(Long.MAX_VALUE, groups.mayTakeAt("a", 1.5, 0));
    groups.freed("a", 6 * SECOND); // a third above, less what it had saved: one second
    long off = groups.mayTakeAt("a", 1.5, 6 * SECOND) - 9 * SECOND;
    assertTrue(Math.abs(off) <= 1, off + " ns"); // thirds
  }

  @Test
  void whoHoldsAllOfItsPartMayHaveNoMoreWhateverItHasSaved() {
    groups.taken("b", 0);
    groups.taken("a", 0);
    assertEquals(Long.MAX_VALUE, groups.mayTakeAt("a", 1, 0));
  }

  @Test
  void whoHasNothingLeftToPayOffIsForgotten() {
    groups.taken("b", 0);
    groups.mayTakeAt("a", HALF, 0);
    groups.taken("a", 0);
    groups.freed("a", SECOND); // as long as it had saved
    groups.taken("b", 2 * SECOND - 1);
    assertEquals(2, groups.known(), "a has not saved a second yet");
    groups.taken("b", 2 * SECOND);
    assertEquals(1, groups.known());
    assertEquals(3, groups.held());
  }

  @Test
  void whoHoldsASlotIsNotForgotten() {
    for (int i = 0; i <= MOST; i++) {
      groups.taken("s" + i, 0);
    }
    groups.taken("another", SECOND);
    assertEquals(MOST + 2, groups.known());
  }

  @Test
  void ofTooManyTheEldestIsForgottenWhateverItsDebt() {
    groups.mayTakeAt("debtor", HALF, 0);
    groups.taken("debtor", 0);
    for (int i = 1; i < MOST; i++) {
      groups.taken("s" + i, 0);
    }
    groups.freed("debtor", 10 * SECOND); // it is the latest now
    for (int i = 1; i < MOST; i++) {
      groups.taken("s" + i, 10 * SECOND);
    }
    assertEquals(MOST, groups.known());
    groups.taken("another", 10 * SECOND);
    assertEquals(MOST, groups.known(), "the debtor is gone");
    assertEquals(10 * SECOND, groups.mayTakeAt("debtor", HALF, 10 * SECOND), "as a new one");
  }
}
