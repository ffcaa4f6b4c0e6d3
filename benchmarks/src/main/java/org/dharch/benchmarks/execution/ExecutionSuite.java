package org.dharch.benchmarks.execution;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.dharch.benchmarks.Machine;
import org.dharch.benchmarks.SuiteReport;
import org.dharch.cli.Suite;
import org.dharch.core.StepSpeed;
import org.dharch.core.message.Changes;

/**
 * What executing a message costs inside the manager (docs/benchmarks): merging beside Axiom, one
 * step of the state machine, and the heap that a message in flight takes.
 */
public final class ExecutionSuite {
  private static final double MERGE_BOUND = 1.0 / 20;
  private static final double STEP_BOUND_NANOS = 1000;
  private static final double MESSAGE_BOUND_BYTES = 1024;
  private static final byte[] ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/></s:Envelope>"
          .getBytes(StandardCharsets.UTF_8);

  private final SuiteReport report = new SuiteReport("execution");
  private final int rounds;

  @SuppressWarnings("UnusedVariable") // written so that what is measured is not optimized away
  private Object sink = "";

  private ExecutionSuite(boolean quick) {
    rounds = quick ? 500 : 3000;
  }

  /** As {@code dharch bench} knows it. */
  public static final class Entry implements Suite {
    @Override
    public String name() {
      return "execution";
    }

    @Override
    public String description() {
      return "merge beside Axiom, one step of the state machine, heap per message in flight";
    }

    @Override
    public boolean run(boolean quick, Path folder, PrintWriter out) throws Exception {
      ExecutionSuite suite = new ExecutionSuite(quick);
      out.println(Machine.here());
      suite.inFlight();
      suite.steps();
      suite.merge(1);
      suite.merge(10);
      suite.merge(100);
      out.println("written: " + suite.report.write(folder));
      return suite.report.ok();
    }
  }

  /** The two take turns, one operation each. */
  private void merge(int kilobytes) throws Exception {
    MergeAndAxiom both = new MergeAndAxiom(kilobytes);
    double[] merge = new double[rounds];
    double[] axiom = new double[rounds];
    for (int i = -rounds / 2; i < rounds; i++) { // those before 0 warm up
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
    Figures merged = new Figures(merge);
    Figures parsed = new Figures(axiom);
    report.add(merged.result(name + "merge", parameters, "time", "us"));
    report.add(parsed.result(name + "Axiom", parameters, "time", "us"));
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
    for (int i = -rounds; i < rounds; i++) { // those before 0 warm up
      double each = speed.batch();
      if (i >= 0) {
        nanos[i] = each;
      }
    }
    Figures figures = new Figures(nanos);
    report.add(
        figures.result(
            "state machine, " + name,
            Map.of("messages_per_batch", StepSpeed.BATCH, "stages", stages, "handlers", handlers),
            "time per event",
            "ns"));
    if (promised) {
      report.atMost(
          "state machine, " + name + ": ns per event", figures.median(), STEP_BOUND_NANOS);
    }
  }

  private void inFlight() {
    InFlight.executing(1); // classes are loaded, and the first sizes of everything reached
    inFlight("waiting in IMQueue", new double[] {InFlight.waiting(), InFlight.waiting()});
    for (int handlers : new int[] {1, 5}) {
      inFlight(
          "executing, a stage of " + handlers,
          new double[] {InFlight.executing(handlers), InFlight.executing(handlers)});
    }
  }

  private void inFlight(String name, double[] bytes) {
    Figures figures = new Figures(bytes);
    String what = InFlight.MESSAGES + " messages in flight, " + name;
    report.add(
        figures.result(what, Map.of("messages", InFlight.MESSAGES), "heap per message", "B"));
    report.atMost(what + ": bytes each beside the payload", figures.median(), MESSAGE_BOUND_BYTES);
  }
}
