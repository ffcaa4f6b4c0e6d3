package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What lies between home and all others: nothing, or a line that takes its time. One thread. */
final class Distance implements AutoCloseable {
  /** One way. */
  static final Duration DELAY = Duration.ofMillis(20);

  static final long BITS_PER_SECOND = 100_000_000;

  private record Line(DistantLink out, DistantLink in) {}

  private final Optional<Line> line;
  private final List<DistantProxy> proxies = new ArrayList<>();

  private Distance(Optional<Line> line) {
    this.line = line;
  }

  static Distance none() {
    return new Distance(Optional.empty());
  }

  /** {@link #DELAY} each way, and {@link #BITS_PER_SECOND}. */
  static Distance far() {
    return new Distance(
        Optional.of(
            new Line(
                new DistantLink(DELAY, BITS_PER_SECOND), new DistantLink(DELAY, BITS_PER_SECOND))));
  }

  /** How home reaches something. */
  URI fromHome(URI target) throws IOException {
    return line.isEmpty() ? target : proxy(target, line.get().out(), line.get().in());
  }

  /** How others reach home. */
  URI toHome(URI target) throws IOException {
    return line.isEmpty() ? target : proxy(target, line.get().in(), line.get().out());
  }

  private URI proxy(URI target, DistantLink there, DistantLink back) throws IOException {
    DistantProxy proxy = DistantProxy.start(target, there, back);
    proxies.add(proxy);
    return proxy.through(target);
  }

  @Override
  public void close() throws IOException {
    for (DistantProxy each : proxies) {
      each.close();
    }
  }
}
