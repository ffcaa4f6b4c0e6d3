package org.dharch.cmanager.link;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Listens for links. One thread accepts connections and performs their handshakes, so that it
 * accepts no more than it can serve; the rest waits at the operating system. The number of pending
 * handshakes is bounded ({@link PendingConnections}). An established link has another thread,
 * shared with few other links and no unauthenticated client. Safe for any thread; close it.
 */
public final class LinkListener implements AutoCloseable {
  private static final int THREADS = 16;

  /** The number of connections that wait at the operating system. */
  private static final int BACKLOG = 128;

  private final EventLoopGroup accepting;
  private final EventLoopGroup serving;
  private final Channel channel;

  private LinkListener(EventLoopGroup accepting, EventLoopGroup serving, Channel channel) {
    this.accepting = accepting;
    this.serving = serving;
    this.channel = channel;
  }

  /**
   * Starts to listen.
   *
   * @param at the address; port 0 takes any free one
   * @param refused receives the reason for each connection that did not become a link
   * @throws IOException if that is not possible
   */
  public static LinkListener listen(
      InetSocketAddress at,
      Handshake.Handshakes handshakes,
      LinkSettings settings,
      Consumer<String> refused)
      throws IOException {
    if (at.isUnresolved()) {
      throw new IOException(
          "cannot listen at " + at.getHostString() + ":" + at.getPort() + ": unknown host");
    }
    EventLoopGroup accepting = LinkThreads.group("dharch-link-accept", 1);
    EventLoopGroup serving = LinkThreads.group("dharch-node-link", THREADS);
    boolean speaksFirst = settings.tls().filter(tls -> !tls.shows()).isPresent();
    PendingConnections pendingConnections =
        new PendingConnections(settings.bounds(), serving, refused);
    ServerBootstrap listening =
        new ServerBootstrap()
            .group(accepting)
            .channelFactory(() -> new OpenChannel.Listening(speaksFirst, refused))
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.RECVBUF_ALLOCATOR, oneReadPerLoop())
            .childOption(ChannelOption.SO_LINGER, 0) // closing waits for no client
            .childHandler(
                new ChannelInitializer<OpenChannel>() {
                  @Override
                  protected void initChannel(OpenChannel each) {
                    LinkChannel one =
                        new LinkChannel(
                            handshakes,
                            settings,
                            each.openSocket(),
                            false,
                            pendingConnections.watch(each));
                    LinkThreads.wire(each, settings.tls(), one);
                    pendingConnections.begin(each, one);
                  }
                });
    CompletableFuture<Channel> bound = new CompletableFuture<>();
    // Netty leaves thread-local objects with the thread that binds; a container's thread would keep
    // them.
    accepting.execute(() -> bind(listening, at, bound));
    try {
      return new LinkListener(accepting, serving, bound.join());
    } catch (CompletionException e) {
      LinkThreads.end(accepting);
      LinkThreads.end(serving);
      throw new IOException("cannot listen at " + at + ": " + e.getCause().getMessage(), e);
    }
  }

  private static void bind(
      ServerBootstrap listening, InetSocketAddress at, CompletableFuture<Channel> bound) {
    ChannelFuture binding = listening.bind(at);
    var unused =
        binding.addListener(
            done -> {
              if (done.isSuccess()) {
                bound.complete(binding.channel());
              } else {
                bound.completeExceptionally(done.cause());
              }
            });
  }

  /** Accepts one connection, then continues with the handshakes of the others. */
  private static RecvByteBufAllocator oneReadPerLoop() {
    return new FixedRecvByteBufAllocator(1).maxMessagesPerRead(1);
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  @Override
  public void close() {
    channel.close().awaitUninterruptibly();
    LinkThreads.end(accepting); // first, because it hands links to the other threads
    LinkThreads.end(serving);
  }
}
