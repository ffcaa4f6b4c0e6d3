package org.dharch.cmanager.link;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Bounds the connections of a listener that are in their handshake. A connection beyond the bound
 * displaces another: the oldest of the largest group, where a group has the same host and the same
 * stage of the handshake. So a client that opens many competes with itself. Each is kept for a
 * minimum time; meanwhile no other is accepted.
 *
 * <p>Used by the accepting thread; the end of a link is reported by the link's thread.
 */
final class PendingConnections {
  /** The minimum time of each connection. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The part of an IPv6 address that a host cannot choose. */
  private static final int NETWORK_BYTES = 8;

  private record Group(List<Byte> host, boolean isFarther) {}

  private record Pending(List<Byte> host, long since, boolean isFarther) {
    Group group() {
      return new Group(host, isFarther);
    }
  }

  private final LinkBounds bounds;
  private final EventLoopGroup serving;
  private final Consumer<String> refused;
  private final Map<LinkChannel, Pending> handshaking = new LinkedHashMap<>();
  private final AtomicInteger links = new AtomicInteger();
  private boolean isShut;

  /**
   * @param serving the threads of those that become links
   */
  PendingConnections(LinkBounds bounds, EventLoopGroup serving, Consumer<String> refused) {
    this.bounds = bounds;
    this.serving = serving;
    this.refused = refused;
  }

  void begin(OpenChannel channel, LinkChannel one) {
    InetAddress from =
        channel.remoteAddress() == null ? null : channel.remoteAddress().getAddress();
    handshaking.put(one, new Pending(host(from), System.nanoTime(), false));
    if (handshaking.size() > bounds.handshaking()) {
      LinkChannel longest = next();
      handshaking.remove(longest);
      longest.drop("displaced by other connections during its handshake");
    }
    if (handshaking.size() == bounds.handshaking()) {
      long wait = LEAST_NANOS - (System.nanoTime() - handshaking.get(next()).since);
      if (wait > 0) {
        shut(channel.parent(), wait);
      }
    }
  }

  private static List<Byte> host(InetAddress from) {
    byte[] all = from == null ? new byte[0] : from.getAddress();
    byte[] host = all.length > NETWORK_BYTES ? Arrays.copyOf(all, NETWORK_BYTES) : all;
    Byte[] boxed = new Byte[host.length];
    Arrays.setAll(boxed, i -> host[i]);
    return List.of(boxed);
  }

  /** The connection that the next one displaces. */
  private LinkChannel next() {
    Map<Group, Integer> sizes = new HashMap<>();
    handshaking.values().forEach(each -> sizes.merge(each.group(), 1, Integer::sum));
    LinkChannel next = null;
    int most = 0;
    for (Map.Entry<LinkChannel, Pending> each : handshaking.entrySet()) {
      int size = sizes.get(each.getValue().group());
      if (size > most) {
        most = size;
        next = each.getKey();
      }
    }
    return next;
  }

  private void shut(Channel listening, long nanos) {
    isShut = true;
    listening.config().setAutoRead(false);
    var unused = listening.eventLoop().schedule(() -> open(listening), nanos, TimeUnit.NANOSECONDS);
  }

  private void open(Channel listening) {
    isShut = false;
    listening.config().setAutoRead(true);
  }

  private void end(OpenChannel channel, LinkChannel one) {
    if (handshaking.remove(one) != null && isShut) {
      open(channel.parent());
    }
  }

  /** The watch that reports {@code channel}'s events here. */
  ChannelWatch watch(OpenChannel channel) {
    return new ChannelWatch() {
      @Override
      public void handshakeAdvanced(LinkChannel one) {
        handshaking.computeIfPresent(one, (c, was) -> new Pending(was.host, was.since, true));
      }

      @Override
      public boolean mayOpen(LinkChannel one) {
        end(channel, one);
        boolean mayBe = links.incrementAndGet() <= bounds.links();
        if (!mayBe) {
          links.decrementAndGet();
        }
        return mayBe;
      }

      @Override
      public Optional<EventLoopGroup> threads() {
        return Optional.of(serving);
      }

      @Override
      public void closed(LinkChannel one, boolean wasLink, String reason) {
        if (wasLink) {
          links.decrementAndGet();
        } else {
          end(channel, one);
          refused.accept(reason);
        }
      }
    };
  }
}
