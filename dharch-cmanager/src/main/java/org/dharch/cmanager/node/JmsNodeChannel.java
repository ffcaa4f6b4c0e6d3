package org.dharch.cmanager.node;

import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.activemq.ActiveMQSession;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.BrokerReach;
import org.dharch.cmanager.broker.BrokerSupervisor;
import org.dharch.cmanager.broker.Connector;
import org.dharch.cmanager.broker.Sender;
import org.dharch.cmanager.direct.NodeLinks;
import org.dharch.cmanager.direct.PeerLinks;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrames;
import org.dharch.cmanager.frame.Frame;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameReader;
import org.dharch.cmanager.frame.FrameWriter;
import org.dharch.cmanager.frame.OtherGuardException;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.spi.RequestedInterval;
import org.dharch.core.spi.Ticker;
import org.dharch.core.text.RateLimitedLog;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionQueue;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's end of the JMS transport (seed 000, section 3.1.3). Consumes task batches from the
 * queue of this incarnation and acknowledges each when it is done, so that an unfinished one is
 * delivered again after a lost connection. Created by {@link JmsCManagerProvider}. Safe for any
 * thread.
 *
 * <p>Replies that wait when the connection is lost are sent after it is back.
 */
public final class JmsNodeChannel implements NodeChannel {
  private static final Logger LOG = LoggerFactory.getLogger(JmsNodeChannel.class);
  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(2);

  /** The grace period for a lost broker: as long as managers wait for a heartbeat. */
  private static final Duration REACH_GRACE = Duration.ofSeconds(3);

  private final JmsOptions options;
  private final Codec codec;
  private final KeyRing keys;
  private final ForgedFrames forged;
  private final FrameReader frames;
  private final KnownManagers managers = new KnownManagers();
  private final Sender sender;
  private final NodeHeartbeats heartbeats;
  private final BrokerSupervisor link;
  private final RateLimitedLog dropped = new RateLimitedLog();
  private final CompletableFuture<Void> connected = new CompletableFuture<>();
  private final BrokerReach reach;
  private volatile NodeId node;
  private final List<URI> brokers;
  private Listener listener;
  private volatile Optional<NodeLinks> links = Optional.empty();
  private volatile OptionalLong drainedAt = OptionalLong.empty();
  private volatile Optional<TaskBatchConsumer> consumer = Optional.empty();

  private volatile Optional<TaskBatchConsumer> forwards = Optional.empty();

  /** Whether the broker permits forwarding to other nodes. */
  private volatile boolean mayForward;

  /** The receiver's thread while it runs handlers: their replies are sent together afterwards. */
  private volatile Thread borrowed;

  /** Bytes of emissions that wait to be sent. */
  private final AtomicLong emitting = new AtomicLong();

  private boolean closed;

  public JmsNodeChannel(URI broker, JmsOptions options) {
    this(broker, options, REACH_GRACE);
  }

  /**
   * @param grace the time for which a lost broker is ignored
   */
  public JmsNodeChannel(URI broker, JmsOptions options, Duration grace) {
    this(broker, options, keys -> FrameGuard.of(keys, options.security().encrypt()), grace);
  }

  public JmsNodeChannel(URI broker, JmsOptions options, Function<KeyRing, FrameGuard> guarding) {
    this(broker, options, guarding, REACH_GRACE);
  }

  private JmsNodeChannel(
      URI broker, JmsOptions options, Function<KeyRing, FrameGuard> guarding, Duration grace) {
    options.checkBridges(false);
    this.reach = new BrokerReach(grace, Ticker.SYSTEM);
    this.options = options;
    this.codec = new Codec(options);
    Path keyFile = options.security().findKeyFile();
    this.keys = KeyFile.read(keyFile);
    this.forged = new ForgedFrames("node", keyFile.toString());
    BrokerUris uris = BrokerUris.of(broker, options);
    this.brokers = uris.tried();
    this.link =
        new BrokerSupervisor(
            "dharch-node-link",
            uris,
            new Connector(options, options.prefetch(), () -> BrokerLogin.ofNode(keys, node.name())),
            new Ends());
    FrameGuard guard = guarding.apply(keys);
    this.frames = new FrameReader(codec, guard, forged);
    FrameWriter writer = new FrameWriter(guard, () -> node.toString(), managers::shown, () -> 0);
    this.sender = new Sender("dharch-node-send", options, writer, link::suspect);
    this.heartbeats = new NodeHeartbeats(codec, sender, managers, () -> links);
  }

