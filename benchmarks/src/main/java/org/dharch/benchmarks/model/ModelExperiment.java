package org.dharch.benchmarks.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.benchmarks.harness.BenchmarkEnvironment;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.benchmarks.site.HandlerCosts;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.site.RoundRobinLoop;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.benchmarks.site.Testbed;
import org.dharch.benchmarks.site.WaitingExchange;
import org.dharch.benchmarks.site.WaitingHandler;
import org.dharch.benchmarks.site.WaitingService;
import org.dharch.cli.run.SiteDocuments;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Timeline;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Planner;
import org.dharch.core.planner.Prediction;
import org.dharch.core.planner.Times;
import org.dharch.samples.SampleHandlers;

/** The measuring part of {@link ModelSuite}. Once, by one thread. */
final class ModelExperiment extends Experiment {
  static final String TCOMP = "Tcomp";
  static final String TRANSFER = "Tdata + C";
  static final String C = "C";
  static final String W = "W";
  static final String MEASURED = "round trip";
  static final String PREDICTED = "predicted";
  static final String PIPELINE = "all messages";
  static final List<Integer> KILOBYTES = List.of(1, 10, 100);
  static final List<String> HANDLERS = List.of("h0", "h1", "h2", "h3", "h4");
  static final HandlerVariant AXIS2 =
      HandlerVariant.chain("axis2-sequential", "ModelAxis2", "h0 h1 h2 h3 h4");
  static final HandlerVariant SEQUENTIAL =
      HandlerVariant.distributed("dharch-sequential", "ModelSequential", "h0 h1 h2 h3 h4");
  static final HandlerVariant PARALLEL =
      HandlerVariant.distributed("dharch-parallel", "ModelParallel", "h0,h1,h2,h3,h4");
  static final List<HandlerVariant> VARIANTS = List.of(AXIS2, SEQUENTIAL, PARALLEL);

  private static final double HANDLER_MILLIS = 20;
  private static final double SERVICE_MILLIS = 10;
  private static final double WITHIN = 0.05;
  private static final int PIPELINE_KILOBYTES = 10;

  private final int observations;
  private final int messages;
  private final int repeats;
  private final AtomicLong ids = new AtomicLong();
  private final Map<String, Object> parameters =
      Map.of("handlers", "waits of 20 ms", "service", "wait of 10 ms");

  ModelExperiment(SuiteRun run) {
    super(run);
    observations = run.options().choose(25, 50);
    messages = run.options().choose(20, 50);
    repeats = run.options().choose(3, 10);
    progress.steps((long) KILOBYTES.size() * observations + 8L * repeats);
  }

  static String title(int kilobytes) {
    return "request of " + kilobytes + " KB";
  }

  @Override
  protected void run() throws Exception {
    progress.phase("starting");
    List<SampleHandlers.Spec> handlers =
        HANDLERS.stream().map(name -> WaitingHandler.spec(name, HANDLER_MILLIS)).toList();
    Map<String, String> kept = Map.of("dharch.keptTimelines", Integer.toString(2 * observations));
    try (Testbed testbed =
        Testbed.start(run.nodes(), SiteDocuments.orchestrations(VARIANTS), kept)) {
      for (SampleHandlers.Spec handler : handlers) {
        String node = "node-" + handler.name();
        run.nodes().start(node, SiteDocuments.serialNode(node, handler), testbed.broker());
      }
      for (HandlerVariant variant : VARIANTS) {
        var service =
            WaitingService.describe(testbed.configuration(), variant.service(), SERVICE_MILLIS);
        if (variant.distributed()) {
          testbed.deploy(service);
        } else {
          testbed.deployChain(service, handlers.stream().map(SampleHandlers.Spec::create).toList());
        }
      }
      testbed.listen();
      run.nodes().awaitReady();
      testbed.awaitHandlers(HANDLERS);
      measure(testbed);
      run.nodes().stop(); // closed before their broker
    }
  }

