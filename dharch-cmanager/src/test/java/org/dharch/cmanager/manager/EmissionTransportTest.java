package org.dharch.cmanager.manager;

import static org.dharch.testing.Awaits.soon;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.dharch.api.Emission;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target.Service;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.TestNode;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.spi.CManager.Receiver;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Emissions over a real broker: from a node, or in its name from a manager, to whoever takes them.
 */
class EmissionTransportTest {
  private static final EmissionQueue QUEUE = EmissionQueue.service("a service/with>odd.name");
  private static final EmissionFormat FORMAT = new EmissionFormat(Limits.DEFAULT);

  private final Taker recorder = new Taker();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
  private TestNode node;

  /** A manager's end that keeps what it takes, as long as it has room. */
  private static final class Taker implements Receiver {
    record Held(DMFormat emission, Runnable done) {}

    final Queue<Held> held = new ConcurrentLinkedQueue<>();
    final Queue<String> forged = new ConcurrentLinkedQueue<>();
    final Queue<NodeId> nodes = new ConcurrentLinkedQueue<>();
    volatile int capacity = Integer.MAX_VALUE;

    @Override
    public boolean emission(DMFormat emission, Runnable done) {
      if (held.size() >= capacity) {
        return false;
      }
      held.add(new Held(emission, done));
      return true;
    }

    @Override
    public void forged(String reason) {
      forged.add(reason);
    }

    @Override
    public void reply(DMFormat reply) {}

    @Override
    public void status(NodeStatus status) {
      nodes.add(status.node());
    }

    @Override
    public void gone(NodeId gone) {}

    @Override
    public void connected(boolean up) {}

    List<Long> ids() {
      return held.stream().map(h -> h.emission().id().low()).toList();
    }
  }

  @BeforeEach
  void start() {
    manager.start(recorder);
    node = new TestNode(manager.nodeUri().orElseThrow(), new NodeId("n", "1")).start();
    soon().until(() -> recorder.nodes.contains(node.id));
  }

  @AfterEach
  void close() {
    node.close();
    manager.close();
  }

  private DMFormat emission(long id) {
    return emission(id, node.id);
  }

  private static DMFormat emission(long id, NodeId of) {
    Emission emission =
        new Emission(
            new MessageId(1, id),
            new Service("s", ""),
            "",
            bytes("<e/>"),
            MessageProperties.empty(),
            Optional.empty(),
            Duration.ofSeconds(30));
    return FORMAT.encode(new NodeEmission(of, "h", emission));
  }

  @Test
  void emissionReachesConsumingManagerEvenLater() {
    assertTrue(node.channel.emit(QUEUE, emission(1)));
    manager.takeEmissions(Set.of(QUEUE));
    assertTrue(node.channel.emit(QUEUE, emission(2)));
    assertTrue(node.channel.emit(EmissionQueue.OUT, emission(3)));
    soon().until(() -> recorder.ids().containsAll(List.of(1L, 2L)));
    assertEquals(emission(1), recorder.held.element().emission());
    manager.takeEmissions(Set.of(QUEUE, EmissionQueue.OUT));
    soon().until(() -> recorder.ids().contains(3L));
    assertEquals(List.of(), List.copyOf(recorder.forged));
  }

  @Test
  void unfinishedEmissionsGoToAnotherManager() {
    Taker other = new Taker();
    Map<String, String> none = Map.of();
    try (JmsCManager second =
        new JmsCManagerProvider().manager(manager.nodeUri().orElseThrow(), none)) {
      second.takeEmissions(Set.of(QUEUE));
      second.start(other);
      soon().until(() -> other.nodes.contains(node.id));
      assertTrue(node.channel.emit(QUEUE, emission(1)));
      soon().until(() -> other.held.size() == 1);
      other.held.element().done().run();
      assertTrue(node.channel.emit(QUEUE, emission(2)));
      soon().until(() -> other.held.size() == 2);
    }
    manager.takeEmissions(Set.of(QUEUE));
    soon().until(() -> recorder.ids().contains(2L));
    assertTrue(node.channel.emit(QUEUE, emission(3)));
    soon().until(() -> recorder.ids().contains(3L));
    assertEquals(List.of(2L, 3L), recorder.ids());
  }

  @Test
  void fullManagerGetsEmissionsLater() {
    recorder.capacity = 1;
    manager.takeEmissions(Set.of(QUEUE));
    for (int i = 1; i <= 50; i++) {
      assertTrue(node.channel.emit(QUEUE, emission(i)));
    }
    soon().until(() -> recorder.held.size() == 1);
    recorder.capacity = 50;
    recorder.held.element().done().run();
    soon().until(() -> recorder.held.size() == 50);
  }

  @Test
  void managerForwardsEmissionUnderNodeName() {
    manager.takeEmissions(Set.of(EmissionQueue.OUT));
    NodeId far = new NodeId("elsewhere", "7");
    assertTrue(manager.forward(EmissionQueue.OUT, far, emission(9, far)));
    soon().until(() -> recorder.ids().contains(9L));
    assertEquals(List.of(), List.copyOf(recorder.forged));
  }

  @Test
  void nodeCannotEmitUnderAnotherName() {
    manager.takeEmissions(Set.of(QUEUE));
    assertTrue(node.channel.emit(QUEUE, emission(1, new NodeId("other", "1"))));
    soon().until(() -> !recorder.forged.isEmpty());
    assertTrue(
        recorder.forged.element().contains("in the name of other~1"), recorder.forged::toString);
    assertTrue(recorder.held.isEmpty());
  }

  @Test
  void nodeCannotConsumeEmissionsOrSendToSeveralQueues() throws Exception {
    KeyRing.NamespaceKey ours = KeyFile.namespace(KeyFile.find());
    ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory(manager.nodeUri().orElseThrow());
    factory.setClientID(BrokerLogin.ofNode(ours, "n"));
    factory.setWatchTopicAdvisories(false);
    try (UnauthenticatedClient unknownClient =
        new UnauthenticatedClient(factory.createConnection())) {
      for (String name : List.of("dharch.emit.out", "dharch.emit.>", "dharch.emit.service.s")) {
        assertThrows(JMSException.class, () -> unknownClient.listen(queue(name)), name);
      }
      for (String name : List.of("dharch.emit.out,dharch.emit.service.s", "dharch.emit.*")) {
        assertThrows(
            JMSException.class,
            () -> unknownClient.send(queue(name), unknownClient.session.createMessage()),
            name);
      }
      unknownClient.send(queue("dharch.emit.out"), unknownClient.session.createMessage());
    }
    manager.takeEmissions(Set.of(EmissionQueue.OUT));
    soon().until(() -> !recorder.forged.isEmpty()); // not a frame: without a signature
  }

  private static Target queue(String name) {
    return new Target(Target.Kind.QUEUE, name, FrameHeader.Way.EMISSION, name, "");
  }

  @Test
  void withoutBrokerNothingIsQueued() {
    manager.close();
    soon().until(() -> !node.channel.emit(QUEUE, emission(1)));
    assertFalse(node.channel.emit(QUEUE, emission(2)));
  }
}
