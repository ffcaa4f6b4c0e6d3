package org.dharch.cmanager.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;

/** Connects to listening ends. Safe for any thread; close it. */
public final class LinkDialer implements AutoCloseable {
  /** The operating system retries after one second, and after three. */
  private static final int CONNECT_MILLIS = 4_000;

  private final EventLoopGroup threads;
  private final LinkSettings settings;

  /**
   * @param threads the number of threads that all of its links share
   */
  public LinkDialer(int threads, LinkSettings settings) {
    this.threads = LinkThreads.group("dharch-cmanager-link", threads);
    this.settings = settings;
  }

  /**
   * Tries once to connect a link to {@code address}, in the background.
   *
   * @param failed receives the reason if no link was established; an established link reports to
   *     its user
   */
  public void dial(
      InetSocketAddress address, Handshake.Handshakes handshakes, Consumer<String> failed) {
    ChannelWatch watch =
        new ChannelWatch() {
          @Override
          public void handshakeAdvanced(LinkChannel one) {}

          @Override
          public boolean mayOpen(LinkChannel one) {
            return true;
          }

          @Override
          public Optional<EventLoopGroup> threads() {
            return Optional.empty();
          }

          @Override
          public void closed(LinkChannel one, boolean wasLink, String reason) {
            if (!wasLink) {
              failed.accept(reason);
            }
          }
        };
    var unused =
        new Bootstrap()
            .group(threads)
            .channelFactory(LinkDialer::channel)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .handler(
                new ChannelInitializer<OpenChannel>() {
                  @Override
                  protected void initChannel(OpenChannel each) {
                    LinkThreads.wire(
                        each,
                        settings.tls(),
                        new LinkChannel(handshakes, settings, each.openSocket(), true, watch));
                  }
                })
            .connect(address)
            .addListener(
                connected -> {
                  if (!connected.isSuccess()) {
                    failed.accept(String.valueOf(connected.cause().getMessage()));
                  }
                });
  }

  private static OpenChannel channel() {
    try {
      return new OpenChannel();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    LinkThreads.end(threads);
  }
}