  private void measure(Testbed testbed) throws Exception {
    progress.phase("warming up, most of it with brief waits");
    RoundRobinLoop.warmUp(pace -> loop(testbed, PIPELINE_KILOBYTES, pace, () -> {}), 6000);
    Map<Integer, Double> whole = new LinkedHashMap<>();
    double shortest = 0;
    double service = 0;
    for (int kilobytes : KILOBYTES) {
      progress.phase("one message, " + kilobytes + " KB");
      Single single = single(testbed, kilobytes);
      if (whole.isEmpty()) {
        shortest = single.transfer();
      }
      report.add(title(kilobytes), parameters, C, "ms", shortest);
      whole.put(kilobytes, single.whole());
      if (kilobytes == PIPELINE_KILOBYTES) {
        service = single.service();
      }
    }
    pipeline(testbed, SEQUENTIAL, whole.get(PIPELINE_KILOBYTES), service);
    pipeline(testbed, PARALLEL, whole.get(PIPELINE_KILOBYTES), service);
  }

  /** Medians of one request size, in milliseconds. */
  private record Single(double whole, double transfer, double service) {}

  private Single single(Testbed testbed, int kilobytes) throws IOException {
    try (RoundRobinLoop loop = loop(testbed, kilobytes, Pace.WAITING, progress::step)) {
      Map<HandlerVariant, Statistics> measured =
          RoundRobinLoop.statistics(loop.measure(observations));
      List<Timeline> timelines = latest(testbed, SEQUENTIAL);
      HandlerCosts costs = HandlerCosts.of(timelines);
      Statistics run = pooled(costs.run());
      Statistics transfer = pooled(costs.transfer());
      Statistics whole = pooled(costs.whole());
      String title = title(kilobytes);
      report.add(title, parameters, TCOMP, "ms", run);
      report.add(title, parameters, TRANSFER, "ms", transfer);
      report.add(title, parameters, W, "ms", whole);
      double chain = HANDLERS.size() * HANDLER_MILLIS;
      double service = measured.get(AXIS2).median() - chain;
      for (HandlerVariant variant : VARIANTS) {
        String name = title + ", " + variant.name();
        double predicted =
            variant.distributed()
                ? predicted(service, variant, timelines)
                : equal(variant, service, HANDLER_MILLIS).container();
        report.add(name, parameters, MEASURED, "ms", measured.get(variant));
        report.add(name, parameters, PREDICTED, "ms", predicted);
        if (isChecked(variant)) {
          within(
              name + ": measured / equation " + (variant.equals(PARALLEL) ? 4 : 2),
              measured.get(variant).median() / predicted);
        }
      }
      return new Single(whole.median(), transfer.median(), service);
    }
  }

  /**
   * Returns whether equation 4 is checked. It has no term for five nodes that need one core at the
   * same time.
   */
  private boolean isChecked(HandlerVariant variant) {
    boolean oneCore = run.options().environment() == BenchmarkEnvironment.SINGLE_CPU;
    return variant.distributed() && !(oneCore && variant.equals(PARALLEL));
  }

  /**
   * Applies equation 2 or 4 to each message with its own W and returns the median. The longest of
   * five varying values is usually longer than each of them.
   */
  private static double predicted(
      double service, HandlerVariant variant, List<Timeline> timelines) {
    return Statistics.median(
        timelines.stream()
            .map(each -> new Times(service, HandlerCosts.of(List.of(each)).medians()))
            .map(own -> Planner.predict(variant.orchestration(), own).stages())
            .toList());
  }

  /** Returns the prediction for a variant if the W of each handler is {@code each}. */
  private static Prediction equal(HandlerVariant variant, double service, double each) {
    Map<String, HandlerTimes> handlers = new HashMap<>();
    HANDLERS.forEach(name -> handlers.put(name, HandlerTimes.of(each, 0, 0)));
    return Planner.predict(variant.orchestration(), new Times(service, handlers));
  }

