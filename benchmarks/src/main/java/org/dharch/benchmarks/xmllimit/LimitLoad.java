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

/** Runs load on variants and measures its resource usage. One thread. */
final class LimitLoad {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final HostProcess host;
  private final Nodes nodes;
  private final long postgres;
  private final Map<Sized, LimitRequests> questions = new HashMap<>();

  private record Sized(LimitVariant variant, int size) {}

  LimitLoad(HostProcess host, Nodes nodes, PostgresServer postgres) throws IOException {
    this.host = host;
    this.nodes = nodes;
    this.postgres = postgres.pid();
  }

  LimitRequests questions(LimitVariant variant, int size) throws IOException {
    Sized key = new Sized(variant, size);
    LimitRequests found = questions.get(key);
    if (found == null) {
      found = new LimitRequests(variant, size);
      questions.put(key, found);
    }
    return found;
  }

  /** Runs closed-loop clients with one connection each. */
  LoadSample sample(LimitVariant variant, int size, int clients, Duration counted)
      throws IOException {
    try (LoadClient client = new LoadClient()) {
      LoadResult loadResult =
          client.closed(host.at(variant.path()), clients, questions(variant, size));
      double server = ProcessUsage.of(host.pid()).cpuSeconds();
      double node = node();
      double database = database(variant);
      long own = THREADS.getCurrentThreadCpuTime();
      long begin = System.nanoTime();
      client.run(Duration.ZERO, counted);
      long answers = loadResult.all().getTotalCount();
      return new LoadSample(
          answers * 1e9 / (System.nanoTime() - begin), // including requests in flight at its end
          answers,
          ProcessUsage.of(host.pid()).cpuSeconds() - server,
          node() - node,
          database(variant) - database,
          (THREADS.getCurrentThreadCpuTime() - own) / 1e9);
    }
  }

  private double node() {
    return nodes.cpu().toNanos() / 1e9;
  }

  private double database(LimitVariant variant) throws IOException {
    return variant.source() == Source.POSTGRESQL ? ProcessUsage.ofFamily(postgres).cpuSeconds() : 0;
  }
}
