package org.dharch.cmanager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.dharch.cmanager.HeartbeatOrder.Verdict;
import org.junit.jupiter.api.Test;

/** Which heartbeat was just made, by whichever broker it comes. */
class HeartbeatOrderTest {
  private final HeartbeatOrder order = new HeartbeatOrder("manager");

  private Verdict judge(long number, String heard, int broker) {
    return order.judge(
        new FrameHeader(FrameHeader.Way.HEARTBEAT, false, number, "node~1", heard), broker);
  }

  @Test
  void theFirstOfALifeMustHaveHeardTheManager() {
    assertEquals(Verdict.UNPROVEN, judge(1, "other", 0));
    assertEquals(Verdict.FRESH, judge(2, "other,manager", 0));
    assertEquals(Verdict.FRESH, judge(3, "", 0));
    assertEquals(Verdict.STALE, judge(3, "manager", 0));
  }

  /** One that lay at the broker that its node has left since is no stranger's. */
  @Test
  void whatComesByTheBrokerThatANodeHasLeftIsOvertaken() {
    assertEquals(Verdict.FRESH, judge(7, "manager", 0));
    assertEquals(Verdict.FRESH, judge(9, "", 1));
    assertEquals(Verdict.OVERTAKEN, judge(8, "manager", 0));
    assertEquals(Verdict.STALE, judge(8, "manager", 1));
    assertEquals(Verdict.FRESH, judge(10, "", 0));
  }
}
