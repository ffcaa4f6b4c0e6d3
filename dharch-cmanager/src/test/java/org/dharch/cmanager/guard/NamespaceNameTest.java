package org.dharch.cmanager.guard;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.Recorder;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.NamespaceName;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NamespaceNameTest {
  private static final NodeId NODE = new NodeId("n.1", "9f0");
  private static final BrokerLogin.Node LOGIN = new BrokerLogin.Node("n.1");

  private final NamespaceName shop = new NamespaceName("shop");

  @Test
  void destinationNamesAreUnique() {
    for (Target target :
        List.of(Target.HEARTBEAT, Target.MANAGER, Target.node(NODE), Target.replies("m~1"))) {
      String here = shop.of(target.name());
      assertTrue(here.startsWith("dharchs.shop."), here);
      assertEquals(target.name(), NamespaceName.plain(here));
      assertEquals(target.name(), NamespaceName.NONE.of(target.name()));
    }
    String advisory = shop.of(Target.NODE_ADVISORY.name());
    assertEquals("ActiveMQ.Advisory.Consumer.Queue.dharchs.shop.node.>", advisory);
    String gone = "ActiveMQ.Advisory.Consumer.Queue." + shop.of(Target.node(NODE).name());
    assertEquals(Optional.of(NODE), Target.nodeOfAdvisory(gone));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "*", ">", "a b", "ä", "a,b"})
  void noNameIsAWildcardOrSeveral(String name) {
    CManagerException e = assertThrows(CManagerException.class, () -> new NamespaceName(name));
    assertTrue(e.getMessage().contains("letters, digits"), e.getMessage());
  }

  /** One node each, one broker, one key: each manager hears, and is heard by, its own alone. */
  @ParameterizedTest
  @ValueSource(strings = {"off", "auto"})
  void severalSystemsOnOneBrokerNeverMeet(String link) {
    JmsCManagerProvider provider = new JmsCManagerProvider();
    Recorder heardByNone = new Recorder();
    Recorder heardByShop = new Recorder();
    NodeId same = new NodeId("same", "1");
    Map<String, String> inShop = Map.of("namespace", "shop", "link", link);
    try (JmsCManager none =
        provider.manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of("link", link))) {
      none.start(heardByNone);
      URI broker = none.nodeUri().orElseThrow();
      try (JmsCManager ofShop = provider.manager(broker, inShop);
          TestNode plain = new TestNode(broker, same, Map.of("link", link))) {
        ofShop.start(heardByShop);
        plain.start();
        soon().until(() -> heardByNone.hasStatusOf(same));
        try (TestNode shopped = new TestNode(broker, new NodeId("other", "2"), inShop)) {
          shopped.start();
          soon().until(() -> heardByShop.hasStatusOf(shopped.id));
          if (link.equals("auto")) {
            soon().until(() -> none.linked().equals(Set.of(same)));
            soon().until(() -> ofShop.linked().equals(Set.of(shopped.id)));
          } else {
            roundTrip(ofShop, heardByShop, shopped.id);
            roundTrip(none, heardByNone, same);
          }
        }
      }
    }
    assertFalse(heardByShop.hasStatusOf(same));
    assertFalse(heardByNone.hasStatusOf(new NodeId("other", "2")));
    assertTrue(heardByNone.forged.isEmpty() && heardByShop.forged.isEmpty());
    assertTrue(heardByNone.gone.stream().noneMatch(node -> node.name().equals("other")));
  }

  private static void roundTrip(JmsCManager manager, Recorder recorder, NodeId node) {
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1000);
    soon().until(() -> manager.send(node, batch));
    soon().until(() -> recorder.replies.contains(batch));
  }

  /** A node's rights are the same in each system, and reach no further by a name that is none. */
  @Test
  void rightsIgnoreNamespace() {
    String own = shop.of(Target.node(NODE).name());
    assertTrue(BrokerRights.mayReceive(LOGIN, new ActiveMQQueue(own)));
    assertTrue(BrokerRights.maySend(LOGIN, new ActiveMQQueue(shop.of("dharch.reply.m"))));
    assertTrue(BrokerRights.maySend(LOGIN, new ActiveMQTopic(shop.of(Target.HEARTBEAT.name()))));
    String others = shop.of(Target.node(new NodeId("m", "1")).name());
    assertFalse(BrokerRights.mayReceive(LOGIN, new ActiveMQQueue(others)));
    for (String wild : List.of("dharchs.*.reply.m", "dharchs.>.reply.m", "dharchs..reply.m")) {
      assertFalse(BrokerRights.maySend(LOGIN, new ActiveMQQueue(wild)), wild);
    }
    for (String wild : List.of("dharchs.*.manager", "dharchs.>", "dharchs.*.node.n%2E1.9f0")) {
      assertFalse(BrokerRights.mayReceive(LOGIN, new ActiveMQTopic(wild)), wild);
      assertFalse(BrokerRights.mayReceive(LOGIN, new ActiveMQQueue(wild)), wild);
    }
    String behind = "dharch.node.m.1.dharchs.x.node.n%2E1.9f0";
    assertFalse(BrokerRights.mayReceive(LOGIN, new ActiveMQQueue(behind)));
  }
}
