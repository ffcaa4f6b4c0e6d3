package org.dharch.benchmarks.scalability;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.Interval;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.load.ArrivalProcess;
import org.dharch.benchmarks.load.ConcurrencyLimitSearch;
import org.dharch.benchmarks.load.HostProcess;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.LoadResult;
import org.dharch.benchmarks.load.PairedRatios;
import org.dharch.benchmarks.load.ProcessUsage;
import org.dharch.benchmarks.load.ServiceAddress;
import org.dharch.samples.SampleHandlers;

/** The measuring part of {@link ScalabilitySuite}. Once, by one thread. */
final class Scalability extends Experiment {
  static final String RESPONSE = "response time";
  static final String KEPT_OF_PEAK = "goodput / peak";
  static final String PROCESSOR_TIME = "processor time";
  static final String GOODPUT = "goodput";
  static final String REFUSED = "refused";
  static final String RATE = "rate / capacity";
  static final String CHAIN = "Axis2's own chain";
  static final String SEQUENTIAL = "DHArch sequential";
  static final String PARALLEL = "DHArch parallel";
  static final List<String> WAYS = List.of(CHAIN, SEQUENTIAL, PARALLEL);

  /** Of which load the p99 is what admitted requests are held to. */
  static final double NEARLY_FULL = 0.9;

  /** In a smaller heap, collection for all who wait in closed loop makes the capacity too small. */
  private static final List<String> JVM =
      List.of("-Xms1g", "-Xmx1g", "-Xmn500m", "-XX:+UseSerialGC");

  private static final int THREADS = 400;
  private static final int CONNECTIONS = 380;
  private static final int CALIBRATION_CLIENTS = 32;
  private static final double KEPT = 0.95;
  private static final double SLOWER = 2;
  private static final Map<String, String> IDS =
      Map.of(CHAIN, "chain", SEQUENTIAL, "sequential", PARALLEL, "parallel");

  private final ScalabilityPlan plan;
  private final Sources sources = new Sources();
  private final Map<String, LoadResult> loads = new HashMap<>();
  private final Map<String, List<Double>> goodputs = new HashMap<>();

  Scalability(SuiteRun run) {
    super(run);
    this.plan = ScalabilityPlan.of(run.options());
    progress.steps(plan.steps());
  }

  @Override
  protected void run() throws Exception {
    try (ScratchFolder folder = ScratchFolder.create("dharch-scalability");
        HostProcess host =
            HostProcess.start(
                "server",
                JVM,
                ScalabilityMain.class.getName(),
                folder.path().toString(),
                Integer.toString(THREADS),
                run.nodes().brokerAddress().toString())) {
      try {
        for (SampleHandlers.Spec each : HandlerDeployment.all(folder.path())) {
          run.nodes().start(each.name(), HandlerDeployment.node(each), URI.create(host.more()));
        }
        run.nodes().awaitReady();
        measure(host);
      } finally {
        run.nodes().stop(); // before their broker
      }
    }
  }

  private void measure(HostProcess host) throws IOException, InterruptedException {
    report.add("request", Map.of("records", Sources.RECORDS), "size", "B", sources.bytes());
    progress.phase("warming up");
    host.deploy("chain", "");
    Duration warmUp = plan.warmUp();
    closed(host, "chain", warmUp);
    int window = calibrate(host, warmUp);
    double capacity = capacity(host, window);
    long wait = waitingLimit(host, window, capacity);
    host.deploy(
        "sequential", HandlerDeployment.deployment(HandlerDeployment.SEQUENTIAL, window, wait));
    host.deploy("parallel", HandlerDeployment.deployment(HandlerDeployment.PARALLEL, window, wait));
    closed(host, "sequential", warmUp.dividedBy(4));
    closed(host, "parallel", warmUp.dividedBy(4));
    report.add("window", Map.of(), "size", "requests", window);
    report.add("waiting limit", Map.of(), "time", "ms", (double) wait);
    report.add("capacity", Map.of(), "throughput", "1/s", capacity);
    sweep(host, capacity);
    pastTheCapacity(host, capacity);
    results();
  }

  private double closed(HostProcess host, String name, Duration counted) throws IOException {
    try (LoadClient client = new LoadClient()) {
      LoadResult loaded = client.closed(target(host, name), CALIBRATION_CLIENTS, sources);
      client.run(Duration.ofMillis(200), counted);
      return loaded.perSecond();
    }
  }

  /** The smallest window that comes near the best. */
  private int calibrate(HostProcess host, Duration warmUp)
      throws IOException, InterruptedException {
    for (int size : plan.windows()) {
      host.deploy(
          "window" + size, HandlerDeployment.deployment(HandlerDeployment.PARALLEL, size, 60_000));
    }
    closed(host, "window" + plan.windows().get(plan.windows().size() - 1), warmUp.multipliedBy(3));
    ConcurrencyLimitSearch found =
        ConcurrencyLimitSearch.find(
            plan.windows(),
            plan.rounds(),
            progress,
            size -> closed(host, "window" + size, plan.counted()));
    found.into(report);
    return found.size();
  }

  private double capacity(HostProcess host, int window) throws IOException {
    List<Double> values = new ArrayList<>();
    for (int round = 0; round < Math.max(3, plan.rounds()); round++) {
      values.add(closed(host, "window" + window, plan.counted()));
    }
    return Statistics.median(values);
  }

  /**
   * Half the p99 with nine tenths of the load, when nobody is refused: so long one may wait. The
   * median of several, since a moment in which the machine stands still is in the p99 of one.
   */
  private long waitingLimit(HostProcess host, int window, double capacity) throws IOException {
    List<Double> slowest = new ArrayList<>();
    for (int i = 0; i < plan.limits(); i++) {
      LoadResult loaded = open(host, "window" + window, NEARLY_FULL * capacity, plan.counted());
      slowest.add(loaded.all().getValueAtPercentile(99) / 1e6);
    }
    return Math.max(1, Math.round(Statistics.median(slowest) / 2));
  }

