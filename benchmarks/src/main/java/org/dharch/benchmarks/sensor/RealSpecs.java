package org.dharch.benchmarks.sensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.load.ProcessUsage;
import org.dharch.benchmarks.site.HandlerCosts;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.PostgresServer;
import org.dharch.benchmarks.site.Testbed;

/** The measuring part of {@link RealSpecsSuite}. Once, by one thread. */
final class RealSpecs extends Experiment {
  static final String WSRF = "WSRF";
  static final String EVENTING = "WS-Eventing";
  static final String WHOLE = "whole service";
  static final String LAST_SUBSCRIBER = "until the last subscriber has it";
  static final String CPU = "CPU of all processes";
  static final String TCOMP = ": Tcomp";
  static final String TRANSFER = ": Tdata + C";
  static final String LIMIT = "limit of equation 4";
  static final String OVER = "over its limit";
  static final String LOAD = "load average before the run";

  /** Events come first, so that notifications overlap with the other handler in every variant. */
  private static final String SEQUENCE = SensorDocuments.EVENTS + " " + SensorDocuments.RESOURCES;

  private static final String SIDE_BY_SIDE =
      SensorDocuments.EVENTS + "," + SensorDocuments.RESOURCES;

  static final HandlerVariant AXIS2 =
      HandlerVariant.chain("axis2-sequential", "SensorAxis2", SEQUENCE);
  static final HandlerVariant SEQUENTIAL =
      HandlerVariant.distributed("dharch-sequential", "SensorSequential", SEQUENCE);
  static final HandlerVariant PARALLEL =
      HandlerVariant.distributed("dharch-parallel", "SensorParallel", SIDE_BY_SIDE);
  static final HandlerVariant IN_MEMORY_SEQUENTIAL =
      HandlerVariant.distributed(
          "dharch-in-memory-sequential", "SensorInMemorySequential", SEQUENCE);
  static final HandlerVariant IN_MEMORY_PARALLEL =
      HandlerVariant.distributed(
          "dharch-in-memory-parallel", "SensorInMemoryParallel", SIDE_BY_SIDE);
  private static final List<HandlerVariant> REMOTE = List.of(SEQUENTIAL, PARALLEL);
  private static final List<HandlerVariant> IN_MEMORY =
      List.of(IN_MEMORY_SEQUENTIAL, IN_MEMORY_PARALLEL);

  static final double MAX_OVER_AXIS2 = 1.5;
  static final double MAX_OVER_LIMIT = 1;
  static final int SUBSCRIBERS = 200;

  private final int observations;
  private final int warmUp;

  RealSpecs(SuiteRun run) {
    super(run);
    observations = run.options().choose(30, run.options().rounds(300));
    warmUp = run.options().choose(60, 600);
    progress.steps((long) observations + warmUp);
  }

