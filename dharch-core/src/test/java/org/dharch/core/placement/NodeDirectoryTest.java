package org.dharch.core.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.dharch.core.execution.event.Environment.Release;
import org.dharch.core.execution.event.PlacementRequest;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.junit.jupiter.api.Test;

class NodeDirectoryTest {
  private static final Optional<String> ANY = Optional.empty();
  private static final Optional<NodeId> NONE = Optional.empty();

  private static NodeDirectory directory(long seed, FlowControl flow) {
    return new NodeDirectory(flow, new SplittableRandom(seed)::nextInt);
  }

  private static NodeDirectory directory() {
    return directory(7, FlowControl.DEFAULT);
  }

  private static NodeId id(String name) {
    return new NodeId(name, "1");
  }

  private static NodeStatus status(String name, int workers, int active, String... handlers) {
    return NodeStatus.of(
        id(name),
        NodeStatus.State.READY,
        List.of(handlers),
        new NodeStatus.Load(workers, active, 0),
        ProcessOrigin.here("host"));
  }

  private static NodeId place(NodeDirectory directory) {
    return directory.place(new PlacementRequest("A", ANY, NONE, 10)).orElseThrow();
  }

  /** Several managers that see the same nodes, each with one message in execution at a time. */
  private static final class Crowd {
    final List<NodeDirectory> managers = new ArrayList<>();
    final Map<NodeId, Integer> onNode = new HashMap<>();
    final Map<NodeId, Integer> total = new HashMap<>();
    final int nodes;

    Crowd(int managers, int nodes) {
      this.nodes = nodes;
      for (int m = 0; m < managers; m++) {
        this.managers.add(directory(m, FlowControl.DEFAULT));
      }
      heartbeats();
    }

    void heartbeats() {
      for (int n = 0; n < nodes; n++) {
        NodeStatus status = status("n" + n, 4, onNode.getOrDefault(id("n" + n), 0), "A");
        managers.forEach(manager -> manager.update(status));
      }
    }

    void send(NodeDirectory manager, Deque<Runnable> answers) {
      NodeId node = place(manager);
      manager.assigned(node, "A", 10);
      onNode.merge(node, 1, Integer::sum);
      total.merge(node, 1, Integer::sum);
      answers.add(
          () -> {
            onNode.merge(node, -1, Integer::sum);
            manager.released(node, "A", 10, 0, 1, Release.ANSWERED);
          });
    }

    int most() {
      return total.values().stream().mapToInt(n -> n).max().orElseThrow();
    }
  }

  @Test
  void aLifeThatWasGoneDoesNotComeBackAfterTheEndOfTheNext() {
    NodeDirectory directory = directory();
    ready(directory, incarnation("1", "m"));
    directory.remove(incarnation("1", "m"));
    hears(directory, incarnation("2", "m"), NodeStatus.State.STOPPED);
    assertFalse(ready(directory, incarnation("1", "m")).joined(), "it was long under way");
    assertTrue(ready(directory, incarnation("3", "m")).joined());
  }

  @Test
  void endOfALaterIncarnationEndsTheEarlierOne() {
    NodeDirectory directory = directory();
    NodeId first = incarnation("1", "m");
    ready(directory, first);
    assertEquals(
        List.of(first), hears(directory, incarnation("2", "m"), NodeStatus.State.STOPPED).gone());
    assertTrue(ready(directory, first).gone().isEmpty());
    assertEquals(Optional.empty(), directory.place(new PlacementRequest("A", ANY, NONE, 10)));
  }

  @Test
  void lateEndOfAnEarlierIncarnationIsIgnored() {
    NodeDirectory directory = directory();
    NodeId latest = incarnation("2", "m");
    ready(directory, latest);
    assertTrue(hears(directory, incarnation("1", "m"), NodeStatus.State.STOPPED).gone().isEmpty());
    assertEquals(latest, place(directory));
  }

