package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    SilenceWatch watch = new SilenceWatch(SILENCE, 0);
    List<NodeId> all = IntStream.range(0, nodes).mapToObj(n -> new NodeId("n" + n, "1")).toList();
    all.forEach(watch::begin);
    long now = 0;
    long turns = 0;
    while (now < 10 * SILENCE) {
      now += HEARTBEAT;
      for (NodeId node : all) { // one turn for each heartbeat
        watch.look(now, true);
        watch.heard(node);
        assertEquals(List.of(), watch.silent());
        turns++;
      }
    }
    assertTrue(watch.looks() <= 11L * nodes, watch.looks() + " looks in " + turns + " turns");
  }
}
