package org.dharch.benchmarks.handlers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisService;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
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
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;
import org.dharch.samples.SampleNames;
import org.dharch.samples.SampleServices;

/** The measuring part of {@link HandlersSuite}. Once, by one thread. */
final class HandlersExperiment extends Experiment {
  static final String ROUND_TRIP = "round trip";
  static final String EQUATION_4 = "equation 4";
  static final String CORE_BOUND = "core bound";
  static final String IN_CHAIN = "in Axis2's chain";
  static final String TCOMP = "Tcomp";
  static final String TRANSFER = "Tdata + C";
  static final String WHOLE = "W";
  static final List<String> NAMES = List.of("A", "B", "C", "D", "E");

  /** The paper's six configurations. */
  static final List<HandlerVariant> VARIANTS =
      List.of(
          HandlerVariant.chain("axis2-sequential", "Handlers1", "A B C D E"),
          HandlerVariant.distributed("dharch-sequential", "Handlers2", "A B C D E"),
          HandlerVariant.distributed("dharch-ac-bd-e", "Handlers3", "A,C B,D E"),
          HandlerVariant.distributed("dharch-ab-cd-e", "Handlers4", "A,B C,D E"),
          HandlerVariant.distributed("dharch-abcd-e", "Handlers5", "A,B,C,D E"),
          HandlerVariant.distributed("dharch-parallel", "Handlers6", "A,B,C,D,E"));

  private static final int DISTINCT = 20;
  private static final int COST_ROUNDS = 20;
  private static final int SIMULATED_KILOBYTES = 10;

  private final int observations;
  private final int realWarmUp;
  private final AtomicLong ids = new AtomicLong();

  HandlersExperiment(SuiteRun run) {
    super(run);
    observations = run.options().choose(40, 100);
    realWarmUp = run.options().choose(50, 100);
    int costSteps = comparesCost() ? CpuCostComparison.WARM_UPS + COST_ROUNDS : 0;
    progress.steps(realWarmUp + costSteps + observations * (simulates() ? 2L : 1L));
  }

  static int number(HandlerVariant variant) {
    return VARIANTS.indexOf(variant) + 1;
  }

  /**
   * Returns whether waits are measured. On a single core a wait would count as work of another
   * machine; figure 6 has none.
   */
  private boolean simulates() {
    return run.options().environment() != BenchmarkEnvironment.SINGLE_CPU;
  }

  /**
   * Returns whether processor time is compared: not where it is unknown, on one core, or in a quick
   * run, in which the compilers of the nodes do not finish.
   */
  private boolean comparesCost() {
    return run.options().environment() == BenchmarkEnvironment.MULTICORE && !run.options().quick();
  }

  @Override
  protected void run() throws Exception {
    try (ScratchFolder folder = ScratchFolder.create("dharch-bench")) {
      Map<String, Double> costs = real(folder.path());
      if (simulates()) {
        simulated(costs);
      }
    }
  }

  /** Measures the sample handlers and returns the cost of each in Axis2's own chain. */
  private Map<String, Double> real(Path folder) throws Exception {
    progress.phase("real work: starting");
    List<SampleHandlers.Spec> handlers = SampleHandlers.standard(folder);
    // made beforehand, because compression and encryption cost as much as the handlers
    SampleMessages source = SampleMessages.standard(1);
    List<SampleMessage> messages =
        IntStream.range(0, DISTINCT).mapToObj(i -> source.next()).toList();
    AtomicLong next = new AtomicLong();
    Supplier<RoundRobinLoop.CheckedExchange> exchanges =
        () -> sample(messages.get((int) (next.getAndIncrement() % DISTINCT)));
    try (Testbed testbed = start(handlers)) {
      List<TimedHandler> chain =
          deploy(testbed, handlers, variant -> SampleServices.create(variant.service()));
      if (comparesCost()) {
        List<SampleHandlers.Spec> all = CpuCostComparison.handlers(handlers);
        String document = SiteDocuments.node(CpuCostComparison.NODE, all);
        run.nodes().start(CpuCostComparison.NODE, document, testbed.broker());
        testbed.deploy(SampleServices.create(CpuCostComparison.ONE_NODE.service()));
      }
      begin(testbed);
      try (RoundRobinLoop loop =
          new RoundRobinLoop(
              testbed::endpoint, VARIANTS, SampleNames.PROCESS_ACTION, exchanges, progress::step)) {
        progress.phase("real work: warming up");
        loop.measure(realWarmUp);
        Map<String, Double> costs =
            measure(Workload.REAL, testbed, loop, chain, messages.get(0).envelope().length / 1024);
        if (comparesCost()) {
          compareCost(testbed, exchanges);
        }
        run.nodes().stop();
        return costs;
      }
    }
  }

  private void compareCost(Testbed testbed, Supplier<RoundRobinLoop.CheckedExchange> exchanges)
      throws IOException, InterruptedException {
    progress.phase("real work: processor time");
    testbed.awaitHandlers(
        CpuCostComparison.ONE_NODE.stages().stream().flatMap(List::stream).toList());
    new CpuCostComparison(run.nodes(), report)
        .measure(
            VARIANTS.get(0),
            VARIANTS.get(1),
            variant -> alone(testbed, variant, exchanges),
            COST_ROUNDS,
            Map.of("handlers", Workload.REAL.title()),
            progress::step);
  }

  private static RoundRobinLoop alone(
      Testbed testbed, HandlerVariant variant, Supplier<RoundRobinLoop.CheckedExchange> exchanges)
      throws IOException {
    return new RoundRobinLoop(
        testbed::endpoint, List.of(variant), SampleNames.PROCESS_ACTION, exchanges, () -> {});
  }

