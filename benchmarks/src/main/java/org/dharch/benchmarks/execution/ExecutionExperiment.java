package org.dharch.benchmarks.execution;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.benchmarks.harness.Experiment;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.harness.SuiteRun;
import org.dharch.core.StepSpeed;

/** The measuring part of {@link ExecutionSuite}. Once, by one thread. */
final class ExecutionExperiment extends Experiment {
  private static final double MERGE_BOUND = 1.0 / 20;
  private static final double STEP_BOUND_NANOS = 1000;
  private static final double MESSAGE_BOUND_BYTES = 1024;
  private static final byte[] ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></s:Envelope>"
          .getBytes(StandardCharsets.UTF_8);

  private final int rounds;

  @SuppressWarnings(
      "UnusedVariable") // a field, so that the JIT compiler does not remove the measured code
  private Object sink = "";

  ExecutionExperiment(SuiteRun run) {
    super(run);
    rounds = run.options().choose(500, 3000);
  }

  @Override
  protected void run() throws Exception {
    progress.steps(3 + 3 + 3);
    progress.phase("heap per message");
    inFlight();
    progress.phase("steps of the state machine");
    steps();
    progress.phase("Merge and Axiom");
    for (int kilobytes : new int[] {1, 10, 100}) {
      merge(kilobytes);
    }
  }

  /** Runs one operation of each alternately. */
  private void merge(int kilobytes) throws Exception {
    MergeAndAxiom both = new MergeAndAxiom(kilobytes);
    double[] merge = new double[rounds];
    double[] axiom = new double[rounds];
    for (int i = -rounds / 2; i < rounds; i++) { // iterations below 0 warm up
      long begin = System.nanoTime();
      sink = both.merge();
      long between = System.nanoTime();
      sink = both.axiom();
      long end = System.nanoTime();
      if (i >= 0) {
        merge[i] = (between - begin) / 1e3;
        axiom[i] = (end - between) / 1e3;
      }
    }
    Map<String, Object> parameters = Map.of("payload_kb", kilobytes, "bytes", both.length());
    String name = "headers changed, " + kilobytes + " KB body untouched: ";
    Statistics merged = Statistics.of(merge);
    Statistics parsed = Statistics.of(axiom);
    report.add(name + "merge", parameters, "time", "us", merged);
    report.add(name + "Axiom", parameters, "time", "us", parsed);
    progress.step();
    if (kilobytes == 100) {
      report.atMost(name + "merge / Axiom", merged.median() / parsed.median(), MERGE_BOUND);
    }
  }

  private void steps() {
    steps("one stage of five handlers", 1, 5, Changes.NONE, true);
    steps("five stages of one handler", 5, 1, Changes.NONE, true);
    Changes property = Changes.builder().property("seen", true).build();
    steps("five stages, each sets a property", 5, 1, property, false);
  }

  private void steps(String name, int stages, int handlers, Changes changes, boolean promised) {
    StepSpeed speed = new StepSpeed(stages, handlers, ENVELOPE, changes);
    double[] nanos = new double[rounds];
    for (int i = -rounds; i < rounds; i++) { // iterations below 0 warm up
      double each = speed.batch();
      if (i >= 0) {
        nanos[i] = each;
      }
    }
    Statistics figures = Statistics.of(nanos);
    report.add(
        "state machine, " + name,
        Map.of("messages_per_batch", StepSpeed.BATCH, "stages", stages, "handlers", handlers),
        "time per event",
        "ns",
        figures);
    progress.step();
    if (promised) {
      report.atMost(
          "state machine, " + name + ": ns per event", figures.median(), STEP_BOUND_NANOS);
    }
  }

  private void inFlight() {
    InFlight.executing(1); // warms up: loads classes and grows the data structures
    inFlight("waiting in IMQueue", new double[] {InFlight.waiting(), InFlight.waiting()});
    for (int handlers : new int[] {1, 5}) {
      inFlight(
          "executing, a stage of " + handlers,
          new double[] {InFlight.executing(handlers), InFlight.executing(handlers)});
    }
  }

  private void inFlight(String name, double[] bytes) {
    Statistics figures = Statistics.of(bytes);
    String what = InFlight.MESSAGES + " messages in flight, " + name;
    report.add(what, Map.of("messages", InFlight.MESSAGES), "heap per message", "B", figures);
    progress.step();
    report.atMost(what + ": bytes each without the payload", figures.median(), MESSAGE_BOUND_BYTES);
  }
}
