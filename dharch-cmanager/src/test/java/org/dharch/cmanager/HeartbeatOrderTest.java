package org.dharch.cmanager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.dharch.cmanager.HeartbeatOrder.Verdict;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Which heartbeat was just made, by whichever broker it comes. */
class HeartbeatOrderTest {
  private final HeartbeatOrder order = new HeartbeatOrder("manager");

  private Verdict judge(long number, String heard, int broker) {
    return judge(number, heard, broker, false);
  }

  private Verdict judge(long number, String heard, int broker, boolean bridged) {
    return order.judge(
        new FrameHeader(FrameHeader.Way.HEARTBEAT, false, number, "node~1", heard),
        broker,
        bridged);
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

  /** Brokers of one manager between which there is a bridge, or two bridges between two. */
  @Test
  void aNodeThatIsHeardWithoutABridgeIsNotHeardByOne() {
    assertEquals(Verdict.FRESH, judge(1, "manager", 0));
    assertEquals(Verdict.OVERTAKEN, judge(1, "", 1, true));
    assertEquals(Verdict.OVERTAKEN, judge(2, "", 1, true), "it overtook the other");
    assertEquals(Verdict.FRESH, judge(2, "", 0));
    order.left(new NodeId("node", "1"), 1);
    assertEquals(Verdict.OVERTAKEN, judge(3, "", 1, true));
    order.left(new NodeId("node", "1"), 0);
    assertEquals(Verdict.FRESH, judge(4, "", 1, true));
    assertEquals(Verdict.OVERTAKEN, judge(4, "", 1, true), "by a second bridge");
    assertEquals(Verdict.STALE, judge(3, "", 1, true));
  }

  @Test
  void whenItsBrokerIsLostABridgeWillDo() {
    assertEquals(Verdict.FRESH, judge(1, "manager", 0));
    order.lost(0);
    assertEquals(Verdict.FRESH, judge(2, "", 1, true));
  }
}