  /**
   * Merges the statistics of five equal handlers: the mean of their medians, with the spread of the
   * first.
   */
  private static Statistics pooled(Map<String, Statistics> each) {
    Statistics first = each.values().iterator().next();
    double median = each.values().stream().mapToDouble(Statistics::median).average().orElse(0);
    double mean = each.values().stream().mapToDouble(Statistics::mean).average().orElse(0);
    return new Statistics(first.n() * each.size(), mean, first.sd(), median, first.p99());
  }

  private List<Timeline> latest(Testbed testbed, HandlerVariant variant) {
    List<Timeline> all = testbed.timelines(variant.name());
    return all.subList(Math.max(0, all.size() - observations), all.size());
  }

  private RoundRobinLoop loop(Testbed testbed, int kilobytes, Pace pace, Runnable roundDone)
      throws IOException {
    return new RoundRobinLoop(
        testbed::endpoint, VARIANTS, pace.action(), () -> exchange(kilobytes, pace), roundDone);
  }

  private WaitingExchange exchange(int kilobytes, Pace pace) {
    return new WaitingExchange("m" + ids.incrementAndGet(), kilobytes, HANDLERS, pace);
  }

  private void pipeline(Testbed testbed, HandlerVariant variant, double each, double service)
      throws Exception {
    progress.phase("pipelining, " + variant.name());
    List<Double> millis = new ArrayList<>();
    burst(testbed, variant);
    for (int repeat = 0; repeat < repeats; repeat++) {
      millis.add(burst(testbed, variant));
      for (int i = 0; i < 4; i++) {
        progress.step(); // each takes as long as several single messages
      }
    }
    Map<String, Object> all = new LinkedHashMap<>(parameters);
    all.put("messages", messages);
    String name = messages + " messages, " + variant.name();
    double predicted = equal(variant, service, each).pipelinedStages(messages);
    Statistics measured = Statistics.of(millis);
    report.add(name, all, PIPELINE, "ms", measured);
    report.add(name, all, PREDICTED, "ms", predicted);
    within(
        name + ": measured / equation " + (variant.equals(PARALLEL) ? 7 : 6),
        measured.median() / predicted);
  }

  /**
   * Sends all messages at once, each on its own connection, and returns the time until the last
   * answer.
   */
  private double burst(Testbed testbed, HandlerVariant variant) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(messages);
    try {
      CountDownLatch ready = new CountDownLatch(messages);
      CountDownLatch go = new CountDownLatch(1);
      List<Future<Boolean>> answers = new ArrayList<>();
      for (int i = 0; i < messages; i++) {
        answers.add(clients.submit(() -> call(testbed, variant, ready, go)));
      }
      ready.await();
      long begin = System.nanoTime();
      go.countDown();
      for (Future<Boolean> answer : answers) {
        if (!answer.get()) {
          throw new DHArchException(variant.name() + ": wrong answer in the pipeline");
        }
      }
      return (System.nanoTime() - begin) / 1e6;
    } catch (ExecutionException e) {
      throw new DHArchException(variant.name() + ": pipelining failed: " + e.getCause(), e);
    } finally {
      clients.shutdownNow();
    }
  }

  private boolean call(
      Testbed testbed, HandlerVariant variant, CountDownLatch ready, CountDownLatch go)
      throws Exception {
    WaitingExchange exchange = exchange(PIPELINE_KILOBYTES, Pace.WAITING);
    byte[] envelope = exchange.envelope();
    try (SoapConnection connection =
        new SoapConnection(testbed.endpoint(variant), exchange.pace().action())) {
      ready.countDown();
      go.await();
      return exchange.problemOf(connection.call(envelope)).isEmpty();
    }
  }

  private void within(String name, double ratio) {
    report.check(name, ratio, "0.95 to 1.05", ratio >= 1 - WITHIN && ratio <= 1 + WITHIN);
  }
}
