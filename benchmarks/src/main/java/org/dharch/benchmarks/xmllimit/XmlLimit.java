package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.load.HostProcess;
import org.dharch.benchmarks.site.PostgresServer;
import org.dharch.benchmarks.xmllimit.element.StoredElements;

/** The measuring part of {@link XmlLimitSuite}. Once, by one thread. */
final class XmlLimit extends Experiment {
  static final String THROUGHPUT = "throughput";
  static final String SERVER = "server CPU";
  static final String NODE = "node CPU";
  static final String DATABASE = "database CPU";
  static final String CLIENT = "client CPU";
  static final String RATIO = "throughput, ratio";
  static final String MORE = "processor time, difference";
  static final String ONE_PARSE = "one parse";
  static final String PARSED = "the question's envelope, by Axiom, whole";

  private static final List<String> JVM =
      List.of("-Xms512m", "-Xmx512m", "-Xmn300m", "-XX:+UseSerialGC");

  private static final int THREADS = 200; // Tomcat's default
  private static final String NODE_NAME = "limit";

  private final LimitPlan plan;

  XmlLimit(SuiteRun run) {
    super(run);
    this.plan = LimitPlan.of(run.options());
    progress.steps(plan.steps());
  }

  @Override
  protected void run() throws Exception {
    try (ScratchFolder folder = ScratchFolder.create("dharch-xml-limit");
        PostgresServer postgres = PostgresServer.start(folder.path());
        HostProcess host =
            HostProcess.start(
                "server",
                JVM,
                LimitServer.class.getName(),
                folder.path().resolve("server").toString(),
                Integer.toString(THREADS),
                run.nodes().brokerAddress().toString(),
                postgres.newDatabase(StoredElements.tables()))) {
      try {
        run.nodes().start(NODE_NAME, Handlers.node(NODE_NAME), URI.create(host.more()));
        run.nodes().awaitReady();
        for (LimitVariant variant : LimitVariant.ALL) {
          if (variant.isDeployed()) {
            host.deploy(variant.id(), variant.description());
          }
        }
        measure(new LimitLoad(host, run.nodes(), postgres));
      } finally {
        run.nodes().stop(); // closed before its broker
      }
    }
  }

  private void measure(LimitLoad load) throws IOException {
    LimitSweep sweep = new LimitSweep(load, plan, progress);
    sweep.measure();
    points(load, sweep);
    LimitChecks checks = new LimitChecks(report, plan, sweep);
    checks.four(Source.POSTGRESQL, "figure 2");
    checks.four(Source.NONE, "figure 3");
    Map<VariantPair, List<LoadSample[]>> pairs = pairs(load);
    LimitRequests asked = load.questions(LimitVariant.with(Handlers.BODY_CHANGED), LimitPlan.PAPER);
    double parse = new ParseCost().micros(asked.get().body());
    report.add(PARSED, Map.of("elements", LimitPlan.PAPER), ONE_PARSE, "us", parse);
    checks.compared(pairs, parse);
  }

  private void points(LimitLoad load, LimitSweep sweep) throws IOException {
    for (int size : plan.sizes()) {
      for (LimitVariant variant : LimitVariant.ALL) {
        for (int clients : plan.clients()) {
          Map<String, Object> parameters = Map.of("elements", size, "clients", clients);
          String name = LimitSweep.named(variant, size, clients);
          report.add(name, parameters, THROUGHPUT, "1/s", sweep.perSecond(variant, size, clients));
        }
        costs(variant, size, load.questions(variant, size).bytes(), sweep);
      }
    }
  }

  private void costs(LimitVariant variant, int size, double bytes, LimitSweep sweep) {
    Map<String, Object> parameters =
        Map.of("elements", size, "clients", LimitPlan.COSTS, "bytes", bytes);
    String name = LimitSweep.named(variant, size, LimitPlan.COSTS);
    List<LoadSample> all = sweep.samples(variant, size, LimitPlan.COSTS);
    report.add(name, parameters, SERVER, "us", LoadSample.micros(all, LoadSample::server));
    report.add(name, parameters, CLIENT, "us", LoadSample.micros(all, LoadSample::client));
    if (variant.source() == Source.POSTGRESQL) {
      report.add(name, parameters, DATABASE, "us", LoadSample.micros(all, LoadSample::database));
    }
    if (variant.isHandled()) {
      report.add(name, parameters, NODE, "us", LoadSample.micros(all, LoadSample::node));
    }
  }

  /**
   * Measures each variant and its reference directly after each other, in changing order. The
   * variant's sample is the first of each pair.
   */
  private Map<VariantPair, List<LoadSample[]>> pairs(LimitLoad load) throws IOException {
    Map<VariantPair, List<LoadSample[]>> pairs = new EnumMap<>(VariantPair.class);
    Random random = new Random(5);
    for (int i = 0; i < plan.pairs(); i++) {
      for (VariantPair each : VariantPair.values()) {
        progress.phase(each.title());
        LoadSample[] pair = new LoadSample[2];
        int first = random.nextInt(2);
        for (int which : List.of(first, 1 - first)) {
          LimitVariant variant = which == 0 ? each.variant() : each.base();
          pair[which] = load.sample(variant, LimitPlan.PAPER, LimitPlan.COSTS, plan.paired());
          progress.step();
        }
        pairs.computeIfAbsent(each, p -> new ArrayList<>()).add(pair);
      }
    }
    return pairs;
  }

  static Statistics ratios(List<LoadSample[]> pairs) {
    return Statistics.of(
        pairs.stream().map(pair -> pair[0].perSecond() / pair[1].perSecond()).toList());
  }
}
