package org.dharch.benchmarks.pressure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.JitCompilers;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.OpenLoop;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;

/**
 * Small messages while large ones go through the same manager, compared with large ones through
 * another manager of the same JVM, which shares only cores, heap and broker. Then as many
 * concurrent large messages as possible.
 */
final class MixedMessageSizes {
  static final String SAME = "of the same manager";
  static final String OTHER = "of another manager";
  static final String SITUATION = "2 KB messages with 1 MB messages ";
  static final String MANY = "64 messages of 1 MB in flight";
  static final String ROUND_TRIP = "round trip";
  static final String FAILED = "failed";
  static final String LOST = "live nodes lost";

  private static final int SMALL_BYTES = 2 * 1024;
  private static final double SMALL_PER_SECOND = 400;
  private static final double LARGE_PER_SECOND = 10;
  private static final int MANY_IN_FLIGHT = 64;
  private static final double MAX_RATIO = 1.5;
  private static final int WARM_IN_FLIGHT = 4;
  private static final int WORKERS = 4;

  private final SuiteRun run;
  private final int rounds;
  private final long roundNanos;
  private final long manyNanos;
  private final long warmUpNanos;
  private final int maxWarmUps;

  MixedMessageSizes(SuiteRun run) {
    this.run = run;
    rounds = run.options().choose(12, 30);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(1000, 2500));
    manyNanos = TimeUnit.SECONDS.toNanos(run.options().choose(5, 30));
    warmUpNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(1000, 2000));
    maxWarmUps = run.options().choose(3, 8);
  }

  void measure(EmbeddedBroker broker) throws Exception {
    run.progress().phase("warming up large messages");
    try (ChildJvm small = node(broker, LoadedNodes.SMALL);
        ChildJvm large = node(broker, LoadedNodes.LAST);
        LoadedManager one = manager(broker);
        LoadedManager other = manager(broker)) {
      small.awaitReady();
      large.awaitReady();
      one.awaitServed(2, LoadedNodes.SMALL, LoadedNodes.LAST);
      other.awaitServed(2, LoadedNodes.SMALL, LoadedNodes.LAST);
      byte[] megabyte = LargeMessage.envelope();
      Subject smallOnes =
          one.messages(
              LargeMessage.SMALL,
              Envelope.of(SMALL_BYTES),
              outcome -> outcome instanceof Outcome.Completed);
      Map<String, Subject> largeOnes = new LinkedHashMap<>();
      largeOnes.put(SAME, one.messages(LargeMessage.LARGE, megabyte, LargeMessage::isRight));
      largeOnes.put(OTHER, other.messages(LargeMessage.LARGE, megabyte, LargeMessage::isRight));
      List<Long> jvms = List.of(ProcessHandle.current().pid(), small.pid(), large.pid());
      for (Subject each : List.of(smallOnes, largeOnes.get(SAME), largeOnes.get(OTHER))) {
        JitCompilers.awaitIdle(
            jvms, maxWarmUps, () -> ClosedLoop.run(each, WARM_IN_FLIGHT, warmUpNanos));
      }
      runTogether(smallOnes, largeOnes);
      many(List.of(one, other), megabyte);
    }
  }

  private static ChildJvm node(EmbeddedBroker broker, String handler) throws IOException {
    return LoadedNodes.start(
        broker, WORKERS, handler, LoadedNodes.HEARTBEAT_MILLIS, "node-" + handler);
  }

  private static LoadedManager manager(EmbeddedBroker broker) {
    return new LoadedManager(
        DHManagerConfig.DEFAULT,
        LargeMessage.orchestrations(),
        new JmsCManagerProvider().manager(broker.localUri(), Map.of()));
  }

  private void runTogether(Subject small, Map<String, Subject> large) throws Exception {
    Map<String, Histogram> all = new LinkedHashMap<>();
    large.keySet().forEach(variant -> all.put(variant, new Histogram(3)));
    List<Double> ratios = new ArrayList<>();
    ExecutorService second = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < rounds; round++) {
        run.progress().phase(SITUATION.strip());
        Map<String, Double> p99 = new LinkedHashMap<>();
        List<String> variants = new ArrayList<>(large.keySet());
        Collections.rotate(variants, round);
        for (String variant : variants) {
          Histogram times = withOne(small, large.get(variant), second);
          all.get(variant).add(times);
          p99.put(variant, (double) times.getValueAtPercentile(99));
        }
        ratios.add(p99.get(SAME) / p99.get(OTHER));
        run.progress().step();
      }
    } finally {
      second.shutdownNow();
    }
    Map<String, Object> parameters =
        Map.of("small_per_second", SMALL_PER_SECOND, "large_per_second", LARGE_PER_SECOND);
    all.forEach(
        (variant, times) ->
            run.report()
                .add(SITUATION + variant, parameters, ROUND_TRIP, "us", Statistics.of(times, 1e3)));
    run.report()
        .atMost(
            SITUATION + SAME + ": p99 / p99 with messages " + OTHER,
            Interval.ofMedian(ratios),
            MAX_RATIO);
  }

  private Histogram withOne(Subject small, Subject large, ExecutorService second)
      throws InterruptedException, ExecutionException {
    Future<Histogram> others =
        second.submit(() -> OpenLoop.run(large, LARGE_PER_SECOND, roundNanos));
    Histogram times = OpenLoop.run(small, SMALL_PER_SECOND, roundNanos);
    others.get();
    return times;
  }

  /** Counts failed messages instead of stopping. */
  private void many(List<LoadedManager> managers, byte[] megabyte) throws InterruptedException {
    run.progress().phase(MANY);
    double failed = count(managers, Counter.FAILED);
    double lost = count(managers, Counter.NODES_LOST);
    Subject messages =
        managers
            .get(0)
            .messages(
                LargeMessage.LARGE,
                megabyte,
                outcome -> outcome instanceof Outcome.Failed || LargeMessage.isRight(outcome));
    ClosedLoop.Round round = ClosedLoop.run(messages, MANY_IN_FLIGHT, manyNanos);
    Map<String, Object> parameters = Map.of("in_flight", MANY_IN_FLIGHT);
    run.report().add(MANY, parameters, ROUND_TRIP, "us", Statistics.of(round.latency(), 1e3));
    run.report().add(MANY, parameters, "throughput", "1/s", round.perSecond());
    run.report().atMost(MANY + ": " + FAILED, count(managers, Counter.FAILED) - failed, 0);
    run.report().atMost(MANY + ": " + LOST, count(managers, Counter.NODES_LOST) - lost, 0);
    run.progress().step();
  }

  private static double count(List<LoadedManager> managers, Counter counter) {
    return managers.stream().mapToLong(manager -> manager.count(counter)).sum();
  }
}
