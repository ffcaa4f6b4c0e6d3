package org.dharch.benchmarks.handlers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.dharch.benchmarks.harness.Environment;
import org.dharch.benchmarks.harness.Progress;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteReport;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.site.HandlerCosts;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.site.Site;
import org.dharch.benchmarks.site.TimedHandler;
import org.dharch.benchmarks.site.Turns;
import org.dharch.benchmarks.site.WaitingExchange;
import org.dharch.benchmarks.site.WaitingHandler;
import org.dharch.benchmarks.site.WaitingService;
import org.dharch.benchmarks.site.Way;
import org.dharch.cli.SiteDocuments;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;
import org.dharch.samples.SampleNames;
import org.dharch.samples.SampleServices;

/** The measuring part of {@link HandlersSuite}. Once, by one thread. */
final class Handlers {
  static final String ROUND_TRIP = "round trip";
  static final String EQUATION_4 = "equation 4";
  static final String CORE_BOUND = "core bound";
  static final String IN_CHAIN = "in Axis2's chain";
  static final String TCOMP = "Tcomp";
  static final String TRANSFER = "Tdata + C";
  static final String WHOLE = "W";
  static final List<String> NAMES = List.of("A", "B", "C", "D", "E");

  /** The paper's six. */
  static final List<Way> WAYS =
      List.of(
          Way.chain("axis2-sequential", "Handlers1", "A B C D E"),
          Way.distributed("dharch-sequential", "Handlers2", "A B C D E"),
          Way.distributed("dharch-ac-bd-e", "Handlers3", "A,C B,D E"),
          Way.distributed("dharch-ab-cd-e", "Handlers4", "A,B C,D E"),
          Way.distributed("dharch-abcd-e", "Handlers5", "A,B,C,D E"),
          Way.distributed("dharch-parallel", "Handlers6", "A,B,C,D,E"));

  private static final int DISTINCT = 20;
  private static final int SIMULATED_KILOBYTES = 10;

  private final SuiteRun run;
  private final SuiteReport report;
  private final Progress progress;
  private final int observations;
  private final int realWarmUp;
  private final AtomicLong ids = new AtomicLong();

  Handlers(SuiteRun run) {
    this.run = run;
    report = run.report();
    progress = run.progress();
    observations = run.options().choose(40, 100);
    realWarmUp = run.options().choose(50, 100);
    progress.steps(realWarmUp + observations * (simulates() ? 2L : 1L));
  }

  static int number(Way way) {
    return WAYS.indexOf(way) + 1;
  }

  /** A wait on the only core would be work that another machine does: figure 6 has none. */
  private boolean simulates() {
    return run.options().environment() != Environment.SINGLE_CPU;
  }

  void run() throws Exception {
    Path folder = Files.createTempDirectory("dharch-bench");
    try {
      Map<String, Double> costs = real(folder);
      if (simulates()) {
        simulated(costs);
      }
    } finally {
      remove(folder);
    }
  }

  /** The sample handlers; what each cost in Axis2's own chain. */
  private Map<String, Double> real(Path folder) throws Exception {
    progress.phase("real work: starting");
    List<SampleHandlers.Spec> handlers = SampleHandlers.standard(folder);
    // made beforehand: compressing and encrypting cost as much as the handlers themselves
    SampleMessages source = SampleMessages.standard(1);
    List<SampleMessage> messages =
        IntStream.range(0, DISTINCT).mapToObj(i -> source.next()).toList();
    AtomicLong next = new AtomicLong();
    Supplier<Turns.Exchange> exchanges =
        () -> sample(messages.get((int) (next.getAndIncrement() % DISTINCT)));
    try (Site site = start(handlers)) {
      List<TimedHandler> chain =
          deploy(site, handlers, way -> SampleServices.create(way.service()));
      begin(site);
      try (Turns turns =
          new Turns(site::endpoint, WAYS, SampleNames.PROCESS_ACTION, exchanges, progress::step)) {
        progress.phase("real work: warming up");
        turns.take(realWarmUp);
        Map<String, Double> costs =
            measure(Variant.REAL, site, turns, chain, messages.get(0).envelope().length / 1024);
        run.nodes().stop();
        return costs;
      }
    }
  }

