package org.dharch.cmanager.node;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.dharch.api.MessageId;
import org.dharch.cmanager.broker.Sender;
import org.dharch.cmanager.direct.NodeLinks;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.Target;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.StatusFormat;

/**
 * Sends a node's heartbeats by its links and by its broker. When all managers have links and
 * nothing has changed, the broker gets one only at the interval that the strictest manager
 * tolerates. Safe for any thread.
 */
final class NodeHeartbeats {
  private static final Duration TTL = Duration.ofSeconds(5);

  /** The tolerance by which a heartbeat may go by the broker early. */
  private static final long EARLY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Codec codec;
  private final Sender sender;
  private final KnownManagers managers;
  private final Supplier<Optional<NodeLinks>> links;
  private volatile Optional<NodeStatus> published = Optional.empty();
  private volatile long byBrokerAt;

  NodeHeartbeats(
      Codec codec, Sender sender, KnownManagers managers, Supplier<Optional<NodeLinks>> links) {
    this.codec = codec;
    this.sender = sender;
    this.managers = managers;
    this.links = links;
  }

  void publish(NodeStatus status) {
    boolean isNews = published.filter(before -> differsOnlyInLoad(before, status)).isEmpty();
    published = Optional.of(status);
    publish(status, isNews || !isReceivedByLinks());
  }

  /** Publishes the latest status again, by all routes; does nothing if there was none. */
  void republish() {
    published.ifPresent(status -> publish(status, true));
  }

  /** Whether both differ at most in the load. */
  private static boolean differsOnlyInLoad(NodeStatus first, NodeStatus second) {
    return first.state() == second.state()
        && first.handlers().equals(second.handlers())
        && first.versions().equals(second.versions())
        && first.traits().equals(second.traits())
        && first.interval().equals(second.interval());
  }

  /** Whether all managers have a link, and could receive heartbeats by their brokers recently. */
  private boolean isReceivedByLinks() {
    long rarest = managers.rarestByBroker().toNanos() - EARLY_NANOS;
    return System.nanoTime() - byBrokerAt < rarest
        && links.get().filter(all -> all.isOfAll(managers.names())).isPresent();
  }

  private void publish(NodeStatus status, boolean byBroker) {
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    DMFormat heartbeat = StatusFormat.encode(id, status);
    links.get().ifPresent(all -> all.announce(codec.encode(heartbeat, TTL)));
    if (byBroker && sender.isUp()) {
      byBrokerAt = System.nanoTime();
      sender.latest(Target.HEARTBEAT, codec.encode(withAddress(heartbeat), TTL));
    }
  }

  /** Managers that do not understand the property ignore it. */
  private DMFormat withAddress(DMFormat heartbeat) {
    return links
        .get()
        .flatMap(NodeLinks::address)
        .map(
            at ->
                DMFormat.of(
                    heartbeat.id(),
                    heartbeat.properties().with(NodeLinks.ADDRESS, at),
                    heartbeat.payload()))
        .orElse(heartbeat);
  }
}
