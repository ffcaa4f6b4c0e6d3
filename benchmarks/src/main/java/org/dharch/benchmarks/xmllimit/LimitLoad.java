package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.load.HostProcess;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.LoadResult;
import org.dharch.benchmarks.load.ProcessUsage;
import org.dharch.benchmarks.site.PostgresServer;

/** Loads ways, and looks at what that takes. One thread. */
final class LimitLoad {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final HostProcess host;
  private final Nodes nodes;
  private final long postgres;
  private final Map<Sized, LimitRequests> questions = new HashMap<>();

  private record Sized(LimitVariant way, int size) {}

  LimitLoad(HostProcess host, Nodes nodes, PostgresServer postgres) throws IOException {
    this.host = host;
    this.nodes = nodes;
    this.postgres = postgres.pid();
  }

  LimitRequests questions(LimitVariant way, int size) throws IOException {
    Sized key = new Sized(way, size);
    LimitRequests found = questions.get(key);
    if (found == null) {
      found = new LimitRequests(way, size);
      questions.put(key, found);
    }
    return found;
  }

  /** Clients in closed loop, each with a connection of its own. */
  LoadSample stretch(LimitVariant way, int size, int clients, Duration counted) throws IOException {
    try (LoadClient client = new LoadClient()) {
      LoadResult loaded = client.closed(host.at(way.path()), clients, questions(way, size));
      double server = ProcessUsage.of(host.pid()).cpuSeconds();
      double node = node();
      double database = database(way);
      long own = THREADS.getCurrentThreadCpuTime();
      long begin = System.nanoTime();
      client.run(Duration.ZERO, counted);
      long answers = loaded.all().getTotalCount();
      return new LoadSample(
          answers * 1e9 / (System.nanoTime() - begin), // with those on their way at its end
          answers,
          ProcessUsage.of(host.pid()).cpuSeconds() - server,
          node() - node,
          database(way) - database,
          (THREADS.getCurrentThreadCpuTime() - own) / 1e9);
    }
  }

  private double node() {
    return nodes.cpu().toNanos() / 1e9;
  }

  private double database(LimitVariant way) throws IOException {
    return way.source() == Source.POSTGRESQL ? ProcessUsage.ofFamily(postgres).cpuSeconds() : 0;
  }
}
