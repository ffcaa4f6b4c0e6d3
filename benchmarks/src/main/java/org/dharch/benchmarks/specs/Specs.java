package org.dharch.benchmarks.specs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.axis2.description.AxisService;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.site.HandlerCosts;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.site.RoundRobinLoop;
import org.dharch.benchmarks.site.Testbed;
import org.dharch.benchmarks.site.TimedHandler;
import org.dharch.benchmarks.site.WaitingExchange;
import org.dharch.benchmarks.site.WaitingHandler;
import org.dharch.benchmarks.site.WaitingService;
import org.dharch.cli.run.SiteDocuments;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Timeline;
import org.dharch.samples.SampleHandlers;

/** The measuring part of {@link SpecsSuite}. Once, by one thread. */
final class Specs extends Experiment {
  static final String WSRF = "WSRF";
  static final String EVENTING = "WS-Eventing";
  static final String WHOLE = "whole service";
  static final String ROUND_TRIP = "round trip";
  static final double WSRF_MILLIS = 65.24;
  static final double EVENTING_MILLIS = 51.38;

  /** Container, HTTP and the service itself. */
  static final double REST_MILLIS = 44.61;

  static final HandlerVariant AXIS2 =
      HandlerVariant.chain("axis2-sequential", "SpecsAxis2", WSRF + " " + EVENTING);
  static final HandlerVariant SEQUENTIAL =
      HandlerVariant.distributed("dharch-sequential", "SpecsSequential", WSRF + " " + EVENTING);
  static final HandlerVariant PARALLEL =
      HandlerVariant.distributed("dharch-parallel", "SpecsParallel", WSRF + "," + EVENTING);
  static final HandlerVariant IN_MEMORY_SEQUENTIAL =
      HandlerVariant.distributed(
          "dharch-in-memory-sequential", "SpecsInMemorySequential", WSRF + " " + EVENTING);
  static final HandlerVariant IN_MEMORY_PARALLEL =
      HandlerVariant.distributed(
          "dharch-in-memory-parallel", "SpecsInMemoryParallel", WSRF + "," + EVENTING);
  static final HandlerVariant CALLER_RUNS_SEQUENTIAL =
      HandlerVariant.distributed(
          "dharch-caller-runs-sequential", "SpecsCallerRunsSequential", WSRF + " " + EVENTING);
  static final HandlerVariant CALLER_RUNS_PARALLEL =
      HandlerVariant.distributed(
          "dharch-caller-runs-parallel", "SpecsCallerRunsParallel", WSRF + "," + EVENTING);
  static final HandlerVariant LINKED_SEQUENTIAL =
      HandlerVariant.distributed(
          "dharch-linked-sequential", "SpecsLinkedSequential", WSRF + " " + EVENTING);
  static final HandlerVariant LINKED_PARALLEL =
      HandlerVariant.distributed(
          "dharch-linked-parallel", "SpecsLinkedParallel", WSRF + "," + EVENTING);
  private static final List<HandlerVariant> LINKED = List.of(LINKED_SEQUENTIAL, LINKED_PARALLEL);
  private static final List<HandlerVariant> REMOTE = List.of(SEQUENTIAL, PARALLEL);
  private static final List<HandlerVariant> IN_MEMORY =
      List.of(IN_MEMORY_SEQUENTIAL, IN_MEMORY_PARALLEL);
  private static final List<HandlerVariant> CALLER_RUNS =
      List.of(CALLER_RUNS_SEQUENTIAL, CALLER_RUNS_PARALLEL);

  private static final double MAX_OVER_LIMIT = 1.005;
  private static final double LINKED_MAX_OVER_LIMIT = 1.008;
  private static final int KILOBYTES = 2;
  private static final int CALIBRATION = 10;

  private final int observations;
  private final int briefRounds;
  private final int warmUp;
  private final AtomicLong ids = new AtomicLong();

  /** The testbed of each variant, in the order in which they alternate. */
  private final Map<HandlerVariant, Testbed> testbeds = new LinkedHashMap<>();

  private final List<AxisService> services = new ArrayList<>();
  private final List<SampleHandlers.Spec> handlers =
      List.of(
          WaitingHandler.spec(WSRF, WSRF_MILLIS), WaitingHandler.spec(EVENTING, EVENTING_MILLIS));
  private final List<TimedHandler> timed =
      handlers.stream().map(handler -> new TimedHandler(handler.create())).toList();

  Specs(SuiteRun run) {
    super(run);
    observations = run.options().choose(40, 100);
    briefRounds = run.options().choose(8000, 12_000);
    warmUp = run.options().choose(5, 10);
    progress.steps((long) observations + warmUp);
  }

