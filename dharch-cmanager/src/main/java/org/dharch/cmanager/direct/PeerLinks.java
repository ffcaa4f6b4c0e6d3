package org.dharch.cmanager.direct;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.dharch.api.MessageId;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.RateLimitedLog;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.NodeWays;
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
  /** The name of a node's end, where a manager would say its address. */
  private static final String PREFIX = "node:";

  private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);
  private static final Duration TTL = Duration.ofSeconds(5);

  /** So often one node is asked; those of before say each time that they do not understand. */
  private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** So often one node is answered. */
  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int KNOWN = 1_000;
  private static final long FLUSH_STEP_MILLIS = 5;

  private final NodeId self;
  private final KeyRing keys;
  private final JmsOptions options;
  private final Codec codec;
  private final boolean wanted;
  private final BiConsumer<Target, Outbox.OutgoingItem> byBroker;
  private final NodeWays<Outbox.OutgoingItem> ways;
  private final Map<NodeId, Long> asked = new LatestUsed<>(KNOWN); // guarded by itself
  private final Map<NodeId, Long> told = new LatestUsed<>(KNOWN); // guarded by itself
  private final RateLimitedLog odd = new RateLimitedLog();

  /** Made when the first node has said where it listens: most nodes pass nothing on. */
  private volatile Optional<ManagerLinks> links = Optional.empty();

  private boolean closed;

  /**
   * @param wanted whether this node asks others where they listen, and says it to those that ask;
   *     else it has no such links
   */
  PeerLinks(
      NodeId self,
      KeyRing keys,
      JmsOptions options,
      Codec codec,
      boolean wanted,
      BiConsumer<Target, Outbox.OutgoingItem> byBroker) {
    this.self = self;
    this.keys = keys;
    this.options = options;
    this.codec = codec;
    this.wanted = wanted;
    this.byBroker = byBroker;
    this.ways = new NodeWays<>(options.outboxMessages(), options.outboxBytes());
    ways.broker(0, true); // what a broken link leaves is sent by it, or waits there
  }

  /** Whether the end of a link of this name is a node's. */
  static boolean isPeer(String name) {
    return name.startsWith(PREFIX);
  }

  /** Whether what is passed on to {@code node} goes past the broker. */
  boolean isLinked(NodeId node) {
    return ways.isLinked(node);
  }

  /** Passes it on by {@code to}'s link; false if it has none, or no room. Never blocks. */
  public boolean send(NodeId to, Outbox.OutgoingItem message) {
    if (ways.send(to, message, message.size()) != NodeWays.Way.LINK) {
      return false;
    }
    links.flatMap(all -> all.to(to)).ifPresent(link -> link.wake(message.size()));
    return true;
  }

  /** How much of what was passed on by links the others have not said to be done with. */
  int held() {
    return ways.held();
  }

  /** Something was passed to {@code to} by the broker: asks where that listens, now and then. */
  public void ask(NodeId to) {
    if (wanted && !isLinked(to) && isTime(asked, to, ASK_NANOS)) {
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
    return codec.encode(PeerFormat.encode(id, new PeerFormat.Said(self, address)), TTL);
  }

  /**
   * Processes an address message among forwarded messages.
   *
   * @param listening this node's address; empty if there is none
   * @return whether it was an address message
   */
  public boolean take(DMFormat message, Optional<String> listening) {
    try {
      Optional<PeerFormat.Said> said = PeerFormat.said(message);
      said.ifPresent(it -> hear(it, listening));
      return said.isPresent();
    } catch (MalformedMessageException e) {
      odd(e.getMessage());
      return true;
    }
  }

  private void hear(PeerFormat.Said said, Optional<String> listening) {
    if (!wanted) {
      return;
    }
    if (said.address().isPresent()) {
      dial(said.node(), said.address().get());
    } else if (listening.isPresent() && isTime(told, said.node(), TELL_NANOS)) {
      byBroker.accept(Target.forwards(said.node()), message(listening));
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
                  PREFIX + self, keys, options, codec, ways, Optional.empty(), new Ends()));
    }
    links.get().heard(peer, address);
  }

  private void odd(String reason) {
    odd.say(
        n -> LOG.warn("Dropped messages of links of other nodes count={} latest={}", n, reason));
  }

  /** Waits until other nodes have said that they are done with all of it, at most so long. */
  void flush(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (ways.held() > 0 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(FLUSH_STEP_MILLIS);
    }
  }

  /** Says what was not said yet; to be called now and then. */
  void look() {
    odd.look();
    links.ifPresent(ManagerLinks::look);
  }

  @Override
  public synchronized void close() {
    closed = true;
    links.ifPresent(ManagerLinks::close);
  }

  /** Receives the links' events; a link to a node delivers only acknowledgements. */
  private final class Ends implements ManagerLinks.Events {
    @Override
    public void reply(DMFormat reply) {
      odd("a reply, of a node that was passed something");
    }

    @Override
    public void status(NodeStatus status) {
      odd("a heartbeat, of " + status.node());
    }

    @Override
    public void malformed(String reason) {
      odd(reason);
    }

    @Override
    public void forged(String reason) {
      odd(reason);
    }

    @Override
    public void broken(NodeId node, NodeWays.Broken<Outbox.OutgoingItem> what) {
      synchronized (asked) {
        asked.remove(node);
      }
      what.again().forEach(parcel -> byBroker.accept(Target.forwards(node), parcel.item()));
    }
  }
}
