package org.dharch.cmanager.link;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Listens for links. Of connections whose talk is not over there are few at a time; of more the one
 * that has taken longest is closed. Each link has a thread, which few others share. Safe for any
 * thread; close it.
 */
public final class LinkListener implements AutoCloseable {
  private static final int THREADS = 16;

  private final EventLoopGroup accepting;
  private final EventLoopGroup serving;
  private final Channel channel;

  private LinkListener(EventLoopGroup accepting, EventLoopGroup serving, Channel channel) {
    this.accepting = accepting;
    this.serving = serving;
    this.channel = channel;
  }

  /**
   * Begins to listen.
   *
   * @param at where; port 0 takes any free one
   * @param refused hears of each connection that did not become a link, and why
   * @throws IOException if that is not possible
   */
  public static LinkListener listen(
      InetSocketAddress at,
      Talk.Talks talks,
      LinkBounds bounds,
      Optional<LinkTls> tls,
      Consumer<String> refused)
      throws IOException {
    EventLoopGroup accepting = LinkThreads.group("dharch-link-accept", 1);
    EventLoopGroup serving = LinkThreads.group("dharch-node-link", THREADS);
    Strangers strangers = new Strangers(bounds, refused);
    var bound =
        new ServerBootstrap()
            .group(accepting, serving)
            .channelFactory(OpenChannel.Listening::new)
            .childHandler(
                new ChannelInitializer<OpenChannel>() {
                  @Override
                  protected void initChannel(OpenChannel each) {
                    LinkThreads.wire(
                        each,
                        tls,
                        new LinkChannel(
                            talks, bounds, tls, each.openSocket(), false, strangers.watch(each)));
                  }
                })
            .bind(at)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      LinkThreads.end(accepting);
      LinkThreads.end(serving);
      throw new IOException(
          "cannot listen at " + at + ": " + bound.cause().getMessage(), bound.cause());
    }
    return new LinkListener(accepting, serving, bound.channel());
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  /** Closes all of its links. */
  @Override
  public void close() {
    channel.close().awaitUninterruptibly();
    LinkThreads.end(serving);
    LinkThreads.end(accepting);
  }

  /** The connections that are no links yet, and how many are. */
  private static final class Strangers {
    private final LinkBounds bounds;
    private final Consumer<String> refused;
    private final Set<Channel> talking = new LinkedHashSet<>();
    private final AtomicInteger links = new AtomicInteger();

    Strangers(LinkBounds bounds, Consumer<String> refused) {
      this.bounds = bounds;
      this.refused = refused;
    }

    LinkChannel.Watch watch(Channel channel) {
      begin(channel);
      return new LinkChannel.Watch() {
        @Override
        public boolean opens() {
          end(channel);
          boolean mayBe = links.incrementAndGet() <= bounds.links();
          if (!mayBe) {
            links.decrementAndGet();
          }
          return mayBe;
        }

        @Override
        public void closed(boolean wasLink, String reason) {
          end(channel);
          if (wasLink) {
            links.decrementAndGet();
          } else {
            refused.accept(reason);
          }
        }
      };
    }

    private synchronized void begin(Channel channel) {
      talking.add(channel);
      if (talking.size() > bounds.talking()) {
        Channel longest = talking.iterator().next();
        talking.remove(longest);
        var unused = longest.close();
      }
    }

    private synchronized void end(Channel channel) {
      talking.remove(channel);
    }
  }
}
