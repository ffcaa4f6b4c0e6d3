package org.dharch.cmanager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Both ends over a broker that the manager runs itself. */
class JmsTransportTest {
  private final Recorder recorder = new Recorder();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
  private TestNode node;

  @BeforeEach
  void start() {
    manager.start(recorder);
    node = new TestNode(manager.nodeUri().orElseThrow(), new NodeId("a.b c,>", "1f")).start();
    soon().until(() -> recorder.isUp() && recorder.hasStatusOf(node.id));
  }

  @AfterEach
  void close() {
    node.close();
    manager.close();
  }

  @Test
  void taskBatchAndReplyAreDelivered() {
    DMFormat batch = RandomTaskBatch.of(manager.address(), 10_000);
    assertTrue(manager.send(node.id, batch));
    soon().until(() -> recorder.replies.size() == 1);
    assertEquals(batch, recorder.replies.element());
  }

  @Test
  void messagesOfAllSizesAreUnchanged() {
    Set<DMFormat> sent = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      int size = List.of(0, 1, 1_000, 50_000, 300_000).get(i % 5);
      DMFormat batch = RandomTaskBatch.of(manager.address(), size);
      assertTrue(manager.send(node.id, batch));
      sent.add(batch);
    }
    soon().until(() -> recorder.replies.size() == 500);
    assertEquals(sent, new HashSet<>(recorder.replies));
  }

  @Test
  void heartbeatIsDeliveredUnchanged() {
    assertEquals(node.status(NodeStatus.State.READY), recorder.statuses.element());
    node.channel.announce(node.status(NodeStatus.State.DRAINING));
    soon().until(() -> recorder.statuses.contains(node.status(NodeStatus.State.DRAINING)));
  }

  @Test
  void laterManagerSeesNodeAtOnce() {
    Recorder later = new Recorder();
    try (JmsCManager second =
        new JmsCManagerProvider().manager(manager.nodeUri().orElseThrow(), Map.of())) {
      second.start(later);
      soon().atMost(Duration.ofSeconds(2)).until(() -> later.hasStatusOf(node.id));
      DMFormat batch = RandomTaskBatch.of(second.address(), 10);
      assertTrue(second.send(node.id, batch));
      soon().until(() -> later.replies.contains(batch));
      assertTrue(recorder.replies.isEmpty());
    }
  }

  @Test
  void fullNodeGetsTaskBatchesWhenItHasCapacity() {
    node.capacity.drainPermits();
    List<DMFormat> sent = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sent.add(RandomTaskBatch.of(manager.address(), 10));
      assertTrue(manager.send(node.id, sent.get(i)));
    }
    soon().during(Duration.ofMillis(300)).until(recorder.replies::isEmpty);
    node.capacity.release(1); // each answer makes room for the next
    soon().until(() -> recorder.replies.size() == 10);
    assertEquals(sent, List.copyOf(recorder.replies));
  }

  @Test
  void expiredTaskBatchIsDropped() {
    node.capacity.drainPermits();
    DMFormat first = RandomTaskBatch.of(manager.address(), 1);
    DMFormat late = RandomTaskBatch.of(manager.address(), 1, Duration.ofNanos(1));
    assertTrue(manager.send(node.id, first));
    assertTrue(manager.send(node.id, late));
    DMFormat last = RandomTaskBatch.of(manager.address(), 1);
    soon().during(Duration.ofMillis(50)).until(() -> true);
    assertTrue(manager.send(node.id, last));
    node.capacity.release(1);
    soon().until(() -> recorder.replies.contains(last));
    assertFalse(recorder.replies.contains(late));
  }

  @Test
  void nodeWithoutFarewellIsLost() {
    node.close();
    soon().atMost(Duration.ofSeconds(2)).until(() -> recorder.gone.contains(node.id));
  }

  @Test
  void stoppingNodeAnnouncesItsDeparture() {
    node.channel.announce(node.status(NodeStatus.State.STOPPED));
    node.close();
    soon().until(() -> recorder.gone.contains(node.id));
    assertTrue(recorder.statuses.contains(node.status(NodeStatus.State.STOPPED)));
  }

  /** Fault B7: what was on its way to a node that left stayed in its queue. */
  @Test
  void drainingNodeReturnsTaskBatchesInTransit() throws Exception {
    node.holding = true;
    node.capacity.drainPermits();
    for (int i = 0; i < 100; i++) { // more than its prefetch, and it has taken none
      assertTrue(manager.send(node.id, RandomTaskBatch.of(manager.address(), 1)));
    }
    node.channel.drain();
    node.capacity.release(1000);
    node.channel.awaitDry(Duration.ofSeconds(10));
    assertEquals(100, node.held.size());
    assertFalse(recorder.gone.contains(node.id));
    List.copyOf(node.held).forEach(node::answer);
    soon().until(() -> recorder.replies.size() == 100);
  }

  @Test
  void oversizedMessageIsRejectedAndNextOneDelivered() {
    DMFormat large = RandomTaskBatch.of(manager.address(), 40 << 20);
    assertThrows(MalformedMessageException.class, () -> manager.send(node.id, large));
    DMFormat largest = RandomTaskBatch.of(manager.address(), 16 << 20);
    assertTrue(manager.send(node.id, largest));
    soon().until(() -> recorder.replies.contains(largest));
  }

  @Test
  void replyToInvalidAddressIsDropped() {
    node.channel.reply("", RandomTaskBatch.of("", 1));
    node.channel.reply("a,dharch.node.>", RandomTaskBatch.of("", 1));
    DMFormat batch = RandomTaskBatch.of(manager.address(), 1);
    manager.send(node.id, batch);
    soon().until(() -> recorder.replies.contains(batch));
    assertEquals(1, recorder.replies.size());
  }

  @Tag("full")
  @Test
  void closeReturnsUnderLoad() {
    for (int i = 0; i < 10; i++) {
      Recorder recorder = new Recorder();
      JmsCManager own =
          new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
      own.start(recorder);
      try (TestNode busy =
          new TestNode(own.nodeUri().orElseThrow(), new NodeId("busy", "" + i)).start()) {
        soon().until(() -> recorder.hasStatusOf(busy.id));
        for (int n = 0; n < 2_000; n++) {
          own.send(busy.id, RandomTaskBatch.of(own.address(), 100));
          busy.channel.announce(busy.status(NodeStatus.State.READY));
        }
        soon().until(() -> recorder.replies.size() > 20);
        assertTimeoutPreemptively(Duration.ofSeconds(4), own::close);
      }
    }
  }

  @Test
  void nothingIsDeliveredAfterClose() {
    node.holding = true;
    manager.send(node.id, RandomTaskBatch.of(manager.address(), 1));
    soon().until(() -> node.held.size() == 1);
    manager.close();
    int events = recorder.connected.size();
    node.answer(node.held.remove());
    assertEquals(0, recorder.replies.size());
    assertEquals(events, recorder.connected.size());
    assertFalse(manager.send(node.id, RandomTaskBatch.of(manager.address(), 1)));
    manager.close();
  }
}
