package org.dharch.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.dharch.core.DHManager;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** In a static field it is started once, for nested classes too. */
final class StaticExtensionTest {
  private static final Set<DHManager> MANAGERS = new HashSet<>();
  private static final Set<NodeId> NODES = new HashSet<>();

  @RegisterExtension
  static final DHArchExtension DHARCH =
      DHArchExtension.builder()
          .node("n", node -> node.handler("idle", AuthorsHandlers.Idle.class))
          .orchestration(
              """
              <orchestrations xmlns="urn:dharch:orchestration:1">
                <orchestration name="o"><handler name="idle"/></orchestration>
                <rule orchestration="o"/>
              </orchestrations>
              """)
          .build();

  private static void sendOne() {
    assertEquals(Set.of("idle"), DHARCH.send(TestMessage.soap11("<o/>")).stages().get(0));
    MANAGERS.add(DHARCH.manager());
    DHARCH.manager().status().nodes().forEach(status -> NODES.add(status.node()));
  }

  @Test
  void one() {
    sendOne();
  }

  @Test
  void another() {
    sendOne();
  }

  @Nested
  final class Within {
    @Test
    void third() {
      sendOne();
    }
  }

  @AfterAll
  static void allWereSentThroughTheSame() {
    assertEquals(1, MANAGERS.size());
    assertEquals(1, NODES.size());
  }
}
