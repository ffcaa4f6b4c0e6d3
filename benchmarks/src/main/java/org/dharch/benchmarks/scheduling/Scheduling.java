package org.dharch.benchmarks.scheduling;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.dharch.benchmarks.bookstore.Scale;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.load.ConcurrencyLimitSearch;
import org.dharch.benchmarks.load.LoadResult;
import org.dharch.benchmarks.load.PairedRatios;

/** The measuring part of {@link SchedulingSuite}. Once, by one thread. */
final class Scheduling extends Experiment {
  static final String THROUGHPUT = "throughput";
  static final String RESPONSE = "response time";
  static final String MEAN_RESPONSE = "mean response time";
  static final String CLIENTS = "clients";
  static final String KEPT_OF_PEAK = "throughput / peak";
  static final String IN_BURSTS = " / FCFS, bursts";
  static final String OPERATION = "operation";

  static final int CALIBRATION_CLIENTS = 76;
  private static final double KEPT = 0.95;
  private static final double FALLEN = 0.9;
  private static final double SJF_GAIN = 0.8;
  private static final double SLOWER = 1.1;
  private static final double CORRELATION = 0.72;
  private static final double FAIR = 2;

  /** The ageing bound, in mean response times at the most clients. */
  private static final double AGEING = 5;

  /** The minimum number of observations for the mean of a class. */
  private static final int ENOUGH = 20;

  private final SchedulingPlan plan;

  Scheduling(SuiteRun run) {
    super(run);
    this.plan = SchedulingPlan.of(run.options());
    progress.steps(plan.steps());
  }

  @Override
  protected void run() throws Exception {
    run.print("making the database");
    try (ScratchFolder folder = ScratchFolder.create("dharch-bookstore");
        BookstoreDeployment bookstore = BookstoreDeployment.open(folder.path(), Scale.PAPER)) {
      report.add("database", Map.of(), "size", "MiB", bookstore.database.bytes() / 1048576.0);
      measure(bookstore);
    }
  }

  private void measure(BookstoreDeployment bookstore)
      throws IOException, SQLException, InterruptedException {
    progress.phase("warming up");
    bookstore.deploy(Discipline.PS);
    Discipline wide = Discipline.fixed(CALIBRATION_CLIENTS);
    bookstore.deploy(wide); // the module's code must be warm too
    Duration half = plan.warmUp().dividedBy(2);
    bookstore.closed(Discipline.PS, 24, Duration.ZERO, half);
    bookstore.closed(wide, 24, Duration.ZERO, half);
    ConcurrencyLimitSearch found = calibrate(bookstore);
    int concurrencyLimit = found.size();
    double roughly = Math.max(1, found.perSecond());
    long ageing = Math.max(1, Math.round(AGEING * 1000 * plan.most() / roughly));
    Disciplines disciplines =
        Disciplines.of(
            concurrencyLimit, ageing, Math.max(2, Math.round(3000 * concurrencyLimit / roughly)));
    for (Discipline each : disciplines.deployed()) {
      bookstore.deploy(each);
    }
    report.add("SJF with ageing", Map.of(), "ageing bound", "ms", (double) ageing);

    Sweep sweep = new Sweep(bookstore, plan, progress);
    sweep.measure(disciplines.swept());
    closedLoop(bookstore, sweep, disciplines);
    estimates(bookstore, disciplines, concurrencyLimit);
    bursts(bookstore, disciplines, sweep.throughput(disciplines.fcfs(), plan.most()).median());
    fairness(bookstore, disciplines);
  }

  private ConcurrencyLimitSearch calibrate(BookstoreDeployment bookstore)
      throws IOException, InterruptedException {
    for (int size : plan.windows()) {
      bookstore.deploy(Discipline.fixed(size));
    }
    ConcurrencyLimitSearch found =
        ConcurrencyLimitSearch.find(
            plan.windows(),
            plan.rounds(),
            progress,
            size ->
                perSecond(bookstore, Discipline.fixed(size), CALIBRATION_CLIENTS, plan.counted()));
    found.into(report);
    report.add("fixed window", Map.of(), "size", "requests", found.size());
    return found;
  }

  private double perSecond(
      BookstoreDeployment bookstore, Discipline each, int clients, Duration counted)
      throws IOException {
    return bookstore.closed(each, clients, plan.ramp(), counted).perSecond();
  }