  @Override
  protected void run() throws Exception {
    progress.phase("starting");
    Map<String, String> parameters =
        Map.of("dharch.keptTimelines", timelineCapacity(), "dharch.link", "off");
    try (Testbed testbed =
        Testbed.start(run.nodes(), SiteDocuments.orchestrations(REMOTE), parameters)) {
      for (SampleHandlers.Spec handler : handlers) {
        String node = "node-" + handler.name();
        run.nodes().start(node, SiteDocuments.node(node, List.of(handler)), testbed.broker());
      }
      testbed.deployChain(service(AXIS2, testbed), timed);
      deploy(REMOTE, testbed);
      run.nodes().awaitReady();
      if (run.nodes().nextAddress().isPresent()) {
        Testbed linked = linked();
        try {
          runBaselines();
        } finally {
          linked.close();
        }
      } else if (run.options().environment() == BenchmarkEnvironment.MULTICORE) {
        try (Testbed near = inMemory(IN_MEMORY, false);
            Testbed here = inMemory(CALLER_RUNS, true)) {
          deploy(IN_MEMORY, near);
          deploy(CALLER_RUNS, here);
          runBaselines();
        }
      } else {
        runBaselines();
      }
    }
  }

  /** Starts the same two variants with direct links, with a separate broker and separate nodes. */
  private Testbed linked() throws IOException, InterruptedException {
    Testbed testbed =
        Testbed.start(
            run.nodes(),
            SiteDocuments.orchestrations(LINKED),
            Map.of("dharch.keptTimelines", timelineCapacity()));
    try {
      for (SampleHandlers.Spec handler : handlers) {
        String node = "linked-" + handler.name();
        String at = run.nodes().nextAddress().orElseThrow() + ":0";
        String document = SiteDocuments.linkedNode(node, List.of(handler), at);
        run.nodes().start(node, document, testbed.broker());
      }
      deploy(LINKED, testbed);
      run.nodes().awaitReady();
      testbed.awaitLinks(handlers.size());
      return testbed;
    } catch (IOException | InterruptedException | RuntimeException e) {
      testbed.close();
      throw e;
    }
  }

  private Testbed inMemory(List<HandlerVariant> variants, boolean callerRuns) throws IOException {
    return Testbed.inMemory(
        SiteDocuments.orchestrations(variants),
        SiteDocuments.node("in-memory", handlers),
        Map.of(
            "dharch.keptTimelines",
            timelineCapacity(),
            "dharch.callerRuns",
            Boolean.toString(callerRuns)));
  }

  /** Returns the parameter that keeps the timelines of all measured messages of two variants. */
  private String timelineCapacity() {
    return Integer.toString(2 * observations);
  }

  private void deploy(List<HandlerVariant> variants, Testbed testbed)
      throws IOException, InterruptedException {
    for (HandlerVariant variant : variants) {
      testbed.deploy(service(variant, testbed));
    }
    testbed.listen();
    testbed.awaitHandlers(List.of(WSRF, EVENTING));
  }

  private AxisService service(HandlerVariant variant, Testbed testbed) throws IOException {
    AxisService service =
        WaitingService.describe(testbed.configuration(), variant.service(), REST_MILLIS);
    services.add(service);
    testbeds.put(variant, testbed);
    return service;
  }

  private void runBaselines() throws Exception {
    List<BaselineProbe> baselines = BaselineProbe.start(run.nodes(), KILOBYTES);
    try {
      warmUp(baselines);
      calibrate();
      measure(baselines);
      run.nodes().stop(); // closed before their brokers
    } finally {
      baselines.forEach(BaselineProbe::close);
    }
  }

  /** Sets the services to wait for the rest, less the time of container, HTTP and client. */
  private void calibrate() throws IOException {
    progress.phase("calibrating");
    try (RoundRobinLoop loop = loop(List.of(AXIS2), Pace.WAITING, () -> {})) {
      double whole = Statistics.median(loop.measure(CALIBRATION).get(AXIS2));
      double container = whole - WSRF_MILLIS - EVENTING_MILLIS - REST_MILLIS;
      report.add("container, HTTP and client", Map.of(), ROUND_TRIP, "ms", container);
      if (container <= 0 || container >= REST_MILLIS) {
        throw new DHArchException(
            "the container must take between 0 and 44.61 ms (got " + container + " ms)");
      }
      for (AxisService service : services) {
        WaitingService.setWait(service, REST_MILLIS - container);
      }
    }
  }

  private List<HandlerVariant> variants() {
    return List.copyOf(testbeds.keySet());
  }

  private RoundRobinLoop loop(List<HandlerVariant> variants, Pace pace, Runnable roundDone)
      throws IOException {
    return new RoundRobinLoop(
        variant -> testbeds.get(variant).endpoint(variant),
        variants,
        pace.action(),
        () ->
            new WaitingExchange(
                "m" + ids.incrementAndGet(), KILOBYTES, List.of(WSRF, EVENTING), pace),
        roundDone);
  }

