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

  /** A heartbeat goes by the broker, too, though that was to be a little later. */
  private static final long EARLY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Codec codec;
  private final Sender sender;
  private final KnownManagers managers;
  private final Supplier<Optional<NodeLinks>> links;
  private volatile Optional<NodeStatus> said = Optional.empty();
  private volatile long byBrokerAt;

  NodeHeartbeats(
      Codec codec, Sender sender, KnownManagers managers, Supplier<Optional<NodeLinks>> links) {
    this.codec = codec;
    this.sender = sender;
    this.managers = managers;
    this.links = links;
  }

  /** Says {@code value}. */
  void say(NodeStatus value) {
    boolean isNews = said.filter(before -> isLike(before, value)).isEmpty();
    said = Optional.of(value);
    say(value, isNews || !isHeardByLinks());
  }

  /** Says once more what was said last, to everybody; nothing if there was nothing. */
  void sayAgain() {
    said.ifPresent(value -> say(value, true));
  }

  /** Whether it says nothing new but how much it has to do. */
  private static boolean isLike(NodeStatus one, NodeStatus other) {
    return one.state() == other.state()
        && one.handlers().equals(other.handlers())
        && one.versions().equals(other.versions())
        && one.traits().equals(other.traits())
        && one.interval().equals(other.interval());
  }

  /** Whether all managers have a link, and could receive heartbeats by their brokers recently. */
  private boolean isHeardByLinks() {
    long rarest = managers.rarestByBroker().toNanos() - EARLY_NANOS;
    return System.nanoTime() - byBrokerAt < rarest
        && links.get().filter(all -> all.isOfAll(managers.names())).isPresent();
  }

  private void say(NodeStatus value, boolean byBroker) {
    MessageId id = MessageId.random(ThreadLocalRandom.current());
    DMFormat heartbeat = StatusFormat.encode(id, value);
    links.get().ifPresent(all -> all.announce(codec.encode(heartbeat, TTL)));
    if (byBroker && sender.isUp()) {
      byBrokerAt = System.nanoTime();
      sender.latest(Target.HEARTBEAT, codec.encode(withAddress(heartbeat), TTL));
    }
  }

  /** Managers that do not know the property do not read it. */
  private DMFormat withAddress(DMFormat heartbeat) {
    return links
        .get()
        .flatMap(NodeLinks::address)
        .map(
            at ->
                new DMFormat(
                    heartbeat.id(),
                    heartbeat.properties().with(NodeLinks.ADDRESS, at),
                    heartbeat.payload()))
        .orElse(heartbeat);
  }
}