  @Override
  protected void run() throws Exception {
    progress.phase("starting");
    report.add(
        "machine",
        Map.of(),
        LOAD,
        "",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    try (ScratchFolder folder = ScratchFolder.create("dharch-specs");
        PostgresServer postgres = PostgresServer.start(folder.path(), run.nodes().address());
        Subscribers subscribers = Subscribers.start(run.nodes(), SUBSCRIBERS)) {
      var documents = new SensorDocuments(folder.path(), postgres.newDatabase());
      Map<String, String> parameters =
          Map.of(
              "dharch.keptTimelines",
              Integer.toString(
                  8 * observations), // including the ports of subscriptions and emissions
              "dharch.outbound.hosts",
              subscribers.host());
      SensorServices sensor = new SensorServices(documents, subscribers.host());
      try (Testbed testbed =
          Testbed.start(run.nodes(), SensorDocuments.orchestrations(REMOTE), parameters)) {
        start("node-wsrf", documents.resourceNode("node-wsrf"), testbed);
        start("node-eventing", documents.eventNode("node-eventing"), testbed);
        sensor.deployChain(AXIS2, testbed);
        sensor.deploy(REMOTE, testbed);
        run.nodes().awaitReady();
        subscribers.subscribe(SensorServices.manager(testbed));
        if (run.options().environment() == BenchmarkEnvironment.MULTICORE) {
          try (Testbed near =
              Testbed.inMemory(
                  SensorDocuments.orchestrations(IN_MEMORY),
                  documents.wholeNode("in-memory"),
                  parameters)) {
            sensor.deploy(IN_MEMORY, near);
            alternate(sensor, subscribers, postgres.pid());
          }
        } else {
          alternate(sensor, subscribers, postgres.pid());
        }
        run.nodes().stop(); // closed before their broker and their database
      }
    }
  }

  private void start(String name, String document, Testbed testbed) throws Exception {
    run.nodes().start(name, document, testbed.broker());
  }

  private void alternate(SensorServices sensor, Subscribers subscribers, long postgres)
      throws IOException {
    try (SensorLoop loop =
        new SensorLoop(sensor.variants(), sensor::connect, subscribers, () -> cpuNanos(postgres))) {
      progress.phase("warming up");
      loop.measure(warmUp, progress::step);
      sensor.clear();
      progress.phase("measuring");
      record(sensor, loop.measure(observations, progress::step));
    }
  }

  /** Returns the processor time of this process, the nodes, the subscribers and the database. */
  private long cpuNanos(long postgres) {
    try {
      double family = ProcessUsage.ofFamily(postgres).cpuSeconds();
      long own = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
      return own + run.nodes().cpu().toNanos() + Math.round(family * 1e9);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void record(
      SensorServices sensor, Map<HandlerVariant, List<SensorLoop.Measurement>> taken) {
    Map<String, Object> parameters =
        Map.of("handlers", "real", "payload_kb", Reading.KILOBYTES, "subscribers", SUBSCRIBERS);
    taken.forEach(
        (variant, all) -> {
          report.add(
              variant.name(), parameters, WHOLE, "ms", of(all, SensorLoop.Measurement::millis));
          report.add(
              variant.name(),
              parameters,
              LAST_SUBSCRIBER,
              "ms",
              of(all, SensorLoop.Measurement::eventMillis));
          report.add(
              variant.name(), parameters, CPU, "ms", of(all, SensorLoop.Measurement::cpuMillis));
        });
    report.add(AXIS2.name(), parameters, WSRF, "ms", sensor.chainedResources());
    report.add(AXIS2.name(), parameters, EVENTING, "ms", sensor.chainedEvents());
    Map<HandlerVariant, HandlerCosts> costs = new LinkedHashMap<>();
    for (HandlerVariant variant : taken.keySet()) {
      if (variant.distributed()) {
        costs.put(variant, HandlerCosts.of(sensor.timelines(variant, observations)));
        record(variant, parameters, costs.get(variant));
      }
    }
    check(taken, REMOTE, costs, "DHArch");
    if (taken.containsKey(IN_MEMORY_PARALLEL)) {
      check(taken, IN_MEMORY, costs, "DHArch in memory");
    }
  }

  private static Statistics of(
      List<SensorLoop.Measurement> all, ToDoubleFunction<SensorLoop.Measurement> figure) {
    return Statistics.of(all.stream().mapToDouble(figure).toArray());
  }

  private void record(HandlerVariant variant, Map<String, Object> parameters, HandlerCosts costs) {
    Map<String, String> names =
        Map.of(SensorDocuments.RESOURCES, WSRF, SensorDocuments.EVENTS, EVENTING);
    names.forEach(
        (handler, name) -> {
          report.add(variant.name(), parameters, name, "ms", costs.whole().get(handler));
          report.add(variant.name(), parameters, name + TCOMP, "ms", costs.run().get(handler));
          report.add(
              variant.name(), parameters, name + TRANSFER, "ms", costs.transfer().get(handler));
        });
  }

  /**
   * Checks the limits. The limit of the sequential variant is the time of Axis2's chain. The limit
   * of the parallel variant, by equation 4 without any cost of distribution, is the same less the
   * Tcomp of the shorter handler, from the timelines of the sequential variant. Compared values are
   * from the same round.
   */
  private void check(
      Map<HandlerVariant, List<SensorLoop.Measurement>> taken,
      List<HandlerVariant> variants,
      Map<HandlerVariant, HandlerCosts> costs,
      String name) {
    HandlerVariant sequential = variants.get(0);
    HandlerVariant parallel = variants.get(1);
    double shorter =
        costs.get(sequential).run().values().stream()
            .mapToDouble(Statistics::median)
            .min()
            .orElseThrow();
    double axis2 = of(taken.get(AXIS2), SensorLoop.Measurement::millis).median();
    report.add(sequential.name(), Map.of(), LIMIT, "ms", axis2);
    report.add(parallel.name(), Map.of(), LIMIT, "ms", axis2 - shorter);
    Statistics overAxis2 = over(taken, sequential, 0);
    Statistics overLimit = over(taken, parallel, shorter);
    report.add(sequential.name(), Map.of(), OVER, "ms", overAxis2);
    report.add(parallel.name(), Map.of(), OVER, "ms", overLimit);
    report.atMost(
        name + " sequential: ms over Axis2 sequential (paper 10.41)",
        overAxis2.median(),
        MAX_OVER_AXIS2);
    report.atMost(
        name + " parallel: ms over the limit of equation 4 (paper 5.30)",
        overLimit.median(),
        MAX_OVER_LIMIT);
  }

  private static Statistics over(
      Map<HandlerVariant, List<SensorLoop.Measurement>> taken,
      HandlerVariant variant,
      double saved) {
    List<SensorLoop.Measurement> some = taken.get(variant);
    List<SensorLoop.Measurement> axis2 = taken.get(AXIS2);
    return Statistics.of(
        IntStream.range(0, some.size())
            .mapToDouble(i -> some.get(i).millis() - axis2.get(i).millis() + saved)
            .toArray());
  }
}
