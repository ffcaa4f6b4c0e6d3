package org.dharch.core.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.dharch.core.spi.HeartbeatOrder.Verdict;
import org.dharch.core.spi.HeartbeatOrder.Way;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Which heartbeat was just made, by whichever broker it comes. */
class HeartbeatOrderTest {
  private long now;
  private final HeartbeatOrder order = new HeartbeatOrder(() -> now, Duration.ofNanos(10));

  private Verdict judge(long number, boolean heard, int broker) {
    return judge(number, heard, broker, false);
  }

  private Verdict judge(long number, boolean heard, int broker, boolean bridged) {
    return order.judge("node~1", number, heard, new Way(broker, bridged));
  }

  @Test
  void firstHeartbeatMustFollowACallOfTheManager() {
    assertEquals(Verdict.UNPROVEN, judge(1, false, 0));
    assertEquals(Verdict.FRESH, judge(2, true, 0));
    assertEquals(Verdict.FRESH, judge(3, false, 0));
    assertEquals(Verdict.STALE, judge(3, true, 0));
  }

  /** One that lay at the broker that its node has left since is no stranger's. */
  @Test
  void heartbeatByAnAbandonedBrokerIsStale() {
    assertEquals(Verdict.FRESH, judge(7, true, 0));
    assertEquals(Verdict.FRESH, judge(9, false, 1));
    assertEquals(Verdict.OVERTAKEN, judge(8, true, 0));
    assertEquals(Verdict.OVERTAKEN, judge(8, true, 1), "it overtook the other");
    assertEquals(Verdict.STALE, judge(8, true, 1));
    assertEquals(Verdict.FRESH, judge(10, false, 0));
  }

  /** Brokers of one manager between which there is a bridge, or two bridges between two. */
  @Test
  void directHeartbeatExcludesBridgedOnes() {
    assertEquals(Verdict.FRESH, judge(1, true, 0));
    assertEquals(Verdict.OVERTAKEN, judge(1, false, 1, true));
    assertEquals(Verdict.OVERTAKEN, judge(2, false, 1, true), "it overtook the other");
    assertEquals(Verdict.FRESH, judge(2, false, 0));
    order.left(new NodeId("node", "1"), 1);
    assertEquals(Verdict.OVERTAKEN, judge(3, false, 1, true));
    order.left(new NodeId("node", "1"), 0);
    assertEquals(Verdict.FRESH, judge(4, false, 1, true));
    assertEquals(Verdict.OVERTAKEN, judge(4, false, 1, true), "by a second bridge");
    assertEquals(Verdict.OVERTAKEN, judge(3, false, 1, true));
    assertEquals(Verdict.STALE, judge(3, false, 1, true));
  }

  @Test
  void bridgeIsUsedAfterBrokerLoss() {
    assertEquals(Verdict.FRESH, judge(1, true, 0));
    order.lost(0);
    assertEquals(Verdict.FRESH, judge(2, false, 1, true));
  }

  /** Its broker has lost it and cannot say so, or that is not shown to this manager. */
  @Test
  void silentBrokerIsReplacedByBridge() {
    assertEquals(Verdict.FRESH, judge(10, true, 0));
    now = 11;
    assertEquals(Verdict.OVERTAKEN, judge(10 + HeartbeatOrder.MISSED, false, 1, true));
    assertEquals(Verdict.FRESH, judge(11 + HeartbeatOrder.MISSED, false, 1, true));
    assertEquals(Verdict.FRESH, judge(12 + HeartbeatOrder.MISSED, false, 0));
    assertEquals(Verdict.OVERTAKEN, judge(20 + HeartbeatOrder.MISSED, false, 1, true), "a burst");
    now = 22;
    assertEquals(Verdict.FRESH, judge(21 + HeartbeatOrder.MISSED, false, 1, true));
  }

  /** What lay there when its connection began comes by another thread than what comes next. */
  @Test
  void unseenHeartbeatIsAccepted() {
    assertEquals(Verdict.FRESH, judge(100, true, 0));
    assertEquals(Verdict.OVERTAKEN, judge(99, true, 0));
    assertEquals(Verdict.STALE, judge(99, true, 0));
    assertEquals(Verdict.OVERTAKEN, judge(98, true, 0));
    assertEquals(Verdict.FRESH, judge(102, true, 0));
    assertEquals(Verdict.OVERTAKEN, judge(101, true, 0));
    assertEquals(Verdict.STALE, judge(100, true, 0));
    assertEquals(Verdict.STALE, judge(38, true, 0), "too long ago");
    assertEquals(Verdict.FRESH, judge(1000, true, 0));
    assertEquals(Verdict.STALE, judge(102, true, 0));
    assertEquals(Verdict.OVERTAKEN, judge(999, true, 0));
  }

  /** What was made before its node heard this manager is known, too, if it comes again. */
  @Test
  void unprovenHeartbeatIsStaleAfterTheProof() {
    assertEquals(Verdict.UNPROVEN, judge(1, false, 0));
    assertEquals(Verdict.UNPROVEN, judge(1, false, 0));
    assertEquals(Verdict.UNPROVEN, judge(2, false, 0));
    assertEquals(Verdict.FRESH, judge(4, true, 0));
    assertEquals(Verdict.OVERTAKEN, judge(3, false, 0));
    assertEquals(Verdict.STALE, judge(3, false, 0));
    assertEquals(Verdict.STALE, judge(2, false, 0));
    assertEquals(Verdict.STALE, judge(1, false, 0));
    assertEquals(Verdict.FRESH, judge(5, false, 0));
  }
}
