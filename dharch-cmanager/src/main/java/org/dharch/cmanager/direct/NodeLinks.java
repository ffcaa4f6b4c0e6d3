package org.dharch.cmanager.direct;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.ForgedFrames;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.Target;
import org.dharch.cmanager.link.LinkListener;
import org.dharch.cmanager.link.LinkUser;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.cmanager.options.LinkOption;
import org.dharch.core.spi.BackgroundThreads;
import org.dharch.core.spi.NodeChannel;
import org.dharch.core.text.RateLimitedLog;
import org.dharch.core.wire.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's direct links, one to each manager that connects, and to each node that forwards messages
 * to it. Its heartbeats contain its address. Safe for any thread; close it.
 */
public final class NodeLinks implements AutoCloseable {
  /** The property of a heartbeat with the address for managers. */
  public static final String ADDRESS = "dharch.link";

  private static final Logger LOG = LoggerFactory.getLogger(NodeLinks.class);

  /** Nothing is expected any more after this time without a received item. */
  private static final long DRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final NodeId node;
  private final KeyRing keys;
  private final JmsOptions options;
  private final List<URI> brokers;
  private final PeerLinks peers;
  private final Codec codec;
  private final ForgedFrames forged;
  private final NodeChannel.Listener listener;
  private final BiConsumer<Target, Outbox.OutgoingItem> byBroker;
  private final Map<String, NodeLink> links = new ConcurrentHashMap<>();
  private final RateLimitedLog refused = new RateLimitedLog();
  private final RateLimitedLog malformed = new RateLimitedLog();
  private final ScheduledExecutorService watch = BackgroundThreads.timer("dharch-link-watch", 1);
  private Optional<LinkListener> linkListener = Optional.empty();
  private Optional<String> address = Optional.empty();

  /**
   * @param brokers the addresses of the node's broker
   */
  public NodeLinks(
      NodeId node,
      KeyRing keys,
      JmsOptions options,
      List<URI> brokers,
      ForgedFrames forged,
      NodeChannel.Listener listener,
      BiConsumer<Target, Outbox.OutgoingItem> byBroker) {
    this.byBroker = byBroker;
    this.node = node;
    this.keys = keys;
    this.options = options;
    this.brokers = brokers;
    this.codec = new Codec(options);
    this.forged = forged;
    this.listener = listener;
    // With TLS the connecting end presents a certificate, which nodes need not have.
    boolean wanted = options.link().isOn() && !LinkStores.isTls(brokers);
    this.peers = new PeerLinks(node, keys, options, codec, wanted, byBroker, this::address);
  }

  /**
   * Starts to listen, if configured, or if the broker is on this machine.
   *
   * @throws CManagerException if it cannot listen at the configured address
   */
  public void start() {
    Optional<InetSocketAddress> at = options.link().listening(brokers);
    if (at.isEmpty()) {
      return;
    }
    InetSocketAddress bind = new InetSocketAddress(at.get().getHostString(), at.get().getPort());
    try {
      LinkListener listening =
          LinkListener.listen(
              bind,
              channel ->
                  new LinkHandshake.Nodes(
                      keys, options.security().encrypt(), node, channel, this::user),
              LinkStores.ofNode(options, LinkStores.isTls(brokers)),
              this::refused);
      linkListener = Optional.of(listening);
      InetSocketAddress shown = options.link().shown().orElse(at.get());
      address = Optional.of(LinkOption.text(shown, listening.address().getPort()));
      LOG.info("Listening for direct links node={} at={}", node, address.get());
    } catch (IOException e) {
      throw new CManagerException(
          "transport option link must be another address or off: " + e.getMessage(), e);
    }
  }

  /** The links to the nodes to which it forwards messages. */
  public PeerLinks peers() {
    return peers;
  }

  /** The address for managers; empty if there is none. */
  public Optional<String> address() {
    return address;
  }

  private LinkUser user(String manager, LinkFrames frames) {
    NodeLink fresh = new NodeLink(manager, frames, options, codec, listener, watch, new Ends());
    NodeLink before = links.put(manager, fresh);
    if (before != null) {
      before.close("manager " + manager + " has made another");
    }
    return fresh;
  }

  private void refused(String reason) {
    refused.count(
        n ->
            LOG.warn(
                "Rejected connections on the link port node={} count={} latest={}",
                node,
                n,
                reason));
  }

  /** Returns whether there is a link to any manager. */
  public boolean isAny() {
    return links.keySet().stream().anyMatch(name -> !PeerLinks.isPeer(name));
  }

  /** Returns whether each of these managers, at least one, has a link. */
  public boolean isOfAll(Set<String> managers) {
    return !managers.isEmpty() && links.keySet().containsAll(managers);
  }

  /** Queues a reply; false if there is no link to the manager, or it has no capacity. */
  public boolean reply(String manager, Outbox.OutgoingItem item) {
    NodeLink link = links.get(manager);
    return link != null && link.reply(item);
  }

  /** Sends a heartbeat to each manager with a link, and acknowledgements to other nodes. */
  public void announce(Outbox.OutgoingItem status) {
    links.forEach(
        (name, link) -> {
          if (PeerLinks.isPeer(name)) {
            link.confirm();
          } else {
            link.announce(status);
          }
        });
  }

  /** Waits until pending items are written, at most {@code limit} for each link. */
  public void flush(Duration limit) throws InterruptedException {
    for (NodeLink link : links.values()) {
      link.flush(limit);
    }
    peers.flush(limit);
  }

  /** Waits until nothing arrives by a link for a moment, at most {@code limit}. */
  public void awaitDry(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      long now = System.nanoTime();
      long left = DRY_NANOS;
      for (NodeLink link : links.values()) {
        left = Math.min(left, now - link.lastReceivedAt());
      }
      long wait = Math.min(DRY_NANOS - left, end - now);
      if (wait <= 0) {
        return;
      }
      TimeUnit.NANOSECONDS.sleep(wait);
    }
  }

  /** Logs suppressed events; call it periodically. */
  public void logPending() {
    peers.logPending();
    refused.logPending();
    malformed.logPending();
  }

  @Override
  public void close() {
    peers.close();
    linkListener.ifPresent(LinkListener::close);
    watch.shutdownNow();
  }

  private final class Ends implements NodeLink.Events {
    @Override
    public void malformed(String reason) {
      malformed.count(n -> LOG.warn("Dropped malformed messages count={} latest={}", n, reason));
    }

    @Override
    public void forged(String reason) {
      forged.count(reason);
    }

    @Override
    public void ended(NodeLink link) {
      links.remove(link.manager(), link);
    }

    @Override
    public void resend(Target target, Outbox.OutgoingItem reply) {
      byBroker.accept(target, reply);
    }
  }
}
