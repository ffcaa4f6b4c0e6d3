package org.dharch.cmanager.broker;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.ActiveMQSession;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ConsumerId;
import org.apache.activemq.command.ConsumerInfo;
import org.apache.activemq.command.RemoveInfo;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.cmanager.options.NamespaceName;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.text.RateLimitedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link Bridge}'s end at one of its brokers: consumes what the other side requests, sends what
 * the other side has consumed, and reports what is requested here. Its state changes in the
 * bridge's critical section only; the connection's threads carry the messages.
 */
public final class BridgeSide implements BrokerSupervisor.Wiring, AutoCloseable {
  /** How many bridges a message has crossed; on none that a client has sent. */
  static final String HOPS = "dharchHops";

  /**
   * Messages that have crossed a bridge cross no other; this also identifies a bridge's consumers.
   */
  static final String SELECTOR = HOPS + " IS NULL";

  private static final Logger LOG = LoggerFactory.getLogger(BridgeSide.class);
  private static final int PREFETCH = 1000;
  private static final String CONSUMERS = "ActiveMQ.Advisory.Consumer.Queue.";
  private static final List<String> NAMESPACES = List.of("", NamespaceName.ANY);

  /** Local consumers have precedence. */
  private static final String AFTER_OTHERS = "?consumer.priority=-1";

  private final String shown;
  private final Executor eventLoop;
  private final BrokerSupervisor link;
  private final BridgeDemand demand = new BridgeDemand();
  private final AtomicLong messages = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();

  /** The queues that the other side wants, or did when it was there last. */
  private final Set<String> takenLast = ConcurrentHashMap.newKeySet();

  private final RateLimitedLog failed = new RateLimitedLog();
  private BridgeSide other;
  private boolean questionsMissed;

  /** Null while there is no connection. */
  private volatile Connected connected;

  /** One connection. */
  private static final class Connected {
    final Session in;
    final MessageProducer producer;
    final Map<String, MessageConsumer> taken = new HashMap<>();

    Connected(Session in, MessageProducer producer) {
      this.in = in;
      this.producer = producer;
    }
  }

  /**
   * Not yet connected.
   *
   * @param shown for logs
   * @param eventLoop runs one after another what it is given
   */
  BridgeSide(
      String shown,
      BrokerUris uris,
      JmsOptions options,
      KeyRing.NamespaceKey keys,
      Executor eventLoop) {
    this.shown = shown;
    this.eventLoop = eventLoop;
    this.link =
        new BrokerSupervisor(
            "dharch-bridge-link",
            uris,
            new Connector(options, PREFETCH, () -> BrokerLogin.ofManager(keys)),
            this);
  }

  /** Said once, before it starts. */
  void joins(BridgeSide side) {
    other = side;
  }

  void start() {
    link.start();
  }

  boolean isUp() {
    return connected != null;
  }

  String shown() {
    return shown;
  }

  /** How much was sent here, and how much was not and is gone. */
  BridgeState.Carried carried() {
    return new BridgeState.Carried(messages.get(), bytes.get(), dropped.get());
  }

  /** The queues here that the other side takes from, or did when it was there last. */
  Set<String> takenLast() {
    return Set.copyOf(takenLast);
  }

  @Override
  public void up(Connection connection) throws JMSException {
    Session out = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    Session in = connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
    Connected fresh = new Connected(in, out.createProducer(null));
    Session news = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    for (String namespace : NAMESPACES) {
      for (String queues :
          List.of(Target.NODE_PREFIX, Target.REPLY_PREFIX, Target.EMISSION_PREFIX)) {
        String topic = CONSUMERS + NamespaceName.named(namespace, queues) + ">";
        news.createConsumer(news.createTopic(topic)).setMessageListener(m -> advisory(fresh, m));
      }
      for (Target target : List.of(Target.HEARTBEAT, Target.MANAGER)) {
        listen(in, NamespaceName.named(namespace, target.name()));
      }
      listenToQuestions(in, NamespaceName.named(namespace, Target.ASK.name()));
    }
    connected = fresh;
    connection.start();
    eventLoop.execute(
        () -> {
          other.takenLast.retainAll(demand.queues()); // it is notified again of all listeners here
          other.demand.queues().forEach(this::take);
        });
  }

  private void listen(Session in, String topic) throws JMSException {
    in.createConsumer(in.createTopic(topic), SELECTOR).setMessageListener(this::carry);
  }

  /** A broker whose rules are of before has none for it. */
  private void listenToQuestions(Session in, String topic) throws JMSException {
    try {
      listen(in, topic);
    } catch (JMSSecurityException e) {
      if (!questionsMissed) {
        LOG.warn("Cannot bridge queries broker={} reason={}", shown, e.getMessage());
      }
      questionsMissed = true;
    }
  }

