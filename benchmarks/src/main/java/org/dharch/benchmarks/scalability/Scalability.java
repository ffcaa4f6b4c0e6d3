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
  static final String REJECTED = "refused";
  static final String RATE = "rate / capacity";
  static final String CHAIN = "Axis2's own chain";
  static final String SEQUENTIAL = "DHArch sequential";
  static final String PARALLEL = "DHArch parallel";
  static final List<String> VARIANTS = List.of(CHAIN, SEQUENTIAL, PARALLEL);

  /** The relative load whose p99 is the reference for admitted requests. */
  static final double NEARLY_FULL = 0.9;

  /**
   * A smaller heap reduces the capacity, because all closed-loop clients wait for its collection.
   */
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
        run.nodes().stop(); // closed before their broker
      }
    }
  }

  private void measure(HostProcess host) throws IOException, InterruptedException {
    report.add("request", Map.of("records", Sources.RECORDS), "size", "B", sources.bytes());
    progress.phase("warming up");
    host.deploy("chain", "");
    Duration warmUp = plan.warmUp();
    closed(host, "chain", warmUp);
    int concurrencyLimit = calibrate(host, warmUp);
    double capacity = capacity(host, concurrencyLimit);
    long wait = waitingLimit(host, concurrencyLimit, capacity);
    host.deploy(
        "sequential",
        HandlerDeployment.deployment(HandlerDeployment.SEQUENTIAL, concurrencyLimit, wait));
    host.deploy(
        "parallel",
        HandlerDeployment.deployment(HandlerDeployment.PARALLEL, concurrencyLimit, wait));
    closed(host, "sequential", warmUp.dividedBy(4));
    closed(host, "parallel", warmUp.dividedBy(4));
    report.add("window", Map.of(), "size", "requests", concurrencyLimit);
    report.add("waiting limit", Map.of(), "time", "ms", (double) wait);
    report.add("capacity", Map.of(), "throughput", "1/s", capacity);
    sweep(host, capacity);
    pastTheCapacity(host, capacity);
    results();
  }

  private double closed(HostProcess host, String name, Duration counted) throws IOException {
    try (LoadClient client = new LoadClient()) {
      LoadResult loadResult = client.closed(target(host, name), CALIBRATION_CLIENTS, sources);
      client.run(Duration.ofMillis(200), counted);
      return loadResult.perSecond();
    }
  }

  /** Returns the smallest window near the best. */
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

  private double capacity(HostProcess host, int concurrencyLimit) throws IOException {
    List<Double> values = new ArrayList<>();
    for (int round = 0; round < Math.max(3, plan.rounds()); round++) {
      values.add(closed(host, "window" + concurrencyLimit, plan.counted()));
    }
    return Statistics.median(values);
  }

  /**
   * Returns the waiting limit: half the p99 at nine tenths of the capacity, where no request is
   * rejected. It is the median of several measurements, because one pause of the machine determines
   * the p99 of one.
   */
  private long waitingLimit(HostProcess host, int concurrencyLimit, double capacity)
      throws IOException {
    List<Double> slowest = new ArrayList<>();
    for (int i = 0; i < plan.limits(); i++) {
      LoadResult loaded =
          open(host, "window" + concurrencyLimit, NEARLY_FULL * capacity, plan.counted());
      slowest.add(loaded.all().getValueAtPercentile(99) / 1e6);
    }
    return Math.max(1, Math.round(Statistics.median(slowest) / 2));
  }

  private void sweep(HostProcess host, double capacity) throws IOException {
    Random random = new Random(10);
    for (int round = 0; round < plan.rounds(); round++) {
      List<Double> rates = plan.samples();
      Collections.shuffle(rates, random);
      for (double rate : rates) {
        List<String> variants = new ArrayList<>(VARIANTS);
        Collections.shuffle(variants, random);
        for (String variant : variants) {
          progress.phase(variant + ", " + rate + " times the capacity");
          LoadResult loadResult = open(host, IDS.get(variant), rate * capacity, plan.counted());
          String name = named(variant, rate);
          loads.computeIfAbsent(name, n -> LoadResult.empty()).add(loadResult);
          goodputs.computeIfAbsent(name, n -> new ArrayList<>()).add(loadResult.perSecond());
          progress.step();
        }
      }
    }
    for (String variant : VARIANTS) {
      for (double rate : plan.rates()) {
        String name = named(variant, rate);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(RATE, rate);
        parameters.put("rate", rate * capacity);
        LoadResult loadResult = loads.get(name);
        report.add(name, parameters, RESPONSE, "ms", Statistics.of(loadResult.all(), 1e6));
        report.add(name, parameters, GOODPUT, "1/s", Statistics.of(goodputs.get(name)));
        double all = loadResult.rejected() + loadResult.all().getTotalCount();
        report.add(name, parameters, REJECTED, "%", 100 * loadResult.rejected() / Math.max(1, all));
      }
    }
  }

  private LoadResult open(HostProcess host, String name, double rate, Duration counted)
      throws IOException {
    Duration warm = plan.ramp();
    try (LoadClient client = new LoadClient()) {
      long[] schedule = ArrivalProcess.even(rate, warm.plus(counted));
      LoadResult loadResult = client.open(target(host, name), schedule, CONNECTIONS, sources);
      client.run(warm, counted);
      return loadResult;
    }
  }

  /**
   * Measures the goodput past the capacity directly after that at the peak, because the machine's
   * speed changes.
   */
  private void pastTheCapacity(HostProcess host, double capacity) throws IOException {
    PairedRatios pairs = new PairedRatios();
    for (String variant : List.of(SEQUENTIAL, PARALLEL)) {
      RejectionCosts costs = new RejectionCosts();
      double peak =
          plan.rates().stream()
              .max(Comparator.comparing(rate -> goodput(variant, rate)))
              .orElseThrow();
      List<Interval> all = new ArrayList<>();
      for (double rate : plan.past()) {
        progress.phase(variant + ", " + rate + " times the capacity, after the peak");
        List<Double> kept =
            pairs.ratios(
                plan.pairs(),
                () -> costs.withMany(sample(host, variant, rate * capacity)).answers(),
                () -> costs.withFew(sample(host, variant, peak * capacity)).answers());
        report.add(
            named(variant, rate),
            Map.of(RATE, rate, "peak", peak),
            KEPT_OF_PEAK,
            "",
            Statistics.of(kept));
        all.add(Interval.ofMedian(kept));
      }
      report.atLeast(
          variant + ": least goodput past the capacity / peak",
          all.stream().min(Comparator.comparing(Interval::median)).orElseThrow(),
          KEPT);
      costs
          .each()
          .ifPresent(
              each -> {
                report.add(variant + ", an answer", Map.of(), PROCESSOR_TIME, "ms", each.answer());
                report.add(
                    variant + ", a rejection", Map.of(), PROCESSOR_TIME, "ms", each.rejection());
              });
    }
  }

  private RejectionCosts.Interval sample(HostProcess host, String variant, double perSecond)
      throws IOException {
    double cpu = cpuSeconds(host);
    long begin = System.nanoTime();
    LoadResult loadResult = open(host, IDS.get(variant), perSecond, plan.pair());
    double cores = (cpuSeconds(host) - cpu) * 1e9 / (System.nanoTime() - begin);
    progress.step();
    return new RejectionCosts.Interval(
        loadResult.perSecond(), loadResult.rejectedPerSecond(), cores);
  }

  private double cpuSeconds(HostProcess host) throws IOException {
    return ProcessUsage.of(host.pid()).cpuSeconds()
        + ProcessUsage.of(ProcessHandle.current().pid()).cpuSeconds()
        + run.nodes().cpu().toNanos() / 1e9;
  }

  private void results() {
    for (String variant : List.of(SEQUENTIAL, PARALLEL)) {
      double worst =
          plan.rates().stream()
              .filter(rate -> rate >= 1)
              .mapToDouble(rate -> p99(variant, rate))
              .max()
              .orElseThrow();
      report.atMost(
          variant + ": p99 of the admitted from 1 to 3 times the capacity / p99 at 90 %",
          worst / p99(variant, NEARLY_FULL),
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

  private double goodput(String variant, double rate) {
    return Statistics.median(goodputs.get(named(variant, rate)));
  }

  private double p99(String variant, double rate) {
    return loads.get(named(variant, rate)).all().getValueAtPercentile(99);
  }

  private static ServiceAddress target(HostProcess host, String name) {
    return host.target(name, LedgerService.SERVICE);
  }

  static String named(String variant, double rate) {
    return variant + ", rate " + rate;
  }
}