  /**
   * Fault C2: eight managers with one message each sent all 320 tasks to one of eight idle nodes.
   */
  @Test
  void managersThatHaveLittleToDoShareTheNodesEvenly() {
    for (int rounds : new int[] {1, 5, 40, 1000}) { // without, with many and with few heartbeats
      Crowd crowd = new Crowd(8, 8);
      Deque<Runnable> answers = new ArrayDeque<>();
      crowd.managers.forEach(manager -> crowd.send(manager, answers));
      for (int i = 8; i < 320; i++) {
        NodeDirectory manager = crowd.managers.get(i % 8);
        answers.remove().run();
        crowd.send(manager, answers);
        if (i % rounds == 0) {
          crowd.heartbeats();
        }
      }
      assertEquals(8, crowd.total.size());
      assertTrue(crowd.most() <= 2 * 320 / 8, () -> "twice a fair part is 80: " + crowd.total);
    }
  }

  /** Fault C2: what other managers have a node do was not looked at. */
  @Test
  void aNodeThatIsBusyForOthersIsKeptOff() {
    NodeDirectory directory = directory();
    directory.update(status("busy", 4, 40, "A"));
    directory.update(status("idle", 4, 0, "A"));
    for (int i = 0; i < 39; i++) {
      assertEquals(id("idle"), place(directory));
      directory.assigned(id("idle"), "A", 10);
    }
    directory.update(status("idle", 4, 39, "A"));
    directory.update(status("busy", 4, 0, "A"));
    assertEquals(id("busy"), place(directory));
    directory.update(status("idle", 4, 0, "A"));
    assertEquals(id("busy"), place(directory), "own tasks count as long as they are there");
  }

  @Test
  void alikeNodesOfOneManagerGetTheSame() {
    NodeDirectory directory = directory();
    Map<NodeId, Integer> tasks = new HashMap<>();
    for (int n = 0; n < 5; n++) {
      directory.update(status("n" + n, n == 0 ? 8 : 4, 0, "A"));
    }
    for (int i = 0; i < 240; i++) {
      NodeId node = place(directory);
      directory.assigned(node, "A", 10);
      tasks.merge(node, 1, Integer::sum);
    }
    assertEquals(80, tasks.get(id("n0")), "twice the workers");
    assertEquals(40, tasks.get(id("n4")));
  }

  /** Fault C3: each placement looked at every node. */
  @Test
  void howManyNodesAreLookedAtForAPlaceDoesNotGrowWithThem() {
    for (int nodes : new int[] {10, 100, 3000}) {
      FlowControl two = FlowControl.DEFAULT.nodes(ConcurrencyLimitSetting.fixed(2));
      NodeDirectory directory = directory(3, two);
      for (int n = 0; n < nodes; n++) {
        directory.update(status("n" + n, 4, 0, "A", "B"));
      }
      long placed = 0;
      while (directory.hasCapacity("A")) {
        NodeId node = place(directory);
        assertTrue(
            directory.hasCapacity(node, "A", 10),
            "one with room is chosen as long as there is any");
        directory.assigned(node, "A", 10);
        placed++;
      }
      assertEquals(2L * nodes, placed, "nobody is held while there is room");
      assertTrue(directory.looks("A") <= 16 * placed, "" + directory.looks("A"));
      directory.released(id("n5"), "A", 10, 0, 1, Release.ANSWERED);
      assertEquals(id("n5"), place(directory), "the only one with room");
    }
  }

  @Test
  void theOneToAvoidIsTakenOnlyIfThereIsNoOther() {
    NodeDirectory directory = directory();
    directory.update(status("a", 4, 0, "A"));
    Optional<NodeId> avoid = Optional.of(id("a"));
    assertEquals(avoid, directory.place(new PlacementRequest("A", ANY, avoid, 10)));
    NodeStatus standby =
        NodeStatus.of(
                id("s"),
                NodeStatus.State.READY,
                List.of("A"),
                new NodeStatus.Load(4, 0, 0),
                ProcessOrigin.here("host"))
            .traits(Set.of(NodeStatus.Trait.STANDBY));
    directory.update(standby);
    assertEquals(Optional.of(id("s")), directory.place(new PlacementRequest("A", ANY, avoid, 10)));
    assertEquals(id("a"), place(directory), "a standby node is for what no other serves");
    for (int n = 0; n < 40; n++) {
      directory.update(status("b" + n, 4, 9, "A"));
      for (int i = 0; i < 20; i++) {
        assertTrue(!directory.place(new PlacementRequest("A", ANY, avoid, 10)).equals(avoid));
      }
    }
  }

