package org.dharch.benchmarks.pressure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.subject.ClosedLoop;
import org.dharch.benchmarks.subject.Envelope;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;

/**
 * Eight independent managers and eight nodes with one worker each on one broker: how evenly the
 * load is distributed.
 */
final class ManyManagers {
  static final int[] IN_FLIGHT = {1, 4};
  static final String BUSIEST = "busiest node / mean";

  private static final int COUNT = 8;
  private static final double MAX = 1.5;

  private final SuiteRun run;
  private final int rounds;
  private final long roundNanos;
  private final Map<String, LongAdder> handled = new ConcurrentHashMap<>();

  ManyManagers(SuiteRun run) {
    this.run = run;
    rounds = run.options().choose(Interval.FEWEST, 15);
    roundNanos = TimeUnit.MILLISECONDS.toNanos(run.options().choose(1000, 3000));
  }

  static String situation(int inFlight) {
    return "eight managers, eight nodes, handlers of "
        + LoadedNodes.WAIT_MILLIS
        + " ms (waits), "
        + inFlight
        + " in flight each";
  }

  void measure(EmbeddedBroker broker) throws Exception {
    run.progress().phase("eight managers");
    List<LoadedManager> managers = new ArrayList<>();
    ExecutorService callers = Executors.newFixedThreadPool(COUNT);
    try (ChildJvm nodes = nodes(broker)) {
      nodes.awaitReady();
      for (int i = 0; i < COUNT; i++) {
        managers.add(manager(broker));
      }
      managers.forEach(manager -> manager.awaitServed(COUNT, LoadedNodes.WHERE));
      for (int inFlight : IN_FLIGHT) {
        share(managers, inFlight, callers);
      }
    } finally {
      callers.shutdownNow();
      managers.forEach(LoadedManager::close);
    }
  }

  private static ChildJvm nodes(EmbeddedBroker broker) throws IOException {
    String[] names = IntStream.range(0, COUNT).mapToObj(i -> "node" + i).toArray(String[]::new);
    return LoadedNodes.start(broker, 1, LoadedNodes.WHERE, LoadedNodes.HEARTBEAT_MILLIS, names);
  }

  private static LoadedManager manager(EmbeddedBroker broker) {
    Orchestration one = Orchestration.of("where", Stage.of(LoadedNodes.WHERE));
    return new LoadedManager(
        DHManagerConfig.DEFAULT,
        Orchestrations.of(List.of(one), List.of(Rule.all(Direction.IN, one.name()))),
        new JmsCManagerProvider().manager(broker.localUri(), Map.of()));
  }

  private void share(List<LoadedManager> managers, int inFlight, ExecutorService callers)
      throws InterruptedException, ExecutionException {
    String situation = situation(inFlight);
    run.progress().phase(situation);
    List<Double> busiest = new ArrayList<>();
    List<Double> perSecond = new ArrayList<>();
    for (int round = -1; round < rounds; round++) { // the first round warms up
      handled.clear();
      double together = round(managers, inFlight, callers);
      if (round >= 0) {
        busiest.add(busiest());
        perSecond.add(together);
      }
      run.progress().step();
    }
    Map<String, Object> parameters = new HashMap<>(Map.of("in_flight", inFlight));
    run.report().add(situation, parameters, "throughput", "1/s", Statistics.of(perSecond));
    run.report().add(situation, parameters, BUSIEST, "x", Statistics.of(busiest));
    run.report().atMost(situation + ": " + BUSIEST, Interval.ofMedian(busiest), MAX);
  }

  /** Returns the messages per second of all managers. */
  private double round(List<LoadedManager> managers, int inFlight, ExecutorService callers)
      throws InterruptedException, ExecutionException {
    List<Callable<ClosedLoop.Round>> loops = new ArrayList<>();
    for (LoadedManager manager : managers) {
      Subject messages = manager.messages("Any", Envelope.of(2 * 1024), this::isCounted);
      loops.add(() -> ClosedLoop.run(messages, inFlight, roundNanos));
    }
    double perSecond = 0;
    for (Future<ClosedLoop.Round> each : callers.invokeAll(loops)) {
      perSecond += each.get().perSecond();
    }
    return perSecond;
  }

  private boolean isCounted(Outcome outcome) {
    if (!(outcome instanceof Outcome.Completed completed)) {
      return false;
    }
    String node = String.valueOf(completed.properties().get(LoadedNodes.NODE).orElseThrow());
    handled.computeIfAbsent(node, n -> new LongAdder()).increment();
    return true;
  }

  private double busiest() {
    long all = handled.values().stream().mapToLong(LongAdder::sum).sum();
    long most = handled.values().stream().mapToLong(LongAdder::sum).max().orElseThrow();
    return (double) most * COUNT / all;
  }
}