  private static RoundRobinLoop.CheckedExchange sample(SampleMessage message) {
    return new RoundRobinLoop.CheckedExchange() {
      @Override
      public byte[] envelope() {
        return message.envelope();
      }

      @Override
      public Optional<String> problemOf(byte[] answer) {
        return message.problemOf(new String(answer, StandardCharsets.UTF_8));
      }
    };
  }

  /** Measures waits instead of the handlers. */
  private void simulated(Map<String, Double> costs) throws Exception {
    progress.phase("simulated waits: starting");
    List<SampleHandlers.Spec> handlers =
        NAMES.stream().map(name -> WaitingHandler.spec(name, costs.get(name))).toList();
    try (Testbed testbed = start(handlers)) {
      List<TimedHandler> chain =
          deploy(
              testbed,
              handlers,
              variant -> WaitingService.describe(testbed.configuration(), variant.service(), 0));
      begin(testbed);
      progress.phase("simulated waits: warming up, most of it with brief ones");
      RoundRobinLoop.warmUp(
          pace -> waiting(testbed, pace, () -> {}), run.options().choose(2400, 6000));
      try (RoundRobinLoop loop = waiting(testbed, Pace.WAITING, progress::step)) {
        loop.measure(5);
        measure(Workload.SIMULATED, testbed, loop, chain, SIMULATED_KILOBYTES);
      }
      run.nodes().stop();
    }
  }

  private RoundRobinLoop waiting(Testbed testbed, Pace pace, Runnable roundDone)
      throws IOException {
    return new RoundRobinLoop(
        testbed::endpoint,
        VARIANTS,
        pace.action(),
        () -> new WaitingExchange("m" + ids.incrementAndGet(), SIMULATED_KILOBYTES, NAMES, pace),
        roundDone);
  }

  private Testbed start(List<SampleHandlers.Spec> handlers)
      throws IOException, InterruptedException {
    int kept = observations * (VARIANTS.size() - 1);
    Testbed testbed =
        Testbed.start(
            run.nodes(),
            SiteDocuments.orchestrations(
                Stream.concat(VARIANTS.stream(), Stream.of(CpuCostComparison.ONE_NODE)).toList()),
            Map.of("dharch.keptTimelines", Integer.toString(kept)));
    for (SampleHandlers.Spec handler : handlers) {
      String node = "node-" + handler.name();
      run.nodes().start(node, SiteDocuments.node(node, List.of(handler)), testbed.broker());
    }
    return testbed;
  }

  /** Makes a service. */
  private interface ServiceMaker {
    AxisService make(HandlerVariant variant) throws AxisFault;
  }

  private static List<TimedHandler> deploy(
      Testbed testbed, List<SampleHandlers.Spec> handlers, ServiceMaker services) throws AxisFault {
    List<TimedHandler> chain = new ArrayList<>();
    for (SampleHandlers.Spec handler : handlers) {
      chain.add(new TimedHandler(handler.create()));
    }
    for (HandlerVariant variant : VARIANTS) {
      if (variant.distributed()) {
        testbed.deploy(services.make(variant));
      } else {
        testbed.deployChain(services.make(variant), chain);
      }
    }
    return chain;
  }

  private void begin(Testbed testbed) throws IOException, InterruptedException {
    testbed.listen();
    run.nodes().awaitReady();
    testbed.awaitHandlers(NAMES);
  }

  private Map<String, Double> measure(
      Workload workload,
      Testbed testbed,
      RoundRobinLoop loop,
      List<TimedHandler> chain,
      int kilobytes)
      throws IOException {
    chain.forEach(TimedHandler::clear);
    progress.phase(workload.title() + ": measuring");
    Map<HandlerVariant, List<Double>> millis = loop.measure(observations);
    Map<HandlerVariant, Statistics> measured = RoundRobinLoop.statistics(millis);
    int cores = Runtime.getRuntime().availableProcessors();
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("handlers", workload.title());
    parameters.put("request_kb", kilobytes);
    parameters.put("cores", cores);
    Map<String, Double> inChain = new LinkedHashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      Statistics cost = Statistics.of(chain.get(i).millis());
      inChain.put(NAMES.get(i), cost.median());
      report.add(workload.id() + ", handler " + NAMES.get(i), parameters, IN_CHAIN, "ms", cost);
    }
    HandlerCosts costs = HandlerCosts.of(testbed.timelines(VARIANTS.get(1).name()));
    for (String name : NAMES) {
      String of = workload.id() + ", handler " + name;
      report.add(of, parameters, TCOMP, "ms", costs.run().get(name));
      report.add(of, parameters, TRANSFER, "ms", costs.transfer().get(name));
      report.add(of, parameters, WHOLE, "ms", costs.whole().get(name));
    }
    HandlerVariant chainAlone = VARIANTS.get(0);
    PredictedTimes predicted =
        PredictedTimes.of(chainAlone, measured.get(chainAlone).median(), inChain, costs, cores);
    for (HandlerVariant variant : VARIANTS) {
      String name = workload.result(variant);
      report.add(name, parameters, ROUND_TRIP, "ms", measured.get(variant));
      report.add(name, parameters, EQUATION_4, "ms", predicted.equation(variant));
      if (workload == Workload.REAL) {
        report.add(name, parameters, CORE_BOUND, "ms", predicted.coreBound(variant));
      }
    }
    new FigureChecks(report, workload, run.options().environment()).check(millis, predicted);
    return inChain;
  }
}
