package org.dharch.benchmarks.decentralized.delay;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The network between the gateway and all other parts: without delay, or a slow line. One thread.
 */
public final class NetworkDelay implements AutoCloseable {
  /** The one-way delay. */
  public static final Duration DELAY = Duration.ofMillis(20);

  static final long BITS_PER_SECOND = 100_000_000;

  private record SlowLine(DelayedLink out, DelayedLink in) {}

  private final Optional<SlowLine> line;
  private final List<DelayProxy> proxies = new ArrayList<>();

  private NetworkDelay(Optional<SlowLine> line) {
    this.line = line;
  }

  public static NetworkDelay none() {
    return new NetworkDelay(Optional.empty());
  }

  /** Returns a line with {@link #DELAY} and {@link #BITS_PER_SECOND} in each direction. */
  public static NetworkDelay slow() {
    return new NetworkDelay(
        Optional.of(
            new SlowLine(
                new DelayedLink(DELAY, BITS_PER_SECOND), new DelayedLink(DELAY, BITS_PER_SECOND))));
  }

  /** Returns the URI with which the gateway reaches a target. */
  public URI fromGateway(URI target) throws IOException {
    return line.isEmpty() ? target : proxy(target, line.get().out(), line.get().in());
  }

  /** Returns the URI with which others reach the gateway. */
  public URI toGateway(URI target) throws IOException {
    return line.isEmpty() ? target : proxy(target, line.get().in(), line.get().out());
  }

  private URI proxy(URI target, DelayedLink there, DelayedLink back) throws IOException {
    DelayProxy proxy = DelayProxy.start(target, there, back);
    proxies.add(proxy);
    return proxy.through(target);
  }

  @Override
  public void close() throws IOException {
    for (DelayProxy each : proxies) {
      each.close();
    }
  }
}