  @Override
  public void closing(Connection connection) throws JMSException {
    connection.stop();
  }

  @Override
  public void poll() {
    failed.logPending();
  }

  @Override
  public void down() {
    connected = null;
    eventLoop.execute(
        () -> {
          List<String> wanted = demand.queues();
          demand.clear();
          wanted.forEach(other::giveBack);
        });
  }

  // ---- what is wanted here

  /** A consumer of a queue here has connected or left. */
  private void advisory(Connected of, Message advisory) {
    try {
      if (advisory instanceof ActiveMQMessage notice
          && notice.getJMSDestination() instanceof Topic at) {
        String queue = at.getTopicName().substring(CONSUMERS.length());
        if (notice.getDataStructure() instanceof ConsumerInfo info) {
          if (!SELECTOR.equals(info.getSelector())) {
            wanted(of, queue, info.getConsumerId());
          }
        } else if (notice.getDataStructure() instanceof RemoveInfo info
            && info.getObjectId() instanceof ConsumerId id) {
          unwanted(of, queue, id);
        }
      }
    } catch (JMSException e) {
      failed.count(
          n ->
              LOG.warn(
                  "Cannot read advisories broker={} count={} reason={}", shown, n, e.toString()));
    }
  }

  private void wanted(Connected of, String queue, ConsumerId id) {
    eventLoop.execute(
        () -> {
          if (of == connected && demand.add(queue, id)) {
            other.take(queue);
          }
        });
  }

  private void unwanted(Connected of, String queue, ConsumerId id) {
    eventLoop.execute(
        () -> {
          if (of == connected && demand.remove(queue, id)) {
            other.leave(queue);
          }
        });
  }

  // ---- what is taken here for the other side; in the bridge's turn

  private void take(String queue) {
    Connected now = connected;
    if (now == null || now.taken.containsKey(queue)) {
      return;
    }
    try {
      MessageConsumer consumer =
          now.in.createConsumer(now.in.createQueue(queue + AFTER_OTHERS), SELECTOR);
      now.taken.put(queue, consumer);
      takenLast.add(queue);
      consumer.setMessageListener(this::carry);
    } catch (JMSException e) {
      link.suspect(e);
    }
  }

  private void leave(String queue) {
    takenLast.remove(queue);
    giveBack(queue);
  }

  /** Waiting messages stay in the queue for the next consumer. */
  private void giveBack(String queue) {
    Connected now = connected;
    MessageConsumer consumer = now == null ? null : now.taken.remove(queue);
    if (consumer != null) {
      try {
        consumer.close();
      } catch (JMSException e) {
        link.suspect(e);
      }
    }
  }

  // ---- what crosses

  /** Whether {@code message} has come by a bridge. */
  public static boolean hasCrossed(Message message) {
    try {
      return message.propertyExists(HOPS);
    } catch (JMSException e) {
      return false;
    }
  }

  /**
   * From here to the other side. What that does not take stays here for as long as it is of use.
   */
  private void carry(Message message) {
    try {
      boolean isSent = other.send((ActiveMQMessage) message);
      if (!isSent && message.getJMSDestination() instanceof Topic) {
        other.dropped.incrementAndGet();
        isSent = true; // it would be of no use later
      }
      if (isSent) {
        message.acknowledge();
      }
    } catch (JMSException e) {
      LOG.debug("Not acknowledged, so redelivered: {}", e.toString());
    }
  }

  private boolean send(ActiveMQMessage message) {
    Connected now = connected;
    if (now == null) {
      return false;
    }
    try {
      ActiveMQMessage copy = (ActiveMQMessage) message.copy();
      copy.setReadOnlyProperties(false);
      copy.setIntProperty(HOPS, 1);
      long left = message.getExpiration() - message.getTimestamp();
      now.producer.send(
          copy.getDestination(),
          copy,
          DeliveryMode.NON_PERSISTENT,
          message.getPriority(),
          message.getExpiration() == 0 ? 0 : Math.max(1, left));
      messages.incrementAndGet();
      bytes.addAndGet(message.getSize());
      return true;
    } catch (JMSException | RuntimeException e) {
      link.suspect(e instanceof JMSException known ? known : new JMSException(e.toString()));
      return false;
    }
  }

  @Override
  public void close() {
    link.close();
    if (messages.get() > 0) {
      LOG.info("Bridged messages={} bytes={} to={}", messages, bytes, shown);
    }
  }
}
