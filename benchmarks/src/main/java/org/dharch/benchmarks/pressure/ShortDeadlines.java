package org.dharch.benchmarks.pressure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;

/**
 * Messages with a short deadline, three times as many as one node can perform: what ends in time,
 * how many attempts a message costs, and how late the latest message ends.
 */
final class ShortDeadlines {
  static final double[] DEADLINES = {0.5, 1, 5};
  static final String GOODPUT = "in time at 3 x capacity / in time at its peak";
  static final String ATTEMPTS = "attempts per message";
  static final String LATE = "ends after its deadline";

  private static final double[] LOADS = {0.5, 1, 1.5};
  private static final double OVERLOAD = 3;
  private static final int WORKERS = 16;
  private static final double LEAST_GOODPUT = 0.95;
  private static final double MOST_ATTEMPTS = 1.1;
  private static final double MOST_LATE_MILLIS = 100;
  private static final long END_SECONDS = 30;

  private final SuiteRun run;
  private final int rounds;
  private final long roundNanos;

  /** The messages of one round. */
  private record Round(double inTimePerSecond, double attemptsPerMessage, double latestMillis) {}

  ShortDeadlines(SuiteRun run) {
    this.run = run;
    rounds = run.options().choose(Interval.FEWEST, 11);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(800, 3000));
  }

  static String situation(double deadline) {
    return "handlers of "
        + LoadedNodes.VARIED_MILLIS
        + " ms on average (waits), deadline "
        + deadline
        + " times that";
  }

  void measure(EmbeddedBroker broker) throws Exception {
    run.progress().phase("short deadlines");
    try (ChildJvm node = node(broker);
        DHManager manager = manager(broker)) {
      node.awaitReady();
      awaitServed(manager);
      for (double deadline : DEADLINES) {
        compare(manager, deadline);
      }
    }
  }

  private static ChildJvm node(EmbeddedBroker broker) throws IOException {
    return LoadedNodes.start(
        broker, WORKERS, LoadedNodes.VARIED, LoadedNodes.HEARTBEAT_MILLIS, "node-varied");
  }

  private static DHManager manager(EmbeddedBroker broker) {
    Orchestration one = Orchestration.of("varied", Stage.of(LoadedNodes.VARIED));
    return DHManager.start(
        DHManagerConfig.DEFAULT,
        Orchestrations.of(List.of(one), List.of(Rule.all(Direction.IN, one.name()))),
        new JmsCManagerProvider().manager(broker.localUri(), Map.of()));
  }

  private static void awaitServed(DHManager manager) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    while (manager.status().nodes().isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("no node within " + END_SECONDS + " s");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Alternates the loads, so that a change of the machine affects all of them. */
  private void compare(DHManager manager, double deadline) throws InterruptedException {
    String situation = situation(deadline);
    run.progress().phase(situation);
    Duration limit =
        Duration.ofNanos(
            (long) (deadline * TimeUnit.MILLISECONDS.toNanos(LoadedNodes.VARIED_MILLIS)));
    round(manager, limit, OVERLOAD); // warms up
    Map<Double, List<Double>> good = new LinkedHashMap<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> attempts = new ArrayList<>();
    double latest = 0;
    for (int i = 0; i < rounds; i++) {
      double peak = 0;
      for (double load : LOADS) {
        double inTime = round(manager, limit, load).inTimePerSecond();
        peak = Math.max(peak, inTime);
        good.computeIfAbsent(load, l -> new ArrayList<>()).add(inTime);
      }
      Round over = round(manager, limit, OVERLOAD);
      good.computeIfAbsent(OVERLOAD, l -> new ArrayList<>()).add(over.inTimePerSecond());
      ratios.add(peak == 0 ? 1 : over.inTimePerSecond() / peak);
      attempts.add(over.attemptsPerMessage());
      latest = Math.max(latest, over.latestMillis());
      run.progress().step();
    }
    good.forEach(
        (load, perSecond) ->
            run.report()
                .add(
                    situation,
                    Map.of("load", load),
                    "in time at " + load + " x capacity",
                    "1/s",
                    Statistics.of(perSecond)));
    run.report().add(situation, Map.of(), ATTEMPTS, "x", Statistics.of(attempts));
    run.report().add(situation, Map.of(), LATE, "ms", latest);
    run.report().atLeast(situation + ": " + GOODPUT, Interval.ofMedian(ratios), LEAST_GOODPUT);
    run.report().atMost(situation + ": " + ATTEMPTS, Interval.ofMedian(attempts), MOST_ATTEMPTS);
    run.report().atMost(situation + ": " + LATE, latest, MOST_LATE_MILLIS);
  }

  private Round round(DHManager manager, Duration limit, double load) throws InterruptedException {
    double perSecond = load * WORKERS * 1000 / LoadedNodes.VARIED_MILLIS;
    int count = (int) (perSecond * roundNanos / 1e9);
    Ends ends = new Ends(limit, count);
    long batches = manager.status().counters().get(Counter.TASK_BATCHES_SENT);
    byte[] envelope = Envelope.of(2 * 1024);
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      awaitNanos(begin + (long) (i * 1e9 / perSecond));
      Submission message = Submission.of(Direction.IN, "Any", envelope).deadline(limit);
      if (!(manager.admit(ends, System.nanoTime(), message) instanceof Admission.Accepted)) {
        ends.open.countDown();
      }
    }
    if (!ends.open.await(END_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(ends.open.getCount() + " of " + count + " never ended");
    }
    double sent = manager.status().counters().get(Counter.TASK_BATCHES_SENT) - batches;
    return new Round(
        ends.inTime.get() * 1e9 / roundNanos,
        sent / count,
        Math.max(0, ends.latestNanos.get()) / 1e6);
  }

  private static void awaitNanos(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Counts what ends; the context of a message is when it was admitted. */
  private static final class Ends implements Gateway<Long> {
    final CountDownLatch open;
    final AtomicInteger inTime = new AtomicInteger();
    final AtomicLong latestNanos = new AtomicLong(Long.MIN_VALUE);
    private final long limit;

    Ends(Duration limit, int count) {
      this.limit = limit.toNanos();
      this.open = new CountDownLatch(count);
    }

    private long ended(long began) {
      long late = System.nanoTime() - began - limit;
      latestNanos.accumulateAndGet(late, Math::max);
      open.countDown();
      return late;
    }

    @Override
    public void completed(Long began, Outcome.Completed outcome) {
      if (ended(began) <= 0) {
        inTime.incrementAndGet();
      }
    }

    @Override
    public void failed(Long began, Outcome.Failed outcome) {
      ended(began);
    }

    @Override
    public void responded(Long began, Outcome.Responded outcome) {
      ended(began);
    }
  }
}
