package org.dharch.core.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.junit.jupiter.api.Test;

/** Which node of a handler is chosen. */
class CandidatesTest {
  private final Candidates candidates = new Candidates();

  private static KnownNode node(String name, int active) {
    return new KnownNode(
        NodeStatus.of(
            new NodeId(name, "1"),
            NodeStatus.State.READY,
            List.of("a"),
            new NodeStatus.Load(4, active, 0),
            ProcessOrigin.here("host")),
        Optional.of(ConcurrencyLimitSetting.fixed(2)));
  }

  private KnownNode put(String name, int active) {
    KnownNode node = node(name, active);
    candidates.put(node);
    return node;
  }

  private Optional<KnownNode> best(boolean shared, int random) {
    return candidates.best(Optional.empty(), 10, shared, below -> Math.min(random, below - 1));
  }

  @Test
  void ofEqualsTheRandomOneIsTaken() {
    KnownNode first = put("n0", 0);
    KnownNode second = put("n1", 0);
    assertEquals(Optional.of(first), best(false, 0));
    assertEquals(Optional.of(second), best(false, 1));
  }

  @Test
  void theFreestOfUpToSixteenIsTakenAndEachIsLookedAtOnce() {
    for (int i = 0; i < 15; i++) {
      put("n" + i, 3);
    }
    KnownNode free = put("free", 1);
    put("freer", 0);
    assertEquals(Optional.of(free), best(false, 0), "the seventeenth is not looked at");
    assertEquals(16, candidates.looks());
  }

  @Test
  void amongOtherManagersTwoRandomOnesAreCompared() {
    put("n0", 0);
    put("n1", 1);
    put("n2", 3);
    put("n3", 2);
    put("n4", 3);
    assertEquals("n0", best(true, 2).orElseThrow().id().name(), "n2, and three further");
    assertEquals(2, candidates.looks());
    assertEquals("n3", best(true, 9).orElseThrow().id().name(), "n4, and four further");
    assertEquals("n0", best(false, 2).orElseThrow().id().name(), "of all, if no other sends there");
  }

  @Test
  void whoIsToBeAvoidedIsTakenIfThereIsNoOther() {
    KnownNode lone = put("n0", 0);
    Optional<NodeId> avoid = Optional.of(lone.id());
    assertEquals(Optional.of(lone), candidates.best(avoid, 10, false, below -> 0));
    assertEquals(Optional.of(lone), candidates.heaviest(7, avoid, 10));
    KnownNode other = put("n1", 3);
    assertEquals(Optional.of(other), candidates.best(avoid, 10, false, below -> 0));
    assertEquals(Optional.of(other), candidates.heaviest(7, avoid, 10));
  }

  @Test
  void anAffinityAlwaysFindsItsNodeAndANodeThatGoesTakesOnlyItsOwnAlong() {
    List<KnownNode> nodes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      nodes.add(put("n" + i, 0));
    }
    Map<Long, KnownNode> before = new HashMap<>();
    for (long affinity = 0; affinity < 400; affinity++) {
      before.put(affinity, candidates.heaviest(affinity, Optional.empty(), 10).orElseThrow());
    }
    assertEquals(1600, candidates.looks());
    nodes.forEach(
        node ->
            assertTrue(
                before.values().stream().filter(node::equals).count() > 50, "about a quarter"));
    candidates.remove(nodes.get(1));
    before.forEach(
        (affinity, node) -> {
          KnownNode now = candidates.heaviest(affinity, Optional.empty(), 10).orElseThrow();
          assertTrue(node == nodes.get(1) || now == node, "affinity " + affinity);
        });
  }

  @Test
  void affinityIsIndependentOfTheOrderOfNodes() {
    Candidates reversed = new Candidates();
    for (int i = 0; i < 4; i++) {
      put("n" + i, 0);
      reversed.put(node("n" + (3 - i), 0));
    }
    for (long affinity = 0; affinity < 100; affinity++) {
      assertEquals(
          candidates.heaviest(affinity, Optional.empty(), 10).orElseThrow().id(),
          reversed.heaviest(affinity, Optional.empty(), 10).orElseThrow().id());
    }
  }
}
