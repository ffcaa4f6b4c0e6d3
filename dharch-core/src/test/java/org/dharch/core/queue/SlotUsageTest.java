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

  private final SlotUsage shares = new SlotUsage();

  @Test
  void aSlotThatNoOtherWantsIsForWhoeverComes() {
    assertEquals(7, shares.mayTakeAt("a", HALF, 7));
    shares.taken("a", 7);
    assertEquals(1, shares.held());
    assertEquals(Long.MAX_VALUE, shares.mayTakeAt("a", HALF, 8));
    shares.freed("a", 9 * SECOND);
    assertEquals(0, shares.held());
    assertEquals(9 * SECOND, shares.mayTakeAt("a", HALF, 9 * SECOND));
  }

  @Test
  void timeAboveThePartIsPaidOffByTimeBelowIt() {
    shares.taken("b", 0);
    assertEquals(0, shares.mayTakeAt("a", HALF, 0));
    shares.taken("a", 0);
    shares.freed("a", 3 * SECOND); // twice its part, less what it had saved
    assertEquals(5 * SECOND, shares.mayTakeAt("a", HALF, 3 * SECOND));
    assertEquals(5 * SECOND, shares.mayTakeAt("a", HALF, 4 * SECOND));
    assertEquals(5 * SECOND, shares.mayTakeAt("a", HALF, 5 * SECOND));
  }

  @Test
  void noMoreThanASecondIsSaved() {
    shares.taken("b", 0);
    shares.mayTakeAt("a", HALF, 0);
    shares.taken("a", 100 * SECOND);
    shares.freed("a", 101 * SECOND);
    assertEquals(101 * SECOND, shares.mayTakeAt("a", HALF, 101 * SECOND));
    shares.taken("a", 101 * SECOND);
    shares.freed("a", 102 * SECOND);
    assertEquals(103 * SECOND, shares.mayTakeAt("a", HALF, 102 * SECOND));
  }

  @Test
  void whatIsHeldMeanwhileCountsAsPaidFor() {
    shares.taken("b", 0);
    shares.mayTakeAt("a", 1.5, 0);
    shares.taken("a", 0);
    shares.taken("a", 0);
    assertEquals(Long.MAX_VALUE, shares.mayTakeAt("a", 1.5, 0));
    shares.freed("a", 6 * SECOND); // a third above, less what it had saved: one second
    long off = shares.mayTakeAt("a", 1.5, 6 * SECOND) - 9 * SECOND;
    assertTrue(Math.abs(off) <= 1, off + " ns"); // thirds
  }

  @Test
  void whoHoldsAllOfItsPartMayHaveNoMoreWhateverItHasSaved() {
    shares.taken("b", 0);
    shares.taken("a", 0);
    assertEquals(Long.MAX_VALUE, shares.mayTakeAt("a", 1, 0));
  }

  @Test
  void whoHasNothingLeftToPayOffIsForgotten() {
    shares.taken("b", 0);
    shares.mayTakeAt("a", HALF, 0);
    shares.taken("a", 0);
    shares.freed("a", SECOND); // as long as it had saved
    shares.taken("b", 2 * SECOND - 1);
    assertEquals(2, shares.known(), "a has not saved a second yet");
    shares.taken("b", 2 * SECOND);
    assertEquals(1, shares.known());
    assertEquals(3, shares.held());
  }

  @Test
  void whoHoldsASlotIsNotForgotten() {
    for (int i = 0; i <= MOST; i++) {
      shares.taken("s" + i, 0);
    }
    shares.taken("another", SECOND);
    assertEquals(MOST + 2, shares.known());
  }

  @Test
  void ofTooManyTheEldestIsForgottenWhateverItsDebt() {
    shares.mayTakeAt("debtor", HALF, 0);
    shares.taken("debtor", 0);
    for (int i = 1; i < MOST; i++) {
      shares.taken("s" + i, 0);
    }
    shares.freed("debtor", 10 * SECOND); // it is the latest now
    for (int i = 1; i < MOST; i++) {
      shares.taken("s" + i, 10 * SECOND);
    }
    assertEquals(MOST, shares.known());
    shares.taken("another", 10 * SECOND);
    assertEquals(MOST, shares.known(), "the debtor is gone");
    assertEquals(10 * SECOND, shares.mayTakeAt("debtor", HALF, 10 * SECOND), "as a new one");
  }
}
