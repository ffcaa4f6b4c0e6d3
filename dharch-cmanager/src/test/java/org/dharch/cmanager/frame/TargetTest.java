package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  private static final String ADVISORY = "ActiveMQ.Advisory.Consumer.Queue.";

  @ParameterizedTest
  @ValueSource(
      strings = {"node-1", "a.b", "a,b", ">", "*", "a b", "ü%2E+", "a?x=1", "~", "dharch.node."})
  void anAdvisoryNamesTheNodeWhateverItsName(String name) {
    NodeId node = new NodeId(name, "9f0");
    assertEquals(Optional.of(node), Target.nodeOfAdvisory(ADVISORY + Target.node(node).name()));
  }

  @Test
  void plainNameIsNotEscaped() {
    assertEquals("dharch.node.node-1.9f0", Target.node(new NodeId("node-1", "9f0")).name());
  }

  @Test
  void namesAreEscaped() {
    assertEquals("dharch.reply.a%2Cdharch%2Enode%2E%3E", Target.replies("a,dharch.node.>").name());
    assertThrows(IllegalArgumentException.class, () -> Target.replies(""));
    assertThrows(IllegalArgumentException.class, () -> Target.replies("x".repeat(501)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "other.queue", "dharch.node.", "dharch.node.x", "dharch.node.%.1"})
  void anotherQueueIsNoNode(String queue) {
    assertEquals(Optional.empty(), Target.nodeOfAdvisory(ADVISORY + queue));
  }
}