  /** Warms up the code with brief waits; with full waits it would take minutes. */
  private void warmUp(List<BaselineProbe> baselines) throws IOException, InterruptedException {
    progress.phase("warming up, most of it with brief waits");
    for (BaselineProbe each : baselines) {
      each.warmUp();
    }
    RoundRobinLoop.warmUp(pace -> loop(variants(), pace, () -> {}), briefRounds);
  }

  private void measure(List<BaselineProbe> baselines) throws IOException {
    Runnable roundDone =
        () -> {
          baselines.forEach(BaselineProbe::measure);
          progress.step();
        };
    try (RoundRobinLoop loop = loop(variants(), Pace.WAITING, roundDone)) {
      progress.phase("warming up");
      loop.measure(warmUp);
      timed.forEach(TimedHandler::clear);
      baselines.forEach(BaselineProbe::clear);
      progress.phase("measuring");
      Map<HandlerVariant, List<Double>> taken = loop.measure(observations);
      Map<HandlerVariant, Statistics> whole = RoundRobinLoop.statistics(taken);
      Map<String, Object> parameters =
          Map.of("handlers", "calibrated waits", "payload_kb", KILOBYTES);
      whole.forEach((variant, s) -> report.add(variant.name(), parameters, WHOLE, "ms", s));
      Map<String, Object> size = Map.of("payload_kb", KILOBYTES);
      baselines.forEach(each -> report.add(each.name(), size, ROUND_TRIP, "ms", each.millis()));
      report.add(AXIS2.name(), parameters, WSRF, "ms", Statistics.of(timed.get(0).millis()));
      report.add(AXIS2.name(), parameters, EVENTING, "ms", Statistics.of(timed.get(1).millis()));
      for (HandlerVariant variant : variants()) {
        if (variant.distributed()) {
          timelines(variant, parameters);
        }
      }
      check(taken);
    }
  }

  /** Checks DHArch in the variant that applies here: on one machine in memory. */
  private void check(Map<HandlerVariant, List<Double>> taken) {
    String sequential = " sequential / Axis2 sequential (paper 1.065)";
    String parallel = " parallel / limit of equation 4 (paper 1.048)";
    switch (run.options().environment()) {
      case MULTICORE -> {
        atMost("DHArch in memory," + sequential, taken, IN_MEMORY_SEQUENTIAL, 0, MAX_OVER_LIMIT);
        atMost(
            "DHArch in memory," + parallel,
            taken,
            IN_MEMORY_PARALLEL,
            EVENTING_MILLIS,
            MAX_OVER_LIMIT);
        atMost(
            "DHArch, caller runs," + sequential, taken, CALLER_RUNS_SEQUENTIAL, 0, MAX_OVER_LIMIT);
        atMost(
            "DHArch, caller runs," + parallel,
            taken,
            CALLER_RUNS_PARALLEL,
            EVENTING_MILLIS,
            MAX_OVER_LIMIT);
      }
      case LAN -> {
        if (taken.containsKey(LINKED_SEQUENTIAL)) {
          double most = LINKED_MAX_OVER_LIMIT;
          atMost("DHArch, direct link," + sequential, taken, LINKED_SEQUENTIAL, 0, most);
          atMost("DHArch, direct link," + parallel, taken, LINKED_PARALLEL, EVENTING_MILLIS, most);
        }
      }
      case WAN -> throw new IllegalStateException("not supported");
      case SINGLE_CPU -> {} // the paper has no such table, and the effect of one core on waits is
        // unknown
    }
  }

  /** Checks the rounds' ratios, which exclude what consecutive rounds have in common. */
  private void atMost(
      String what,
      Map<HandlerVariant, List<Double>> taken,
      HandlerVariant variant,
      double lessMillis,
      double most) {
    List<Double> ours = taken.get(variant);
    List<Double> axis2 = taken.get(AXIS2);
    List<Double> ratios =
        IntStream.range(0, ours.size())
            .mapToObj(i -> ours.get(i) / (axis2.get(i) - lessMillis))
            .toList();
    report.atMost("median of " + what, Interval.ofMedian(ratios), most);
  }

  private void timelines(HandlerVariant variant, Map<String, Object> parameters) {
    List<Timeline> timelines = testbeds.get(variant).timelines(variant.name());
    report.add(
        variant.name(),
        parameters,
        "from admission to the end",
        "ms",
        Statistics.of(timelines.stream().map(t -> t.endedNanos() / 1e6).toList()));
    HandlerCosts costs = HandlerCosts.of(timelines);
    costs.whole().forEach((handler, s) -> report.add(variant.name(), parameters, handler, "ms", s));
    costs
        .transfer()
        .forEach(
            (handler, s) ->
                report.add(variant.name(), parameters, handler + ": Tdata + C", "ms", s));
  }
}
