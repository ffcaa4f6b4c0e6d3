package org.dharch.cmanager;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.spi.CManager;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.StatusFormat;
import org.dharch.core.wire.TaskBatchFormat;
import org.dharch.core.wire.WireProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manager's end of the JMS transport (seed 000, section 3.1.2): task batches go to a queue for
 * each life of a node, replies come to one fixed queue with this one consumer, heartbeats by a
 * topic. Made by {@link JmsCManagerProvider}. Safe for any thread; the receiver is called by one
 * thread at a time.
 *
 * <p>A lost connection drops what waits in the outbox: the receiver hears {@code connected(false)}
 * and knows what to send again.
 */
public final class JmsCManager implements CManager {
  private static final Logger LOG = LoggerFactory.getLogger(JmsCManager.class);
  private static final int REPLY_PREFETCH = 1000;
  private static final Duration ANNOUNCEMENT_TTL = Duration.ofSeconds(5);
  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(1);

  private final URI broker;
  private final JmsOptions options;
  private final Codec codec;
  private final KeyRing.SystemKey keys;
  private final FrameGuard guard;
  private final ForgedFrames forged;
  private final RateLimitedLog unlike = new RateLimitedLog();
  private final String address = UUID.randomUUID().toString();
  private final HeartbeatOrder heartbeats = new HeartbeatOrder(address);
  private final Sender sender;
  private final ManagerWays ways;
  private volatile Optional<EmbeddedBroker> embedded = Optional.empty();
  private Delivery delivery;
  private BrokerSupervisor link;
  private BrokerUris uris;
  private Set<EmissionQueue> emissionQueues = Set.of();
  private Optional<EmissionIntake> intake = Optional.empty();
  private boolean closed;
  private boolean connected;
  private boolean advisoriesMissed;

  JmsCManager(URI broker, JmsOptions options) {
    this(broker, options, keys -> FrameGuard.of(keys, options.encrypt()));
  }

  JmsCManager(URI broker, JmsOptions options, Function<KeyRing, FrameGuard> guarding) {
    this.broker = broker;
    this.options = options;
    this.codec = new Codec(options);
    if (!EmbeddedBroker.isEmbedded(broker)) {
      BrokerUris.of(broker, options); // complains now, not in the background
    }
    Path keyFile = KeyFile.find(options.keyFile());
    this.keys = KeyFile.system(keyFile);
    this.forged = new ForgedFrames("manager", keyFile.toString());
    this.guard = guarding.apply(keys);
    FrameWriter writer = new FrameWriter(guard, () -> address, () -> "");
    this.sender = new Sender("dharch-cmanager-send", options, writer, e -> link.suspect(e));
    this.ways = new ManagerWays(address, keys, options, codec, new ByBroker());
  }