  @Override
  public synchronized void start(NodeId self, Listener listener) {
    if (node != null || closed) {
      throw new IllegalStateException("must be started only once and before close");
    }
    Target.node(self); // fails now, not in the background
    if (keys.node(self.name()).isEmpty()) {
      throw new CManagerException(
          "key file "
              + options.security().findKeyFile()
              + " must hold the key of node '"
              + self.name()
              + "'; './dharch key node "
              + self.name()
              + "' prints it");
    }
    node = self;
    this.listener = listener;
    NodeLinks direct = new NodeLinks(self, keys, options, brokers, forged, listener, this::resend);
    direct.start();
    links = Optional.of(direct);
    sender.start();
    link.start();
  }

  @Override
  public CompletionStage<Void> connected() {
    return connected.minimalCompletionStage();
  }

  @Override
  public boolean isReachable() {
    return reach.isReachable() || links.filter(NodeLinks::isAny).isPresent();
  }

  @Override
  public Set<String> managers() {
    return managers.names();
  }

  @Override
  public Map<String, String> rejections() {
    return managers.rejections();
  }

  @Override
  public void reply(String manager, DMFormat reply) {
    reply(manager, reply, () -> {});
  }

  @Override
  public void reply(String manager, DMFormat reply, Runnable left) {
    Outbox.OutgoingItem item = codec.encode(reply, Codec.DEFAULT_TTL, left);
    if (links.isPresent() && links.get().reply(manager, item)) {
      return;
    }
    boolean taken = false;
    try {
      Target target = Target.replies(manager);
      taken =
          borrowed == Thread.currentThread()
              ? sender.keep(target, item, options.outbox().replyPatience())
              : sender.send(target, item, options.outbox().replyPatience());
      if (!taken) {
        dropped.count(n -> LOG.warn("Dropped replies count={} reason=no-broker-or-queue-full", n));
      }
    } catch (IllegalArgumentException e) {
      dropped.count(
          n -> LOG.warn("Dropped replies to a manager count={} latest={}", n, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!taken) {
      left.run();
    }
  }

  /**
   * Sends a reply of a broken link by the broker; the manager requests those without capacity
   * again.
   */
  private void resend(Target target, Outbox.OutgoingItem reply) {
    if (!sender.offer(target, reply)) {
      dropped.count(n -> LOG.warn("Dropped replies count={} reason=no-broker-or-queue-full", n));
      reply.left().run();
    }
  }

  /** Requires the keys of other nodes, which are derived from the namespace key. */
  @Override
  public boolean forwards() {
    return keys instanceof KeyRing.NamespaceKey;
  }

  @Override
  public boolean forward(NodeId to, DMFormat message) {
    PeerLinks peers = peers();
    Outbox.OutgoingItem item = codec.encode(message, Codec.ttl(message));
    if (peers.send(to, item)) {
      return true;
    }
    if (!mayForward || !sender.isUp()) {
      return false;
    }
    peers.ask(to);
    return borrowed == Thread.currentThread()
        ? sender.offer(Target.forwards(to), item)
        : sender.send(Target.forwards(to), item);
  }

  /**
   * Emissions may use up to three quarters of the outbox: the rest is for replies and heartbeats.
   */
  @Override
  public boolean emit(EmissionQueue queue, DMFormat emission) {
    if (!sender.isUp()) {
      return false;
    }
    AtomicLong size = new AtomicLong();
    Outbox.OutgoingItem item =
        codec.encode(emission, Codec.ttl(emission), () -> emitting.addAndGet(-size.get()));
    size.set(item.size());
    if (emitting.addAndGet(item.size()) > options.outbox().bytes() / 4
        || !sender.offer(Target.emissions(queue), item)) {
      emitting.addAndGet(-item.size());
      return false;
    }
    return true;
  }

  /** Its links to other nodes, after its start. */
  public PeerLinks peers() {
    return links.orElseThrow().peers();
  }

  /**
   * Lends the receiver's thread. Replies after the last task batch are kept until the thread
   * returns.
   */
  private void lend(Runnable handOver, BorrowedThread.Bringing<Void, InterruptedException> bringing)
      throws InterruptedException {
    Thread self = Thread.currentThread();
    Runnable sendAndHandOver =
        () -> {
          borrowed = null;
          sender.wake(); // the caller sends heartbeats and must not wait for a broker
          handOver.run();
        };
    try {
      BorrowedThread.lend(
          new BorrowedThread.Transport(listener, sendAndHandOver),
          () -> {
            bringing.bring();
            borrowed = self;
            return null;
          });
    } finally {
      if (borrowed == self) {
        borrowed = null;
      }
      sender.sendKept();
    }
  }

  @Override
  public void announce(NodeStatus value) {
    if (value.state() == NodeStatus.State.STOPPED) {
      flush(); // afterwards managers ignore this node
    }
    heartbeats.publish(value);
  }

  /** Returns the number of ignored messages with an invalid signature. */
  public long forgedCount() {
    return forged.count();
  }

  @Override
  public void drain() {
    if (drainedAt.isEmpty()) {
      drainedAt = OptionalLong.of(System.nanoTime());
    }
  }

  @Override
  public void awaitDry(Duration limit) throws InterruptedException {
    long since = drainedAt.orElseGet(System::nanoTime);
    for (Optional<TaskBatchConsumer> each : List.of(consumer, forwards)) {
      if (each.isPresent() && sender.isUp()) {
        each.get().awaitDry(since, limit);
      }
    }
    if (links.isPresent()) {
      links.get().awaitDry(limit);
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    flush();
    links.ifPresent(NodeLinks::close);
    link.close();
    sender.close();
  }

  private void flush() {
    try {
      if (sender.isUp()) {
        sender.flush(FLUSH_LIMIT);
      }
      if (links.isPresent()) {
        links.get().flush(FLUSH_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The parts that depend on one connection; used by the supervisor's thread only. */
  private final class Ends implements BrokerSupervisor.Wiring {
    @Override
    public void up(Connection connection) throws JMSException {
      managers.begin();
      Session session = connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
      TaskBatchConsumer fresh =
          new TaskBatchConsumer(
              session.createConsumer(Target.node(node).destination(session, options.namespace())),
              node,
              FrameHeader.Way.TASK_BATCH,
              frames,
              listener,
              message -> false,
              JmsNodeChannel.this::lend);
      consumer = Optional.of(fresh);
      if (JmsNodeChannel.this.forwards()) {
        forwards = forwardConsumer(connection);
      }
      Session news = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      news.createConsumer(Target.MANAGER.destination(news, options.namespace()))
          .setMessageListener(this::called);
      sender.up(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
      connection.start();
      fresh.start();
      forwards.ifPresent(TaskBatchConsumer::start);
      heartbeats.republish();
      reach.up();
      connected.complete(null);
    }

    /** Consumes forwarded messages, if the broker permits that. */
    private Optional<TaskBatchConsumer> forwardConsumer(Connection connection) {
      try {
        Session session = connection.createSession(false, ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE);
        Destination queue = Target.forwards(node).destination(session, options.namespace());
        TaskBatchConsumer taking =
            new TaskBatchConsumer(
                session.createConsumer(queue),
                node,
                FrameHeader.Way.FORWARD,
                frames,
                listener,
                message -> peers().take(message),
                (handOver, bringing) -> bringing.bring());
        session.createProducer(queue).close(); // rejected without the right to forward
        mayForward = true;
        return Optional.of(taking);
      } catch (JMSException e) {
        LOG.info("Cannot forward by this broker node={} reason={}", node, e.getMessage());
        return Optional.empty();
      }
    }

    private void called(Message message) {
      try {
        FrameHeader call = Frame.readCall(message);
        if (call.encrypted() != frames.guard().encrypts()) {
          reject(
              call.sender(),
              call.encrypted()
                  ? "a manager encrypts and this node does not"
                  : "this node encrypts and a manager does not",
              OtherGuardException.encryption(call).getMessage());
          return;
        }
        if (call.lists(node.toString())) {
          reject(
              call.sender(),
              "a manager has another key",
              "a "
                  + call.shown()
                  + " rejects this node's heartbeats; both ends must use the same key");
          return;
        }
        if (managers.register(call.sender(), RequestedInterval.of(call.number()))) {
          heartbeats.republish();
        }
        listener.announceEvery(managers.interval());
      } catch (JMSException | MalformedMessageException e) {
        reject("", "a manager's call cannot be read", String.valueOf(e.getMessage()));
      }
    }

    private void reject(String manager, String cause, String reason) {
      forged.count(reason);
      managers.reject(manager, cause + ": " + reason);
    }

    @Override
    public void poll() {
      forged.logPending();
      dropped.logPending();
      links.ifPresent(NodeLinks::logPending);
      consumer.ifPresent(TaskBatchConsumer::logPending);
      forwards.ifPresent(TaskBatchConsumer::logPending);
      listener.announceEvery(managers.interval()); // also of a lost manager
    }

    @Override
    public void down() {
      reach.down();
      sender.down();
      mayForward = false;
      for (Optional<TaskBatchConsumer> each : List.of(consumer, forwards)) {
        each.ifPresent(TaskBatchConsumer::close);
      }
      consumer = Optional.empty();
      forwards = Optional.empty();
    }
  }
}