  @Test
  void whatServesWhatFollowsTheHeartbeats() {
    NodeDirectory directory = directory();
    directory.update(status("n", 4, 0, "A", "B"));
    directory.update(status("o", 4, 0, "B"));
    assertEquals(Set.of("A", "B"), directory.served());
    directory.update(status("n", 4, 0, "B", "C"));
    assertEquals(Set.of("B", "C"), directory.served());
    assertEquals(
        Optional.empty(), directory.place(new PlacementRequest("A", Optional.of("n"), NONE, 10)));
    assertEquals(
        Optional.of(id("n")),
        directory.place(new PlacementRequest("C", Optional.of("n"), NONE, 10)));
    NodeStatus draining =
        NodeStatus.of(
            id("n"),
            NodeStatus.State.DRAINING,
            List.of("B", "C"),
            new NodeStatus.Load(4, 0, 0),
            ProcessOrigin.here("host"));
    directory.update(draining);
    assertEquals(Set.of("B"), directory.served());
    assertEquals(Optional.of(id("o")), directory.place(new PlacementRequest("B", ANY, NONE, 10)));
    assertEquals(
        Optional.empty(), directory.place(new PlacementRequest("C", Optional.of("n"), NONE, 10)));
    assertTrue(directory.alive(id("n")));
    assertEquals(2, directory.statuses().size());
    directory.update(
        NodeStatus.of(
            id("o"),
            NodeStatus.State.STOPPED,
            List.of(),
            new NodeStatus.Load(4, 0, 0),
            ProcessOrigin.here("host")));
    assertEquals(Set.of(), directory.served());
    assertEquals(List.of(draining), directory.statuses());
  }

  // ---- several lives of one name

  private static NodeId incarnation(String began, String journal) {
    return new NodeId("n", began).withJournal(journal);
  }

  private static NodeDirectory.MembershipChange hears(
      NodeDirectory directory, NodeId node, NodeStatus.State state) {
    return directory.update(
        NodeStatus.of(
            node, state, List.of("A"), new NodeStatus.Load(4, 0, 0), ProcessOrigin.here("host")));
  }

  private static NodeDirectory.MembershipChange ready(NodeDirectory directory, NodeId node) {
    return hears(directory, node, NodeStatus.State.READY);
  }

  @Test
  void aLaterLifeWithTheSameMemoryEndsTheEarlier() {
    NodeDirectory directory = directory();
    ready(directory, incarnation("1", "m"));
    assertEquals(List.of(incarnation("1", "m")), ready(directory, incarnation("2", "m")).gone());
    assertEquals(incarnation("2", "m"), place(directory));
    assertFalse(ready(directory, incarnation("1", "m")).joined(), "it is over");
    hears(directory, incarnation("3", "m"), NodeStatus.State.STOPPED);
    assertEquals(List.of(), directory.statuses(), "so is one that began before it");
    assertFalse(ready(directory, incarnation("2", "m")).joined());
  }

  @Test
  void liveNodeKeepsItsNameAgainstOneWithoutItsJournal() {
    NodeId first = incarnation("1", "m");
    for (NodeId other :
        List.of(incarnation("2", "x"), new NodeId("n", "2"), incarnation("0", "x"))) {
      NodeDirectory directory = directory();
      ready(directory, first);
      assertFalse(ready(directory, other).joined());
      assertEquals(first, place(directory));
      for (int heartbeat = 1; heartbeat < 6; heartbeat++) {
        Optional<NodeId> output = heartbeat == 3 ? Optional.of(other) : Optional.empty();
        assertEquals(
            output,
            ready(directory, first).duplicate().map(NodeStatus::node),
            "once, when both are heard");
        assertEquals(
            heartbeat < 3 ? Optional.empty() : Optional.of(first),
            ready(directory, other).rejectedFor().map(NodeStatus::node),
            "again and again, as long as both are heard");
      }
      assertEquals(List.of(other), directory.duplicates().stream().map(NodeStatus::node).toList());
      for (int alone = 0; alone < 20; alone++) {
        ready(directory, first);
      }
      assertEquals(List.of(), directory.duplicates(), "it is not heard any more");
      hears(directory, other, NodeStatus.State.STOPPED);
      assertEquals(first, place(directory), "that the other has ended does not end it");
    }
  }