  @Override
  public synchronized void start(Receiver receiver) {
    if (delivery != null) {
      throw new IllegalStateException("started twice; once is allowed");
    }
    delivery = new Delivery(receiver, forged);
    URI reached = broker;
    if (EmbeddedBroker.isEmbedded(broker)) {
      EmbeddedBroker own = EmbeddedBroker.start(EmbeddedBroker.bindUri(broker), options);
      embedded = Optional.of(own);
      reached = own.directUri();
    }
    uris = BrokerUris.of(reached, options);
    ways.start(List.of(broker, uris.tried().get(0)), delivery);
    link =
        new BrokerSupervisor(
            "dharch-cmanager-link",
            uris,
            new Connector(options, REPLY_PREFETCH, () -> BrokerLogin.ofManager(keys)),
            new Ends());
    sender.start();
    link.start();
    takeIn();
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public synchronized Optional<URI> nodeUri() {
    return embedded.map(EmbeddedBroker::uri);
  }

  @Override
  public boolean send(NodeId node, DMFormat taskBatch) {
    Outbox.OutgoingItem item = codec.encode(taskBatch, Codec.ttl(taskBatch));
    return ways.send(node, item);
  }

  private boolean byBroker(NodeId node, Outbox.OutgoingItem item) {
    Target target = Target.node(node);
    if (!sender.isUp()) {
      return false;
    }
    // our own broker takes it without waiting as long as it has room; another one may keep us
    boolean direct = embedded.isPresent() && embedded.get().hasRoom();
    return direct ? sender.send(target, item) : sender.offer(target, item);
  }

  /** The nodes to which there are direct links now. */
  public Set<NodeId> linked() {
    return ways.linked();
  }

  @Override
  public boolean forward(EmissionQueue queue, NodeId node, DMFormat emission) {
    Outbox.OutgoingItem item = codec.encode(emission, Codec.ttl(emission));
    return sender.isUp() && sender.offer(Target.emissions(queue, node), item);
  }

  @Override
  public synchronized void takeEmissions(Set<EmissionQueue> queues) {
    if (queues.equals(emissionQueues)) {
      return;
    }
    emissionQueues = Set.copyOf(queues);
    if (link != null && !closed) {
      intake.ifPresent(EmissionIntake::close);
      takeIn();
    }
  }

  private void takeIn() {
    intake =
        emissionQueues.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new EmissionIntake(
                    emissionQueues,
                    options.system(),
                    codec,
                    guard,
                    new Emissions(),
                    wiring ->
                        new BrokerSupervisor(
                            "dharch-cmanager-emission-link",
                            uris,
                            new Connector(
                                options,
                                EmissionIntake.PREFETCH,
                                () -> BrokerLogin.ofManager(keys)),
                            wiring)));
    intake.ifPresent(EmissionIntake::start);
  }

  /** A node's queue. */
  private final class ByBroker implements ManagerWays.Broker {
    @Override
    public boolean send(NodeId node, Outbox.OutgoingItem item) {
      return byBroker(node, item);
    }

    @Override
    public void sendLater(NodeId node, Outbox.OutgoingItem item) {
      sender.offer(Target.node(node), item);
    }
  }

  /** What nodes emit goes where their replies go. */
  private final class Emissions implements EmissionIntake.Ends {
    @Override
    public boolean emission(DMFormat emission, Runnable done) {
      boolean[] taken = {false};
      delivery.call(r -> taken[0] = r.emission(emission, done));
      return taken[0];
    }

    @Override
    public void malformed(String reason) {
      delivery.malformed(reason);
    }

    @Override
    public void forged(String reason) {
      delivery.forged(reason);
    }
  }

