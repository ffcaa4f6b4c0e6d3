package org.dharch.cmanager.broker;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.cmanager.RandomTaskBatch;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.FrameWriter;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.frame.TestReader;
import org.dharch.cmanager.frame.UnauthenticatedClient;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a sender puts on a real queue. */
class SenderTest {
  private static final Target TARGET = Target.node(new NodeId("n", "1"));

  private final JmsOptions options = JmsOptions.of(Map.of("outboxMessages", "100"));
  private final Codec codec = new Codec(options);
  private final List<Exception> failures = new CopyOnWriteArrayList<>();
  private final Sender sender =
      new Sender(
          "dharch-test-send",
          options,
          new FrameWriter(TestKeys.GUARD, () -> "m", () -> "", () -> 0),
          failures::add);
  private final EmbeddedBroker broker =
      EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), options);
  private Connection connection;
  private MessageConsumer consumer;

  @BeforeEach
  void connect() throws JMSException {
    connection =
        UnauthenticatedClient.connection(
            broker.uri(), BrokerLogin.ofManager(KeyFile.namespace(KeyFile.find())));
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    consumer = session.createConsumer(session.createQueue(TARGET.name()));
    connection.start();
    sender.start();
  }

  @AfterEach
  void close() throws JMSException {
    sender.close();
    connection.close();
    broker.close();
  }

  @Test
  void queuedItemsShareAMessage() throws JMSException {
    List<DMFormat> sent = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sent.add(RandomTaskBatch.of("m", 100));
      assertTrue(sender.offer(TARGET, codec.encode(sent.get(i), Duration.ofSeconds(9))));
    }
    up();
    Message all = consumer.receive(10_000);
    assertEquals(sent, batches(all));
    DMFormat single = RandomTaskBatch.of("m", 100);
    assertTrue(sender.offer(TARGET, codec.encode(single, Duration.ofSeconds(9))));
    Message one = consumer.receive(10_000);
    assertEquals(List.of(single), batches(one));
    assertEquals(single.id().toString(), one.getJMSCorrelationID());
    assertEquals(DeliveryMode.NON_PERSISTENT, one.getJMSDeliveryMode());
    long ttl = one.getJMSExpiration() - one.getJMSTimestamp();
    assertTrue(ttl > 7_000 && ttl <= 9_000, "ttl=" + ttl);
  }

  @Test
  void expiredMessagesAreNotSent() throws JMSException {
    DMFormat good = RandomTaskBatch.of("m", 1);
    sender.offer(TARGET, codec.encode(RandomTaskBatch.of("m", 1), Duration.ZERO));
    sender.offer(TARGET, codec.encode(good, Duration.ofSeconds(9)));
    up();
    assertEquals(List.of(good), batches(consumer.receive(10_000)));
  }

  @Test
  void outboxIsBoundedWithoutConnection() throws JMSException {
    for (int i = 0; i < 100; i++) {
      assertTrue(
          sender.send(TARGET, codec.encode(RandomTaskBatch.of("m", 1), Duration.ofSeconds(9))));
    }
    assertFalse(
        sender.send(TARGET, codec.encode(RandomTaskBatch.of("m", 1), Duration.ofSeconds(9))));
    up();
    assertEquals(
        100, batches(consumer.receive(10_000)).size() + batches(consumer.receive(10_000)).size());
  }

  /** Fault B10: what was only kept to be sent counted as sent. */
  @Test
  void sentCallbackRunsAfterSending() throws JMSException {
    AtomicInteger left = new AtomicInteger();
    DMFormat batch = RandomTaskBatch.of("m", 1);
    sender.send(TARGET, codec.encode(batch, Duration.ofSeconds(9), left::incrementAndGet));
    sender.sendKept();
    assertEquals(0, left.get());
    Session dead = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    dead.close();
    try {
      sender.up(dead);
    } catch (JMSException e) {
      // as good as a session that fails later
    }
    soon().until(() -> !sender.isUp());
    assertEquals(0, left.get());
    up();
    assertEquals(List.of(batch), batches(consumer.receive(10_000)));
    soon().until(() -> left.get() == 1);
    sender.send(TARGET, codec.encode(batch, Duration.ZERO, left::incrementAndGet));
    soon().until(() -> left.get() == 2); // it has expired and never will leave
  }

  @Test
  void unsentMessagesMoveToNextSession() throws JMSException {
    Session dead = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    sender.up(dead);
    dead.close();
    DMFormat batch = RandomTaskBatch.of("m", 1);
    sender.offer(TARGET, codec.encode(batch, Duration.ofSeconds(9)));
    soon().until(() -> !failures.isEmpty());
    assertFalse(sender.isUp());
    up();
    assertEquals(List.of(batch), batches(consumer.receive(10_000)));
  }

  private void up() throws JMSException {
    sender.up(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
  }

  private List<DMFormat> batches(Message message) {
    List<DMFormat> batches = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    codec.decode(message, TestKeys.GUARD, new TestReader(batches, wrong, wrong));
    assertEquals(List.of(), wrong);
    return batches;
  }
}
