package org.dharch.core.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.dharch.core.view.GoneNode;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.junit.jupiter.api.Test;

class GoneNodesTest {
  private final GoneNodes nodes = new GoneNodes();

  private void went(String name, long seconds) {
    NodeStatus last =
        NodeStatus.of(
            new NodeId(name, "1"),
            NodeStatus.State.READY,
            List.of("a"),
            new NodeStatus.Load(4, 0, 0),
            ProcessOrigin.here("host"));
    nodes.went(last, "it was stopped", Duration.ofSeconds(seconds).toNanos());
  }

  private List<String> names() {
    return nodes.now(0).stream().map(gone -> gone.last().node().name()).toList();
  }

  @Test
  void theOneThatWentLastIsTheFirst() {
    went("n1", 1);
    went("n2", 2);
    went("n1", 3);
    assertEquals(List.of("n1", "n2"), names());
    GoneNode first = nodes.now(Duration.ofSeconds(5).toNanos()).get(0);
    assertEquals(Duration.ofSeconds(2), first.since());
    assertEquals("it was stopped", first.why());
  }

  @Test
  void oneThatIsBackIsNotAmongThem() {
    went("n1", 1);
    went("n2", 2);
    nodes.joined("n1");
    nodes.joined("n3");
    assertEquals(List.of("n2"), names());
  }

  @Test
  void ofManyThoseThatWentLastAreKept() {
    for (int i = 0; i < 300; i++) {
      went("n" + i, i);
    }
    assertEquals(256, names().size());
    assertEquals("n299", names().get(0));
    assertEquals("n44", names().get(255));
  }
}
