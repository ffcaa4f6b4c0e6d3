package org.dharch.cmanager.link;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.internal.PlatformDependent;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads and options that both ends of links share. */
final class LinkThreads {
  private static final Logger LOG = LoggerFactory.getLogger(LinkThreads.class);
  private static final WriteBufferWaterMark WATER = new WriteBufferWaterMark(256 << 10, 1 << 20);
  private static final int CLOSE_SECONDS = 2;
  private static final String FLIGHT_RECORDER = "io.netty.jfr.enabled";

  static {
    withoutFlightRecorder();
  }

  private LinkThreads() {}

  /**
   * Keeps Netty from registering with the JVM's flight recorder, which would keep it, and so the
   * class loader of an undeployed application. Netty reads this property once.
   */
  private static void withoutFlightRecorder() {
    if (System.getProperties().putIfAbsent(FLIGHT_RECORDER, "false") == null) {
      try {
        LOG.debug("Netty registers with the flight recorder: {}", PlatformDependent.isJfrEnabled());
      } finally {
        System.clearProperty(FLIGHT_RECORDER); // not for other copies of Netty
      }
    }
  }

  /** Creates daemon threads of this name, each started with its first task. */
  static EventLoopGroup group(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  static void wire(Channel channel, Optional<LinkTls> tls, LinkChannel link) {
    channel.config().setOption(ChannelOption.TCP_NODELAY, true);
    channel.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER);
    tls.ifPresent(it -> channel.pipeline().addLast(new SslHandler(it.engine())));
    channel.pipeline().addLast(link);
  }

  /**
   * Moves a connection to another thread. Nothing may be received or written meanwhile.
   *
   * @param then run by that thread
   * @param failed run by any thread, if it is closed instead
   */
  static void move(Channel channel, EventLoopGroup to, Runnable then, Runnable failed) {
    var unused =
        channel
            .deregister()
            .addListener(
                free ->
                    to.register(channel)
                        .addListener(
                            there -> {
                              if (there.isSuccess()) {
                                then.run();
                              } else {
                                failed.run();
                              }
                            }));
  }

  /** Stops the threads; waits briefly for that. */
  static void end(EventLoopGroup group) {
    var ended = group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    try {
      ended.await(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
