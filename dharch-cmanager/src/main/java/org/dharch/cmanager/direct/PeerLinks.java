package org.dharch.cmanager.direct;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.dharch.api.MessageId;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.NodeWays;
import org.dharch.core.text.RateLimitedLog;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's direct links to the nodes to which it forwards messages (level 2 of seed 002's
 * decentralized orchestration, without the broker). The first messages go by the broker, together
 * with a request for the other node's address. The link is then made with the namespace key, as a
 * manager makes its own. When it breaks, its items go by the broker. Safe for any thread; close it.
 */
public final class PeerLinks implements AutoCloseable {
  /** Marks the name of a node's end, in the place of a manager's address. */
  private static final String PREFIX = "node:";

  private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);
  private static final Duration TTL = Duration.ofSeconds(5);

  /** The minimum interval of requests to one node. */
  private static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** The minimum interval of responses to one node. */
  private static final long RESPOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int KNOWN = 1_000;
  private static final long FLUSH_STEP_MILLIS = 5;

  private final NodeId self;
  private final KeyRing keys;
  private final JmsOptions options;
  private final Codec codec;
  private final boolean enabled;
  private final BiConsumer<Target, Outbox.OutgoingItem> byBroker;
  private final Supplier<Optional<String>> listening;
  private final NodeWays<Outbox.OutgoingItem> ways;
  private final Map<NodeId, Long> requested = new LatestUsed<>(KNOWN); // guarded by itself
  private final Map<NodeId, Long> responded = new LatestUsed<>(KNOWN); // guarded by itself
  private final RateLimitedLog invalid = new RateLimitedLog();

  /** Created with the first known address: most nodes forward nothing. */
  private volatile Optional<ManagerLinks> links = Optional.empty();

  private boolean closed;

  /**
   * @param enabled whether this node exchanges addresses with others; otherwise it has no such
   *     links
   * @param listening this node's address; empty if there is none
   */
  PeerLinks(
      NodeId self,
      KeyRing keys,
      JmsOptions options,
      Codec codec,
      boolean enabled,
      BiConsumer<Target, Outbox.OutgoingItem> byBroker,
      Supplier<Optional<String>> listening) {
    this.listening = listening;
    this.self = self;
    this.keys = keys;
    this.options = options;
    this.codec = codec;
    this.enabled = enabled;
    this.byBroker = byBroker;
    this.ways = new NodeWays<>(options.outbox().messages(), options.outbox().bytes());
    ways.broker(0, true); // the route for the items of broken links
  }

  static boolean isPeer(String name) {
    return name.startsWith(PREFIX);
  }

  boolean isLinked(NodeId node) {
    return ways.isLinked(node);
  }

  /** Forwards by the link to {@code to}; false if it has none, or no capacity. Never blocks. */
  public boolean send(NodeId to, Outbox.OutgoingItem message) {
    if (ways.send(to, message, message.size()) != NodeWays.Way.LINK) {
      return false;
    }
    links.flatMap(all -> all.to(to)).ifPresent(link -> link.wake(message.size()));
    return true;
  }

  /** Returns the number of forwarded items that other nodes have not acknowledged. */
  int unacknowledgedCount() {
    return ways.held();
  }

  /** Requests the address of {@code to} at a limited rate, because a message went by the broker. */
  public void ask(NodeId to) {
    if (enabled && !isLinked(to) && isTime(requested, to, REQUEST_NANOS)) {
      byBroker.accept(Target.forwards(to), message(Optional.empty()));
    }
  }

  private static boolean isTime(Map<NodeId, Long> last, NodeId node, long pause) {
    long now = System.nanoTime();
    synchronized (last) {
      Long before = last.get(node);
      if (before != null && now - before < pause) {
        return false;
      }
      last.put(node, now);
      return true;
    }
  }

  private Outbox.OutgoingItem message(Optional<String> address) {
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    return codec.encode(PeerFormat.encode(id, new PeerFormat.Peer(self, address)), TTL);
  }

  /**
   * Processes an address message among forwarded messages.
   *
   * @return whether it was an address message
   */
  public boolean take(DMFormat message) {
    try {
      Optional<PeerFormat.Peer> peer = PeerFormat.decode(message);
      peer.ifPresent(this::process);
      return peer.isPresent();
    } catch (MalformedMessageException e) {
      invalid(e.getMessage());
      return true;
    }
  }

  private void process(PeerFormat.Peer peer) {
    if (!enabled) {
      return;
    }
    if (peer.address().isPresent()) {
      dial(peer.node(), peer.address().get());
      return;
    }
    Optional<String> own = listening.get();
    if (own.isPresent() && isTime(responded, peer.node(), RESPOND_NANOS)) {
      byBroker.accept(Target.forwards(peer.node()), message(own));
    }
  }

  private synchronized void dial(NodeId peer, String address) {
    if (closed) {
      return;
    }
    if (links.isEmpty()) {
      links =
          Optional.of(
              new ManagerLinks(
                  PREFIX + self,
                  keys,
                  options,
                  codec,
                  ways,
                  LinkStores.ofNode(options, false),
                  new Ends()));
    }
    links.get().onHeartbeat(peer, address);
  }

  private void invalid(String reason) {
    invalid.count(
        n -> LOG.warn("Dropped messages of links of other nodes count={} latest={}", n, reason));
  }

  /** Waits until other nodes have acknowledged all items, at most {@code limit}. */
  void flush(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (ways.held() > 0 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(FLUSH_STEP_MILLIS);
    }
  }

  void logPending() {
    invalid.logPending();
    links.ifPresent(ManagerLinks::logPending);
  }

  @Override
  public synchronized void close() {
    closed = true;
    links.ifPresent(ManagerLinks::close);
  }

  private final class Ends implements ManagerLinks.Events {
    @Override
    public void reply(DMFormat reply) {
      invalid("a reply, of a node that was passed something");
    }

    @Override
    public void status(NodeStatus status) {
      invalid("a heartbeat, of " + status.node());
    }

    @Override
    public void malformed(String reason) {
      invalid(reason);
    }

    @Override
    public void forged(String reason) {
      invalid(reason);
    }

    @Override
    public void lost(NodeId node, NodeWays.Broken<Outbox.OutgoingItem> broken) {
      synchronized (requested) {
        requested.remove(node);
      }
      broken.again().forEach(parcel -> byBroker.accept(Target.forwards(node), parcel.item()));
    }
  }
}