  private static Turns.Exchange sample(SampleMessage message) {
    return new Turns.Exchange() {
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

  /** The same with waits. */
  private void simulated(Map<String, Double> costs) throws Exception {
    progress.phase("simulated waits: starting");
    List<SampleHandlers.Spec> handlers =
        NAMES.stream().map(name -> WaitingHandler.spec(name, costs.get(name))).toList();
    try (Site site = start(handlers)) {
      List<TimedHandler> chain =
          deploy(
              site,
              handlers,
              way -> WaitingService.describe(site.configuration(), way.service(), 0));
      begin(site);
      progress.phase("simulated waits: warming up, most of it with brief ones");
      Turns.warmUp(pace -> waiting(site, pace, () -> {}), run.options().choose(2400, 6000));
      try (Turns turns = waiting(site, Pace.WAITING, progress::step)) {
        turns.take(5);
        measure(Variant.SIMULATED, site, turns, chain, SIMULATED_KILOBYTES);
      }
      run.nodes().stop();
    }
  }

  private Turns waiting(Site site, Pace pace, Runnable roundDone) throws IOException {
    return new Turns(
        site::endpoint,
        WAYS,
        pace.action(),
        () -> new WaitingExchange("m" + ids.incrementAndGet(), SIMULATED_KILOBYTES, NAMES, pace),
        roundDone);
  }

  private Site start(List<SampleHandlers.Spec> handlers) throws IOException, InterruptedException {
    int kept = observations * (WAYS.size() - 1);
    Site site =
        Site.start(
            run.nodes(),
            SiteDocuments.orchestrations(WAYS),
            Map.of("dharch.keptTimelines", Integer.toString(kept)));
    for (SampleHandlers.Spec handler : handlers) {
      String node = "node-" + handler.name();
      run.nodes().start(node, SiteDocuments.node(node, List.of(handler)), site.broker());
    }
    return site;
  }

  /** Makes a service, which may fail. */
  private interface ServiceMaker {
    AxisService make(Way way) throws AxisFault;
  }

  private static List<TimedHandler> deploy(
      Site site, List<SampleHandlers.Spec> handlers, ServiceMaker services) throws AxisFault {
    List<TimedHandler> chain = new ArrayList<>();
    for (SampleHandlers.Spec handler : handlers) {
      chain.add(new TimedHandler(handler.create()));
    }
    for (Way way : WAYS) {
      if (way.distributed()) {
        site.deploy(services.make(way));
      } else {
        site.deployChain(services.make(way), chain);
      }
    }
    return chain;
  }

  private void begin(Site site) throws IOException, InterruptedException {
    site.listen();
    run.nodes().awaitReady();
    site.awaitHandlers(NAMES);
  }

  private Map<String, Double> measure(
      Variant variant, Site site, Turns turns, List<TimedHandler> chain, int kilobytes)
      throws IOException {
    chain.forEach(TimedHandler::clear);
    progress.phase(variant.title() + ": measuring");
    Map<Way, List<Double>> millis = turns.take(observations);
    Map<Way, Statistics> measured = Turns.statistics(millis);
    int cores = Runtime.getRuntime().availableProcessors();
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("handlers", variant.title());
    parameters.put("request_kb", kilobytes);
    parameters.put("cores", cores);
    Map<String, Double> inChain = new LinkedHashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      Statistics cost = Statistics.of(chain.get(i).millis());
      inChain.put(NAMES.get(i), cost.median());
      report.add(variant.id() + ", handler " + NAMES.get(i), parameters, IN_CHAIN, "ms", cost);
    }
    HandlerCosts costs = HandlerCosts.of(site.timelines(WAYS.get(1).name()));
    for (String name : NAMES) {
      String of = variant.id() + ", handler " + name;
      report.add(of, parameters, TCOMP, "ms", costs.run().get(name));
      report.add(of, parameters, TRANSFER, "ms", costs.transfer().get(name));
      report.add(of, parameters, WHOLE, "ms", costs.whole().get(name));
    }
    Prediction prediction =
        new Prediction(measured.get(WAYS.get(0)).median(), inChain, costs, cores);
    for (Way way : WAYS) {
      String name = variant.result(way);
      report.add(name, parameters, ROUND_TRIP, "ms", measured.get(way));
      report.add(name, parameters, EQUATION_4, "ms", prediction.equation(way));
      if (variant == Variant.REAL) {
        report.add(name, parameters, CORE_BOUND, "ms", prediction.coreBound(way));
      }
    }
    new Promises(report, variant, run.options().environment()).check(millis, prediction);
    return inChain;
  }

  private static void remove(Path folder) throws IOException {
    List<Path> found;
    try (Stream<Path> tree = Files.walk(folder)) {
      found = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : found) {
      Files.deleteIfExists(each);
    }
  }
}
