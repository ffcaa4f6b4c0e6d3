package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransitTest {
  private static final long MS = 1_000_000;

  /** The manager's clock reads this much more than the node's. */
  private static final long APART = Long.MAX_VALUE - 5 * MS;

  private final Transit transit = new Transit();

  private long lateness(long sentMillis, long arrivedMillis) {
    return transit.lateness("m", APART + sentMillis * MS, arrivedMillis * MS) / MS;
  }

  @Test
  void whatTookLongerThanTheQuickestIsLateByThat() {
    assertEquals(0, lateness(0, 3));
    assertEquals(7, lateness(10, 20));
    assertEquals(0, lateness(30, 31), "the quickest so far");
    assertEquals(2, lateness(40, 43));
  }

  @Test
  void managersHaveClocksOfTheirOwn() {
    lateness(0, 1);
    assertEquals(0, transit.lateness("other", 0, 900 * MS));
  }

  @Test
  void theQuickestOfLongAgoIsForgotten() {
    lateness(0, 1);
    long later = Duration.ofMinutes(6).toMillis();
    assertEquals(2, lateness(later, later + 3), "the last window still counts");
    long muchLater = Duration.ofMinutes(12).toMillis();
    assertEquals(1, lateness(muchLater, muchLater + 4));
  }
}
