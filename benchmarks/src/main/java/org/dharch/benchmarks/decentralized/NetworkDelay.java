package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What lies between home and all others: nothing, or a line that takes its time. One thread. */
final class NetworkDelay implements AutoCloseable {
  /** One way. */
  static final Duration DELAY = Duration.ofMillis(20);

  static final long BITS_PER_SECOND = 100_000_000;

  private record Line(DelayedLink out, DelayedLink in) {}

  private final Optional<Line> line;
  private final List<DelayProxy> proxies = new ArrayList<>();

  private NetworkDelay(Optional<Line> line) {
    this.line = line;
  }

  static NetworkDelay none() {
    return new NetworkDelay(Optional.empty());
  }

  /** {@link #DELAY} each way, and {@link #BITS_PER_SECOND}. */
  static NetworkDelay far() {
    return new NetworkDelay(
        Optional.of(
            new Line(
                new DelayedLink(DELAY, BITS_PER_SECOND), new DelayedLink(DELAY, BITS_PER_SECOND))));
  }

  /** How home reaches something. */
  URI fromHome(URI target) throws IOException {
    return line.isEmpty() ? target : proxy(target, line.get().out(), line.get().in());
  }

  /** How others reach home. */
  URI toHome(URI target) throws IOException {
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