  /** Copies of one pod, say. */
  @Test
  void allThatHaveTheNameOfOneAreRivals() {
    NodeDirectory directory = directory();
    NodeId first = new NodeId("n", "1");
    List<NodeId> others = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      others.add(new NodeId("n", "2" + i));
    }
    ready(directory, first);
    for (int times = 0; times < 4; times++) {
      others.subList(0, 3).forEach(other -> ready(directory, other));
      ready(directory, first);
    }
    assertEquals(
        others.subList(0, 3), directory.duplicates().stream().map(NodeStatus::node).toList());
    for (int times = 0; times < 4; times++) {
      others.forEach(other -> ready(directory, other));
      ready(directory, first);
    }
    assertTrue(directory.duplicates().size() <= 16, "bounded");
  }

  /** Seed 5,312,698 of the simulation. */
  @Test
  void whatIsPutOffEndsTheLifeBeforeItAllTheSame() {
    NodeDirectory directory = directory();
    ready(directory, incarnation("1", "m"));
    directory.remove(incarnation("1", "m"));
    ready(directory, incarnation("4", "x"));
    ready(directory, incarnation("2", "m"));
    directory.remove(incarnation("4", "x"));
    assertFalse(ready(directory, incarnation("1", "m")).joined(), "it was long under way");
    assertTrue(ready(directory, incarnation("2", "m")).joined());
  }

  @Test
  void lateEarlierIncarnationDoesNotEndAnAbsentLaterOne() {
    NodeDirectory directory = directory();
    ready(directory, incarnation("2", "m"));
    directory.remove(incarnation("2", "m"));
    ready(directory, incarnation("1", "m"));
    assertTrue(ready(directory, incarnation("2", "m")).joined());
    assertEquals(incarnation("2", "m"), place(directory));
    directory.remove(incarnation("2", "m"));
    assertFalse(ready(directory, incarnation("1", "m")).joined());
  }

  @Test
  void whenItIsLostTheOtherHasItsTurnAndKeepsIt() {
    NodeDirectory directory = directory();
    NodeId first = new NodeId("n", "1");
    NodeId other = new NodeId("n", "2");
    ready(directory, first);
    ready(directory, other);
    directory.remove(first);
    assertTrue(ready(directory, other).joined());
    assertFalse(ready(directory, first).joined(), "it wakes, and now it is the other's");
    assertEquals(other, place(directory));
    hears(directory, other, NodeStatus.State.STOPPED);
    assertTrue(ready(directory, first).joined());
  }

  private static NodeStatus taking(String node, long largest) {
    return NodeStatus.of(
            id(node),
            NodeStatus.State.READY,
            List.of("A"),
            new NodeStatus.Load(4, 0, 0),
            ProcessOrigin.here("host"))
        .largest(largest);
  }

  @Test
  void aNodeIsGivenNoMoreBytesThanItsLargestMessageHas() {
    NodeDirectory directory = new NodeDirectory(FlowControl.DEFAULT, below -> 0);
    directory.update(taking("small", 100));
    assertEquals(Optional.empty(), directory.place(new PlacementRequest("A", ANY, NONE, 101)));
    assertEquals(OptionalLong.of(100), directory.largest(new PlacementRequest("A", ANY, NONE, 0)));
    assertTrue(directory.hasCapacity(id("small"), "A", 100), "one alone");
    directory.assigned(id("small"), "A", 60);
    assertTrue(directory.hasCapacity(id("small"), "A", 40));
    assertFalse(directory.hasCapacity(id("small"), "A", 41));
    directory.update(taking("large", 1000));
    assertEquals(
        Optional.of(id("large")), directory.place(new PlacementRequest("A", ANY, NONE, 41)));
    assertEquals(
        Optional.of(id("large")), directory.place(new PlacementRequest("A", ANY, NONE, 101)));
    assertEquals(OptionalLong.of(1000), directory.largest(new PlacementRequest("A", ANY, NONE, 0)));
    directory.assigned(id("large"), "A", 999);
    assertTrue(
        directory.place(new PlacementRequest("A", ANY, NONE, 41)).isPresent(), "to be held for it");
    directory.released(id("small"), "A", 60, 0, 1, Release.ANSWERED);
    assertEquals(
        Optional.of(id("small")), directory.place(new PlacementRequest("A", ANY, NONE, 41)));
    directory.update(taking("any", 0));
    assertEquals(OptionalLong.empty(), directory.largest(new PlacementRequest("A", ANY, NONE, 0)));
  }
}