  /** Measures the throughput at this number of clients directly after that at the peak. */
  private Statistics kept(BookstoreDeployment bookstore, Sweep sweep, Discipline each, int clients)
      throws IOException {
    int atPeak = sweep.atPeak(each);
    progress.phase(named(each, clients) + ", after the peak");
    List<Double> ratios =
        new PairedRatios()
            .ratios(
                plan.pairs().count(),
                () -> {
                  progress.step();
                  return perSecond(bookstore, each, clients, plan.pairs().each());
                },
                () -> perSecond(bookstore, each, atPeak, plan.pairs().each()));
    Statistics kept = Statistics.of(ratios);
    Map<String, Object> parameters = Map.of(CLIENTS, clients, "peak", atPeak);
    report.add(named(each, clients), parameters, KEPT_OF_PEAK, "", kept);
    return kept;
  }

  private void closedLoop(BookstoreDeployment bookstore, Sweep sweep, Disciplines disciplines)
      throws IOException {
    for (Discipline each : disciplines.swept()) {
      for (int clients : plan.clients()) {
        String name = named(each, clients);
        Map<String, Object> parameters = Map.of(CLIENTS, clients);
        report.add(name, parameters, THROUGHPUT, "1/s", sweep.throughput(each, clients));
        LoadResult load = sweep.load(each, clients);
        report.add(name, parameters, RESPONSE, "ms", Statistics.of(load.all(), 1e6));
        for (Map.Entry<String, Histogram> kind : load.kinds().entrySet()) {
          Map<String, Object> both = new LinkedHashMap<>(parameters);
          both.put(OPERATION, kind.getKey());
          Statistics times = Statistics.of(kind.getValue(), 1e6);
          report.add(name + ", " + kind.getKey(), both, RESPONSE, "ms", times);
        }
      }
      uses(sweep.uses(each), each.title());
    }
    int saturating = sweep.saturating(Discipline.PS);
    report.add("PS", Map.of(), "saturating load", "clients", saturating);
    for (Discipline each : List.of(disciplines.fcfs(), disciplines.vegas())) {
      int twice = sweep.twice(saturating);
      Statistics kept = kept(bookstore, sweep, each, twice);
      report.atLeast(
          each.title() + ": throughput with " + twice + " clients / its peak", kept.median(), KEPT);
      kept(bookstore, sweep, each, plan.most());
    }
    Statistics fallen = kept(bookstore, sweep, Discipline.PS, plan.most());
    report.atMost(
        "PS: throughput with " + plan.most() + " clients / its peak", fallen.median(), FALLEN);
    double ps = sweep.throughput(Discipline.PS, plan.most()).median();
    report.add(
        "FCFS / PS, the most clients",
        Map.of(CLIENTS, plan.most()),
        "throughput",
        "",
        sweep.throughput(disciplines.fcfs(), plan.most()).median() / ps);
    double fcfs = sweep.load(disciplines.fcfs(), plan.most()).meanMillis();
    double sjf = sweep.load(disciplines.sjf(), plan.most()).meanMillis();
    report.add("SJF / FCFS, closed loop", Map.of(), MEAN_RESPONSE, "", sjf / fcfs);
  }

  private void uses(List<ResourceUsage> uses, String title) {
    Map<String, Object> parameters = Map.of(CLIENTS, plan.usageClients());
    Map<String, ToDoubleFunction<ResourceUsage>> all = new LinkedHashMap<>();
    all.put("server CPU, cores", ResourceUsage::serverCpu);
    all.put("server memory, MiB", ResourceUsage::serverMemory);
    all.put("database CPU, cores", ResourceUsage::databaseCpu);
    all.put("database log, MiB/s", ResourceUsage::log);
    all.put("database commits, 1/s", ResourceUsage::commits);
    all.forEach(
        (metric, value) -> {
          String[] parts = metric.split(", ", -1);
          List<Double> values = uses.stream().map(value::applyAsDouble).toList();
          report.add(title, parameters, parts[0], parts[1], Statistics.of(values));
        });
  }

  private void estimates(BookstoreDeployment shop, Disciplines disciplines, int concurrencyLimit)
      throws IOException {
    progress.phase("estimates");
    Estimates.Correlations found =
        Estimates.find(shop, disciplines.fcfs(), concurrencyLimit, plan.correlated());
    Map<String, Object> parameters = Map.of("requests", found.requests());
    report.add("by operation", parameters, "correlation", "", found.byName());
    report.add("by operation and data", parameters, "correlation", "", found.byData());
    report.atLeast(
        "correlation of estimated and observed times, by operation and data",
        found.byData(),
        CORRELATION);
    report.atLeast(
        "correlation by operation and data less that by operation",
        found.byData() - found.byName(),
        0);
  }