  private void sweep(HostProcess host, double capacity) throws IOException {
    Random random = new Random(10);
    for (int round = 0; round < plan.rounds(); round++) {
      List<Double> rates = plan.stretches();
      Collections.shuffle(rates, random);
      for (double rate : rates) {
        List<String> ways = new ArrayList<>(WAYS);
        Collections.shuffle(ways, random);
        for (String way : ways) {
          progress.phase(way + ", " + rate + " times the capacity");
          LoadResult loaded = open(host, IDS.get(way), rate * capacity, plan.counted());
          String name = named(way, rate);
          loads.computeIfAbsent(name, n -> LoadResult.empty()).add(loaded);
          goodputs.computeIfAbsent(name, n -> new ArrayList<>()).add(loaded.perSecond());
          progress.step();
        }
      }
    }
    for (String way : WAYS) {
      for (double rate : plan.rates()) {
        String name = named(way, rate);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(RATE, rate);
        parameters.put("rate", rate * capacity);
        LoadResult loaded = loads.get(name);
        report.add(name, parameters, RESPONSE, "ms", Statistics.of(loaded.all(), 1e6));
        report.add(name, parameters, GOODPUT, "1/s", Statistics.of(goodputs.get(name)));
        double all = loaded.refused() + loaded.all().getTotalCount();
        report.add(name, parameters, REFUSED, "%", 100 * loaded.refused() / Math.max(1, all));
      }
    }
  }

  private LoadResult open(HostProcess host, String name, double rate, Duration counted)
      throws IOException {
    Duration warm = plan.ramp();
    try (LoadClient client = new LoadClient()) {
      long[] schedule = ArrivalProcess.even(rate, warm.plus(counted));
      LoadResult loaded = client.open(target(host, name), schedule, CONNECTIONS, sources);
      client.run(warm, counted);
      return loaded;
    }
  }

  /**
   * What is kept of the peak: the one right beside the other, since the machine's speed changes.
   */
  private void pastTheCapacity(HostProcess host, double capacity) throws IOException {
    PairedRatios pairs = new PairedRatios();
    for (String way : List.of(SEQUENTIAL, PARALLEL)) {
      RefusalCosts costs = new RefusalCosts();
      double peak =
          plan.rates().stream().max(Comparator.comparing(rate -> goodput(way, rate))).orElseThrow();
      List<Interval> all = new ArrayList<>();
      for (double rate : plan.past()) {
        progress.phase(way + ", " + rate + " times the capacity, beside the peak");
        List<Double> kept =
            pairs.ratios(
                plan.pairs(),
                () -> costs.withMany(stretch(host, way, rate * capacity)).answers(),
                () -> costs.withFew(stretch(host, way, peak * capacity)).answers());
        report.add(
            named(way, rate),
            Map.of(RATE, rate, "peak", peak),
            KEPT_OF_PEAK,
            "",
            Statistics.of(kept));
        all.add(Interval.ofMedian(kept));
      }
      report.atLeast(
          way + ": least goodput past the capacity / peak",
          all.stream().min(Comparator.comparing(Interval::median)).orElseThrow(),
          KEPT);
      costs
          .each()
          .ifPresent(
              each -> {
                report.add(way + ", an answer", Map.of(), PROCESSOR_TIME, "ms", each.answer());
                report.add(way + ", a refusal", Map.of(), PROCESSOR_TIME, "ms", each.refusal());
              });
    }
  }

  private RefusalCosts.Stretch stretch(HostProcess host, String way, double perSecond) throws IOException {
    double cpu = cpuSeconds(host);
    long begin = System.nanoTime();
    LoadResult loaded = open(host, IDS.get(way), perSecond, plan.pair());
    double cores = (cpuSeconds(host) - cpu) * 1e9 / (System.nanoTime() - begin);
    progress.step();
    return new RefusalCosts.Stretch(loaded.perSecond(), loaded.refusedPerSecond(), cores);
  }

  private double cpuSeconds(HostProcess host) throws IOException {
    return ProcessUsage.of(host.pid()).cpuSeconds()
        + ProcessUsage.of(ProcessHandle.current().pid()).cpuSeconds()
        + run.nodes().cpu().toNanos() / 1e9;
  }

  private void results() {
    for (String way : List.of(SEQUENTIAL, PARALLEL)) {
      double worst =
          plan.rates().stream()
              .filter(rate -> rate >= 1)
              .mapToDouble(rate -> p99(way, rate))
              .max()
              .orElseThrow();
      report.atMost(
          way + ": p99 of the admitted from 1 to 3 times the capacity / p99 at 90 %",
          worst / p99(way, NEARLY_FULL),
          SLOWER);
    }
    double rate = plan.lowRate();
    report.add(
        "parallel / sequential at a low rate",
        Map.of(RATE, rate),
        RESPONSE,
        "",
        loads.get(named(PARALLEL, rate)).meanMillis()
            / loads.get(named(SEQUENTIAL, rate)).meanMillis());
  }

  private double goodput(String way, double rate) {
    return Statistics.median(goodputs.get(named(way, rate)));
  }

  private double p99(String way, double rate) {
    return loads.get(named(way, rate)).all().getValueAtPercentile(99);
  }

  private static ServiceAddress target(HostProcess host, String name) {
    return host.target(name, LedgerService.SERVICE);
  }

  static String named(String way, double rate) {
    return way + ", rate " + rate;
  }
}