  @Override
  public synchronized void close() {
    if (link == null) {
      return; // never started, or not for long
    }
    closed = true;
    intake.ifPresent(EmissionIntake::close);
    delivery.close();
    try {
      if (sender.isUp()) {
        sender.flush(FLUSH_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ways.close();
    link.close();
    sender.close();
    embedded.ifPresent(EmbeddedBroker::close);
  }

  /** What hangs on one connection. */
  private final class Ends implements BrokerSupervisor.Wiring {
    private BatchAcknowledger replyAcks = new BatchAcknowledger();
    private BatchAcknowledger newsAcks = new BatchAcknowledger();

    @Override
    public void up(Connection connection) throws JMSException {
      replyAcks = new BatchAcknowledger();
      newsAcks = new BatchAcknowledger();
      Session replies = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      consumer(replies, Target.replies(address))
          .setMessageListener(
              replyAcks.after(message -> codec.decode(message, guard, new Replies())));
      Session news = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      consumer(news, Target.HEARTBEAT)
          .setMessageListener(
              newsAcks.after(message -> codec.decode(message, guard, new Heartbeats())));
      watchNodes(news);
      sender.clear();
      sender.up(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
      connection.start(); // after it nothing is asked of the broker: see BatchAcknowledger
      connected = true;
      ways.broker(true);
      delivery.call(r -> r.connected(true));
      announce();
    }

    @Override
    public void closing(Connection connection) throws JMSException {
      replyAcks.stop();
      newsAcks.stop();
      connection.stop();
    }

    @Override
    public void look() {
      forged.look();
      ways.look();
    }

    @Override
    public void down() {
      ways.broker(false);
      sender.down();
      int dropped = sender.clear();
      if (dropped > 0) {
        LOG.warn("dropped {} messages that waited for the lost connection", dropped);
      }
      if (connected) {
        connected = false;
        delivery.call(r -> r.connected(false));
      }
    }

    /** A broker without advisories, or one that does not show them to us, is no error. */
    private void watchNodes(Session session) throws JMSException {
      try {
        consumer(session, Target.NODE_ADVISORY).setMessageListener(newsAcks.after(this::consumers));
      } catch (jakarta.jms.JMSSecurityException e) {
        if (!advisoriesMissed) {
          LOG.warn("no advisories ({}); lost nodes are found by their silence", e.getMessage());
        }
        advisoriesMissed = true;
      }
    }

    private void consumers(Message advisory) {
      try {
        if (advisory.propertyExists("consumerCount")
            && advisory.getIntProperty("consumerCount") == 0
            && advisory.getJMSDestination() instanceof Topic topic) {
          Target.nodeOfAdvisory(topic.getTopicName())
              .filter(ways::unseen)
              .ifPresent(node -> delivery.call(r -> r.gone(node)));
        }
      } catch (JMSException e) {
        delivery.malformed("an advisory: " + e.getMessage());
      }
    }

    private void announce() {
      MessageId id = MessageId.random(ThreadLocalRandom.current());
      MessageProperties properties =
          WireProperties.ofKind("manager").with(WireProperties.REPLY_TO, address);
      DMFormat announcement = new DMFormat(id, properties, new byte[0]);
      sender.latest(Target.MANAGER, codec.encode(announcement, ANNOUNCEMENT_TTL));
    }

    /** What comes to this manager's own queue: each from the node that it names. */
    private final class Replies extends Ours {
      @Override
      public boolean takes(FrameHeader header) {
        if (header.way() != FrameHeader.Way.REPLY || !header.addressee().equals(address)) {
          throw new ForgedFrameException("a " + header.shown() + " came as a reply to us");
        }
        return true;
      }

      @Override
      public void read(FrameHeader header, DMFormat reply) {
        checkSender(header, TaskBatchFormat.replying(reply));
        delivery.call(r -> r.reply(reply));
      }
    }

    /** What comes by the topic: each from the node that it names, and in its order. */
    private final class Heartbeats extends Ours {
      @Override
      public boolean takes(FrameHeader header) {
        if (header.way() != FrameHeader.Way.HEARTBEAT) {
          throw new ForgedFrameException("a " + header.shown() + " came as a heartbeat");
        }
        return switch (heartbeats.judge(header)) {
          case FRESH -> true;
          case STALE ->
              throw new ForgedFrameException("a " + header.shown() + " that was sent before");
          case UNPROVEN -> {
            announce(); // whoever lives hears it, and says so
            yield false;
          }
        };
      }

      /** Tells the node, too: it would not know, as it is never given anything. */
      @Override
      public void otherGuard(String reason) {
        unlike.say(n -> announce());
        delivery.forged(reason);
      }

      @Override
      public void read(FrameHeader header, DMFormat heartbeat) {
        NodeStatus status = StatusFormat.status(heartbeat);
        checkSender(header, Optional.of(status.node()));
        if (ways.heard(status, heartbeat)) {
          delivery.call(r -> r.status(status));
        }
      }
    }

    /** What is wrong with anything that comes. */
    private abstract class Ours implements Codec.Reader {
      static void checkSender(FrameHeader header, Optional<NodeId> named) {
        if (named.isPresent() && !named.get().toString().equals(header.sender())) {
          throw new ForgedFrameException("a " + header.shown() + " in the name of " + named.get());
        }
      }

      @Override
      public void malformed(String reason) {
        delivery.malformed(reason);
      }

      @Override
      public void forged(String reason) {
        delivery.forged(reason);
      }
    }

    private MessageConsumer consumer(Session session, Target target) throws JMSException {
      return session.createConsumer(options.system().destination(session, target));
    }
  }
}
