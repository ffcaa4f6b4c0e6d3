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
 * displaces another: among those of the same host and the same stage of the handshake, of the
 * largest such group, the oldest. So a client that opens many competes with itself. Each keeps its
 * place for a moment at least; meanwhile no other is accepted.
 *
 * <p>Used by the accepting thread; the end of a link is reported by the link's thread.
 */
final class PendingConnections {
  /** So long each may stay. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Of an IPv6 address what one host cannot choose. */
  private static final int NETWORK_BYTES = 8;

  /** Connections of one host at the same stage of the handshake. */
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
   * None yet.
   *
   * @param serving the threads of those that become links
   */
  PendingConnections(LinkBounds bounds, EventLoopGroup serving, Consumer<String> refused) {
    this.bounds = bounds;
    this.serving = serving;
    this.refused = refused;
  }

  /** One has come. */
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

  /** The one that loses its place to the next. */
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
      public void isFarther(LinkChannel one) {
        handshaking.computeIfPresent(one, (c, was) -> new Pending(was.host, was.since, true));
      }

      @Override
      public boolean opens(LinkChannel one) {
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
