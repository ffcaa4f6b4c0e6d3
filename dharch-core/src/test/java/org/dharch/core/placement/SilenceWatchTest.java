package org.dharch.core.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Fault C3: each heartbeat and each turn looked at every node. */
class SilenceWatchTest {
  private static final long SILENCE = 3_000;
  private static final long HEARTBEAT = 250;

  @Test
  void aNodeIsLookedAtWhenItMayBeSilentAndNotWithEachSignOfLife() {
    int nodes = 3_000;
    SilenceWatch watch = new SilenceWatch(SILENCE, 12, 0);
    List<NodeId> all = IntStream.range(0, nodes).mapToObj(n -> new NodeId("n" + n, "1")).toList();
    all.forEach(node -> watch.begin(node, Duration.ofNanos(HEARTBEAT)));
    long now = 0;
    long rounds = 0;
    while (now < 10 * SILENCE) {
      now += HEARTBEAT;
      for (NodeId node : all) { // one turn for each heartbeat
        watch.look(now, true);
        watch.received(node, Duration.ofNanos(HEARTBEAT));
        assertEquals(List.of(), watch.silent());
        rounds++;
      }
    }
    assertTrue(watch.looks() <= 11L * nodes, watch.looks() + " looks in " + rounds + " turns");
  }

  /** Where there are many nodes their heartbeats are rare, and each says when the next comes. */
  @Test
  void aNodeMayBeSilentForTwelveOfItsHeartbeats() {
    SilenceWatch watch = new SilenceWatch(SILENCE, 12, 0);
    NodeId node = new NodeId("n", "1");
    watch.begin(node, Duration.ofNanos(HEARTBEAT));
    watch.received(node, Duration.ofNanos(1_000));
    assertEquals(0, silentAt(watch, 11_999));
    watch.received(node, Duration.ofNanos(1_000));
    assertEquals(0, silentAt(watch, 12_000 + 11_500));
    watch.received(node, Duration.ofNanos(HEARTBEAT));
    assertEquals(0, silentAt(watch, 12_000 + 11_500 + 2_999));
    assertEquals(1, silentAt(watch, 12_000 + 11_500 + 3_001), "it is heard as often as before");
  }

  /** Time passes until then, in which the manager attends. */
  private long lookedAt;

  private int silentAt(SilenceWatch watch, long until) {
    int silent = 0;
    while (lookedAt < until) {
      lookedAt = Math.min(until, lookedAt + 500);
      watch.look(lookedAt, true);
      silent += watch.silent().size();
    }
    return silent;
  }
}