  private void bursts(BookstoreDeployment bookstore, Disciplines disciplines, double capacity)
      throws IOException {
    Bursts bursts = new Bursts();
    bursts.measure(bookstore, disciplines.burst(), capacity, plan.bursts(), progress);
    Map<String, Object> parameters = Map.of("offered / capacity", Bursts.OVERLOAD);
    for (Discipline each : disciplines.burst()) {
      String name = "burst, " + each.title();
      report.add(name, parameters, RESPONSE, "ms", Statistics.of(bursts.of(each).all(), 1e6));
      bursts
          .of(each)
          .kinds()
          .forEach(
              (kind, times) ->
                  report.add(
                      name + ", " + kind, parameters, RESPONSE, "ms", Statistics.of(times, 1e6)));
    }
    Function<LoadResult, Optional<Histogram>> every = loadResult -> Optional.of(loadResult.all());
    for (Discipline variant : List.of(disciplines.sjf(), disciplines.sjfWithAgeing())) {
      double gain = relativeToFcfs(bursts, disciplines, variant, "", every);
      report.atMost(
          "mean response time of " + variant.title() + " / FCFS in bursts", gain, SJF_GAIN);
    }
    double worst = 0;
    for (Map.Entry<String, Histogram> kind : bursts.of(disciplines.fcfs()).kinds().entrySet()) {
      String suffix = ", " + kind.getKey();
      Function<LoadResult, Optional<Histogram>> times =
          loadResult -> Optional.ofNullable(loadResult.kinds().get(kind.getKey()));
      relativeToFcfs(bursts, disciplines, disciplines.sjf(), suffix, times);
      double aged = relativeToFcfs(bursts, disciplines, disciplines.sjfWithAgeing(), suffix, times);
      if (kind.getValue().getTotalCount() >= ENOUGH) {
        worst = Math.max(worst, aged);
      }
    }
    report.atMost(
        "mean response time of SJF with ageing / FCFS, the operation that loses most",
        worst,
        SLOWER);
  }

  /** Returns the median of the ratios of the bursts. */
  private double relativeToFcfs(
      Bursts bursts,
      Disciplines disciplines,
      Discipline variant,
      String suffix,
      Function<LoadResult, Optional<Histogram>> times) {
    Statistics ratios = bursts.ratios(variant, disciplines.fcfs(), times);
    report.add(variant.title() + IN_BURSTS + suffix, Map.of(), MEAN_RESPONSE, "", ratios);
    return ratios.median();
  }

  private void fairness(BookstoreDeployment bookstore, Disciplines disciplines) throws IOException {
    progress.phase("the capacity under fair share");
    double capacity =
        bookstore
            .closed(disciplines.fair(), CALIBRATION_CLIENTS, plan.ramp(), plan.floods().each())
            .perSecond();
    report.add("fair share", Map.of("window", Fairness.WINDOW), THROUGHPUT, "1/s", capacity);
    Fairness fairness = new Fairness(bookstore, capacity, plan.floods().each());
    LoadResult alone = LoadResult.empty();
    LoadResult firstComeAlone = LoadResult.empty();
    LoadResult flooded = LoadResult.empty();
    LoadResult firstCome = LoadResult.empty();
    for (int i = 0; i < plan.floods().count(); i++) {
      progress.phase("a flood");
      alone.add(fairness.others(disciplines.fair(), false, i));
      progress.step();
      flooded.add(fairness.others(disciplines.fair(), true, i));
      progress.step();
      firstComeAlone.add(fairness.others(disciplines.fcfs(), false, i));
      progress.step();
      firstCome.add(fairness.others(disciplines.fcfs(), true, i));
      progress.step();
    }
    Map<String, Object> parameters = Map.of("flood", Fairness.FLOOD, "used", Fairness.USED);
    others("fair share, others alone", parameters, alone);
    others("fair share, others during a flood", parameters, flooded);
    others("FCFS, others alone", parameters, firstComeAlone);
    others("FCFS, others during a flood", parameters, firstCome);
    double ratio = p99(flooded) / p99(alone);
    report.atMost("fair share: others' p99 during a flood / alone", ratio, FAIR);
    report.add(
        "FCFS: others' p99 during a flood / alone",
        parameters,
        "p99",
        "",
        p99(firstCome) / p99(firstComeAlone));
  }

  private void others(String name, Map<String, Object> parameters, LoadResult loadResult) {
    report.add(name, parameters, RESPONSE, "ms", Statistics.of(loadResult.all(), 1e6));
  }

  private static double p99(LoadResult loadResult) {
    return loadResult.all().getValueAtPercentile(99);
  }

  static String named(Discipline discipline, int clients) {
    return discipline.title() + ", " + clients + " clients";
  }
}
