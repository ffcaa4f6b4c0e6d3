package org.dharch.cmanager.manager;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.cmanager.broker.BatchAcknowledger;
import org.dharch.cmanager.broker.BridgeSide;
import org.dharch.cmanager.broker.BrokerSupervisor;
import org.dharch.cmanager.broker.Connector;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.cmanager.broker.Sender;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameWriter;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.spi.BrokerState;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.FrameKind;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.StatusFormat;
import org.dharch.core.wire.TaskBatchFormat;
import org.dharch.core.wire.WireProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A manager's link to one of its brokers: task batches to the nodes of that broker, replies and
 * heartbeats from them, and emissions. {@link ManagerEnd} has the state that all brokers share.
 * Safe for any thread.
 */
final class BrokerLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerLink.class);
  private static final int REPLY_PREFETCH = 1000;
  private static final Duration ANNOUNCEMENT_TTL = Duration.ofSeconds(5);
  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(1);

  /** The time to live of a query or its answer. */
  static final Duration QUESTION_TTL = Duration.ofSeconds(5);

  /**
   * The longest time between the loss of its nodes' connections and of its own when a broker stops.
   */
  private static final Duration STOPPING = Duration.ofSeconds(2);

  private final int number;
  private final URI broker;
  private final ManagerEnd end;
  private final JmsOptions options;
  private final Codec codec;
  private final FrameGuard guard;
  private final HeartbeatRequests asking = new HeartbeatRequests(System::nanoTime);
  private final DepartureGrace departureGrace;
  private final Sender sender;
  private final String suffix;
  private volatile Optional<EmbeddedBroker> embedded = Optional.empty();
  private BrokerSupervisor link;
  private BrokerUris uris;
  private Optional<EmissionIntake> intake = Optional.empty();
  private volatile boolean connected;
  private boolean advisoriesMissed;
  private boolean questionsMissed;

  /**
   * @param number the index of the broker, from 0
   * @param isOnly whether there is no other
   */
  BrokerLink(int number, boolean isOnly, URI broker, ManagerEnd end) {
    this.number = number;
    this.broker = broker;
    this.end = end;
    this.options = end.options();
    this.codec = end.codec();
    this.guard = end.guard();
    if (!EmbeddedBroker.isEmbedded(broker)) {
      BrokerUris.of(broker, options); // fails now, not in the background
    }
    this.departureGrace = new DepartureGrace(isOnly ? Duration.ZERO : STOPPING, System::nanoTime);
    this.suffix = number == 0 ? "" : "-" + (number + 1);
    FrameWriter writer = new FrameWriter(guard, end::address, asking::takeRejected, asking::number);
    this.sender =
        new Sender("dharch-cmanager-send" + suffix, options, writer, e -> link.suspect(e));
  }

  /**
   * Starts the broker, if this manager runs it itself.
   *
   * @return its configured address and its local one
   */
  List<URI> startBroker() {
    URI reached = broker;
    if (EmbeddedBroker.isEmbedded(broker)) {
      EmbeddedBroker own = EmbeddedBroker.start(EmbeddedBroker.bindUri(broker), options);
      embedded = Optional.of(own);
      reached = own.directUri();
    }
    uris = BrokerUris.of(reached, options);
    return List.of(broker, uris.tried().get(0));
  }

  /** Connects in the background and keeps the connection. */
  void start(Set<EmissionQueue> emissionQueues) {
    link = supervisor("dharch-cmanager-link", REPLY_PREFETCH, new Wiring());
    sender.start();
    link.start();
    consume(emissionQueues);
  }

  private BrokerSupervisor supervisor(String name, int prefetch, BrokerSupervisor.Wiring wiring) {
    return new BrokerSupervisor(
        name + suffix, uris, new Connector(options, prefetch, end::login), wiring);
  }

  URI nodeUri() {
    return embedded.map(EmbeddedBroker::uri).orElse(broker);
  }

  BrokerState state() {
    return new BrokerState(
        BrokerUris.shown(nodeUri()),
        connected,
        end.nodesOf(number),
        embedded.map(EmbeddedBroker::bridgeStates).orElse(List.of()));
  }

  boolean isOwn() {
    return embedded.isPresent();
  }

  boolean send(NodeId node, Outbox.OutgoingItem item) {
    Target target = Target.node(node);
    if (!sender.isUp()) {
      return false;
    }
    // Our own broker accepts messages without waiting while it has capacity; another one may block.
    boolean direct = embedded.isPresent() && embedded.get().hasCapacity();
    return direct ? sender.send(target, item) : sender.offer(target, item);
  }

  void sendLater(NodeId node, Outbox.OutgoingItem item) {
    sender.offer(Target.node(node), item);
  }

  /** Queues an emission; false if there is no capacity or no connection now. */
  boolean forward(EmissionQueue queue, NodeId node, Outbox.OutgoingItem item) {
    return sender.isUp() && sender.offer(Target.emissions(queue, node), item);
  }

  /** Queues a query or an answer; false if there is no capacity or no connection now. */
  boolean offer(Target target, Outbox.OutgoingItem item) {
    return sender.isUp() && sender.offer(target, item);
  }

  /** Consumes exactly these queues from now on. */
  void consumeEmissions(Set<EmissionQueue> queues) {
    intake.ifPresent(EmissionIntake::close);
    consume(queues);
  }

  private void consume(Set<EmissionQueue> queues) {
    intake =
        queues.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new EmissionIntake(
                    queues,
                    options.namespace(),
                    codec,
                    guard,
                    end,
                    wiring ->
                        supervisor(
                            "dharch-cmanager-emission-link", EmissionIntake.PREFETCH, wiring)));
    intake.ifPresent(EmissionIntake::start);
  }

  /** Stops consuming emissions. */
  void stopEmissions() {
    intake.ifPresent(EmissionIntake::close);
  }

  /** Waits until everything is sent, at most a second. */
  void flush() throws InterruptedException {
    if (sender.isUp()) {
      sender.flush(FLUSH_LIMIT);
    }
  }

  @Override
  public void close() {
    if (link != null) {
      link.close();
    }
    sender.close();
    embedded.ifPresent(EmbeddedBroker::close);
  }

  /** The parts that depend on one connection. */
  private final class Wiring implements BrokerSupervisor.Wiring {
    private BatchAcknowledger replyAcks = new BatchAcknowledger();
    private BatchAcknowledger newsAcks = new BatchAcknowledger();

    @Override
    public void up(Connection connection) throws JMSException {
      replyAcks = new BatchAcknowledger();
      newsAcks = new BatchAcknowledger();
      Session replies = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      consumer(replies, Target.replies(end.address()))
          .setMessageListener(
              replyAcks.acknowledging(message -> codec.decode(message, guard, new Replies())));
      Session news = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
      consumer(news, Target.HEARTBEAT)
          .setMessageListener(
              newsAcks.acknowledging(
                  message ->
                      codec.decode(
                          message, guard, new Heartbeats(BridgeSide.hasCrossed(message)))));
      watchNodes(news);
      listenToQuestions(news);
      sender.clear();
      sender.up(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
      connected = true;
      connection.start(); // no requests afterwards: see BatchAcknowledger
      end.connected(number, true);
      announce();
    }

    @Override
    public void closing(Connection connection) throws JMSException {
      replyAcks.stop();
      newsAcks.stop();
      connection.stop();
    }

    @Override
    public void poll() {
      end.logPending();
      sendDeparture();
      if (asking.update(end.nodesOf(number), end.rarestHeartbeatMillis())) {
        call();
      }
    }

    @Override
    public void down() {
      connected = false;
      departureGrace.onBrokerLost();
      sender.down();
      int dropped = sender.clear();
      if (dropped > 0) {
        LOG.warn("Dropped messages of the lost connection count={}", dropped);
      }
      end.connected(number, false);
    }

    /** A broker without advisories, or one that denies them, is no error. */
    private void watchNodes(Session session) throws JMSException {
      try {
        consumer(session, Target.NODE_ADVISORY)
            .setMessageListener(newsAcks.acknowledging(this::consumers));
      } catch (jakarta.jms.JMSSecurityException e) {
        if (!advisoriesMissed) {
          LOG.warn(
              "Cannot receive advisories, detecting lost nodes by missing heartbeats reason={}",
              e.getMessage());
        }
        advisoriesMissed = true;
      }
    }

    /** The rules of an older broker may deny it. */
    private void listenToQuestions(Session session) throws JMSException {
      try {
        consumer(session, Target.ASK)
            .setMessageListener(
                newsAcks.acknowledging(message -> codec.decode(message, guard, new Questions())));
      } catch (jakarta.jms.JMSSecurityException e) {
        if (!questionsMissed) {
          LOG.warn(
              "Cannot receive queries, status only at the admin port reason={}", e.getMessage());
        }
        questionsMissed = true;
      }
    }

    private void consumers(Message advisory) {
      try {
        if (advisory.propertyExists("consumerCount")
            && advisory.getIntProperty("consumerCount") == 0
            && advisory.getJMSDestination() instanceof Topic topic) {
          Target.nodeOfAdvisory(topic.getTopicName()).ifPresent(this::leaves);
        }
      } catch (JMSException e) {
        end.malformed("invalid advisory: " + e.getMessage());
      }
    }

    private void leaves(NodeId node) {
      end.nodeLeft(node, number);
      departureGrace.onDeparture(node);
      sendDeparture();
    }

    private void sendDeparture() {
      departureGrace.takeDeparted().forEach(node -> end.nodeUnseen(node, number));
    }

    private void announce() {
      asking.requireResponse();
      call();
    }

    private void call() {
      MessageId id = MessageId.random(ThreadLocalRandom.current());
      MessageProperties properties =
          WireProperties.ofKind(FrameKind.MANAGER).with(WireProperties.REPLY_TO, end.address());
      DMFormat announcement = DMFormat.of(id, properties, new byte[0]);
      sender.latest(Target.MANAGER, codec.encode(announcement, ANNOUNCEMENT_TTL));
    }

    /** Receives from this manager's own queue; each frame must be from the node that it names. */
    private final class Replies extends Ours {
      @Override
      public boolean takes(FrameHeader header) {
        boolean isOne =
            header.way() == FrameHeader.Way.REPLY || header.way() == FrameHeader.Way.ANSWER;
        if (!isOne || !header.addressee().equals(end.address())) {
          throw new ForgedFrameException("received a " + header.shown() + " as a reply");
        }
        return true;
      }

      @Override
      public void read(FrameHeader header, DMFormat reply) {
        if (header.way() == FrameHeader.Way.ANSWER) {
          end.onAnswer(header.sender(), reply);
          return;
        }
        checkSender(header, TaskBatchFormat.replying(reply));
        end.reply(reply);
      }
    }

    /**
     * Receives heartbeats from the topic; each must be from the node that it names, and in order.
     */
    private final class Heartbeats extends Ours {
      private final boolean isBridged;

      Heartbeats(boolean isBridged) {
        this.isBridged = isBridged;
      }

      @Override
      public boolean takes(FrameHeader header) {
        if (header.way() != FrameHeader.Way.HEARTBEAT) {
          throw new ForgedFrameException("received a " + header.shown() + " as a heartbeat");
        }
        return switch (end.judge(header, number, isBridged)) {
          case FRESH -> connected; // otherwise it is from a lost broker
          case OVERTAKEN -> false;
          case STALE ->
              throw new ForgedFrameException("a " + header.shown() + " must not be repeated");
          case UNPROVEN -> {
            announce();
            yield false;
          }
        };
      }

      /** Notifies the node, too, because it receives no work. */
      @Override
      public void otherGuard(String sender, String reason) {
        if (asking.onRejected(sender)) {
          call();
        }
        end.forged(reason);
      }

      @Override
      public void read(FrameHeader header, DMFormat heartbeat) {
        asking.onHeartbeat(header.addressee());
        NodeStatus status = StatusFormat.status(heartbeat);
        checkSender(header, Optional.of(status.node()));
        departureGrace.onHeartbeat(status.node());
        end.onHeartbeat(status, heartbeat, number);
      }
    }

    /** Receives queries from clients with the namespace key. */
    private final class Questions extends Ours {
      @Override
      public boolean takes(FrameHeader header) {
        if (header.way() != FrameHeader.Way.ASK) {
          throw new ForgedFrameException("received a " + header.shown() + " as a query");
        }
        return true;
      }

      @Override
      public void read(FrameHeader header, DMFormat question) {
        end.onQuery(header.sender(), question);
      }
    }

    /** Handles invalid frames of any kind. */
    private abstract class Ours implements Codec.Reader {
      static void checkSender(FrameHeader header, Optional<NodeId> named) {
        if (named.isPresent() && !named.get().toString().equals(header.sender())) {
          throw new ForgedFrameException(
              "a " + header.shown() + " must not be in the name of " + named.get());
        }
      }

      @Override
      public void malformed(String reason) {
        end.malformed(reason);
      }

      @Override
      public void forged(String reason) {
        end.forged(reason);
      }
    }

    private MessageConsumer consumer(Session session, Target target) throws JMSException {
      return session.createConsumer(target.destination(session, options.namespace()));
    }
  }
}
