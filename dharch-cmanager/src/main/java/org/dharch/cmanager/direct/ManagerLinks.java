package org.dharch.cmanager.direct;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.link.LinkDialer;
import org.dharch.cmanager.link.LinkSettings;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.cmanager.options.LinkOption;
import org.dharch.core.message.LatestUsed;
import org.dharch.core.spi.BackgroundThreads;
import org.dharch.core.spi.NodeWays;
import org.dharch.core.text.Brief;
import org.dharch.core.text.RateLimitedLog;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A manager's direct links: connects to each node whose heartbeat has an address. Reconnects a lost
 * link, sooner the longer it had lasted; for a while also without heartbeats, for example while the
 * broker is away. Safe for any thread; close it.
 */
public final class ManagerLinks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerLinks.class);

  /** The bound on remembered retries. */
  private static final int MAX_TRIES = 10_000;

  /** The number of parallel name lookups. */
  private static final int DIALS = 2;

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LAST_PAUSE = TimeUnit.SECONDS.toNanos(30);
  private static final long STABLE = TimeUnit.SECONDS.toNanos(10);

  /** Receives the events of all links. */
  public interface Events {
    void reply(DMFormat reply);

    void status(NodeStatus status);

    void malformed(String reason);

    void forged(String reason);

    /** Called when a link is lost: its items go by the broker, or the node is lost. */
    void lost(NodeId node, NodeWays.Broken<Outbox.OutgoingItem> link);
  }

  private static final long SILENCE = TimeUnit.SECONDS.toNanos(10);

  private static final class Try {
    boolean running;
    long pause = FIRST_PAUSE;
    long at = System.nanoTime();
    long openedAt;
    long heartbeatAt = at;
  }

  private final String manager;
  private final KeyRing keys;
  private final JmsOptions options;
  private final Codec codec;
  private final NodeWays<Outbox.OutgoingItem> ways;
  private final Events events;
  private final LinkDialer dialer;

  /** A name lookup may take long; each node has at most one. */
  private final ScheduledExecutorService dials = BackgroundThreads.timer("dharch-link-dial", DIALS);

  private final Map<NodeId, ManagerLink> links = new ConcurrentHashMap<>();
  private final Map<NodeId, Try> tries = new LatestUsed<>(MAX_TRIES);
  private final RateLimitedLog failures = new RateLimitedLog();
  private volatile boolean closed;

  public ManagerLinks(
      String manager,
      KeyRing keys,
      JmsOptions options,
      Codec codec,
      NodeWays<Outbox.OutgoingItem> ways,
      LinkSettings settings,
      Events events) {
    this.manager = manager;
    this.keys = keys;
    this.options = options;
    this.codec = codec;
    this.ways = ways;
    this.events = events;
    this.dialer =
        new LinkDialer(
            Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2)), settings);
  }

  /** Records the address at which a node listens. */
  public void onHeartbeat(NodeId node, String address) {
    if (closed || links.containsKey(node)) {
      return;
    }
    Optional<InetSocketAddress> at = LinkOption.address(address);
    if (at.isEmpty()) {
      events.malformed(
          "the link address of node "
              + node
              + " must be host:port (got '"
              + Brief.of(address)
              + "')");
    } else if (mayTry(node, true)) {
      dials.execute(() -> dial(node, at.get()));
    }
  }

  private void dial(NodeId node, InetSocketAddress at) {
    dialer.dial(
        new InetSocketAddress(at.getHostString(), at.getPort()),
        channel ->
            new LinkHandshake.Managers(
                keys,
                options.security().encrypt(),
                manager,
                node,
                channel,
                frames -> new ManagerLink(node, frames, codec, ways, new Ends(at))),
        why -> failed(node, at, why));
  }

  private boolean mayTry(NodeId node, boolean byHeartbeat) {
    synchronized (tries) {
      Try last = tries.computeIfAbsent(node, n -> new Try());
      last.heartbeatAt = byHeartbeat ? System.nanoTime() : last.heartbeatAt;
      boolean may = !last.running && System.nanoTime() - last.at >= 0;
      last.running |= may;
      return may;
    }
  }

  /** Returns the link to {@code node}; empty without one. */
  public Optional<ManagerLink> to(NodeId node) {
    return Optional.ofNullable(links.get(node));
  }

  private void failed(NodeId node, InetSocketAddress at, String why) {
    retryLater(node, at, false);
    failures.count(
        n ->
            LOG.info(
                "Direct link unavailable, using the broker count={} node={} reason={}",
                n,
                node,
                why));
  }

  /**
   * Schedules another attempt, after a pause or at a later heartbeat.
   *
   * @param wasLinked whether the link was established before
   */
  private void retryLater(NodeId node, InetSocketAddress at, boolean wasLinked) {
    long pause;
    boolean isAlive;
    synchronized (tries) {
      Try last = tries.computeIfAbsent(node, n -> new Try());
      long now = System.nanoTime();
      boolean lasted = last.openedAt != 0 && now - last.openedAt > STABLE;
      last.pause = lasted ? FIRST_PAUSE : Math.min(LAST_PAUSE, 2 * last.pause);
      last.at = now + last.pause;
      last.openedAt = 0;
      last.running = false;
      last.heartbeatAt = wasLinked ? now : last.heartbeatAt;
      pause = last.pause;
      isAlive = now - last.heartbeatAt < SILENCE;
    }
    if (isAlive && !closed) {
      var unused =
          dials.schedule(
              () -> {
                if (!closed && !links.containsKey(node) && mayTry(node, false)) {
                  dial(node, at);
                }
              },
              pause,
              TimeUnit.NANOSECONDS);
    }
  }

  /** Logs suppressed events; call it periodically. */
  public void logPending() {
    failures.logPending();
  }

  @Override
  public void close() {
    closed = true;
    dials.shutdownNow();
    dialer.close();
  }

  private final class Ends implements ManagerLink.Events {
    private final InetSocketAddress at;

    Ends(InetSocketAddress at) {
      this.at = at;
    }

    @Override
    public void opened(ManagerLink link) {
      NodeId node = link.node();
      synchronized (tries) {
        tries.computeIfAbsent(node, n -> new Try()).openedAt = System.nanoTime();
      }
      ways.linked(node);
      links.put(node, link);
      LOG.info("Direct link opened node={} at={}", node, LinkOption.text(at, 0));
    }

    @Override
    public void closed(ManagerLink link, String reason) {
      NodeId node = link.node();
      links.remove(node, link);
      NodeWays.Broken<Outbox.OutgoingItem> broken = ways.broken(node);
      retryLater(node, at, true); // also if a stopping broker reported the node as departed
      if (!closed) {
        LOG.info(
            "Direct link lost node={} reason={} next={}",
            node,
            reason,
            broken.gone() ? "node-departed" : "broker");
        events.lost(node, broken);
      }
    }

    @Override
    public void reply(DMFormat reply) {
      events.reply(reply);
    }

    @Override
    public void status(NodeStatus status) {
      events.status(status);
    }

    @Override
    public void malformed(String reason) {
      events.malformed(reason);
    }

    @Override
    public void forged(String reason) {
      events.forged(reason);
    }
  }
}
