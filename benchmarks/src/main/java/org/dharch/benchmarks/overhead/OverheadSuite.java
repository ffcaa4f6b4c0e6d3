package org.dharch.benchmarks.overhead;

import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.benchmarks.subject.MeteredLoop;

/**
 * The overhead of one remote stage over plain JMS on the same broker (docs/benchmarks). Every
 * result is a ratio of two closed loops that alternate in one run.
 */
public final class OverheadSuite extends Suite {
  private static final List<String> VARIANTS =
      List.of(RemoteStages.TCP, RemoteStages.JMS, RemoteStages.DHARCH, RemoteStages.DIRECT);
  private static final List<String> RATES =
      List.of(
          MeteredLoop.THROUGHPUT, MeteredLoop.ROUND_TRIP, MeteredLoop.CPU, MeteredLoop.SWITCHES);
  private static final List<String> COSTS =
      List.of(MeteredLoop.ROUND_TRIP, MeteredLoop.CPU, MeteredLoop.SWITCHES, MeteredLoop.ALLOCATED);

  public OverheadSuite() {
    super(
        "overhead",
        "cost of a remote stage against plain JMS, and of an in-memory stage against Axis2 alone",
        seconds(150, 640),
        Overhead::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return List.of(
        stage(results),
        costs(results),
        monitored(results),
        five(results),
        sequence(results),
        work(results),
        reading(results),
        inMemory(results));
  }

  private static Figure stage(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "payload",
            "in flight",
            "raw TCP us",
            "plain JMS us",
            "DHArch us",
            "direct us",
            "ratio of medians",
            "plain/s",
            "DHArch/s",
            "direct/s");
    List<String> categories = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    List<Double> stage = new ArrayList<>();
    for (int kilobytes : new int[] {1, 10, 100}) {
      for (int inFlight : Overhead.IN_FLIGHT) {
        String name = Overhead.noOp(kilobytes, inFlight);
        double raw = results.median(name + ": raw JMS", MeteredLoop.ROUND_TRIP);
        double tcp = results.median(name + ": raw TCP", MeteredLoop.ROUND_TRIP);
        double dharch = results.median(name + ": DHArch", MeteredLoop.ROUND_TRIP);
        if (Double.isNaN(dharch)) {
          continue; // a quick run has fewer cells
        }
        double ratio =
            results
                .check(name + ": p50 of stage / raw JMS")
                .map(SuiteResults.Check::value)
                .orElse(Double.NaN);
        table.row(
            kilobytes + " KB",
            inFlight,
            tcp,
            raw,
            dharch,
            results.median(name + ": " + RemoteStages.DIRECT, MeteredLoop.ROUND_TRIP),
            ratio,
            results.median(name + ": raw JMS", MeteredLoop.THROUGHPUT),
            results.median(name + ": DHArch", MeteredLoop.THROUGHPUT),
            results.median(name + ": " + RemoteStages.DIRECT, MeteredLoop.THROUGHPUT));
        categories.add(kilobytes + " KB, " + inFlight);
        plain.add(raw);
        stage.add(dharch);
      }
    }
    Chart chart =
        new Chart.Bars(
            "payload, in flight",
            "round trip (us, median)",
            categories,
            List.of(
                new Chart.Series("plain JMS", plain, List.of()),
                new Chart.Series("DHArch stage", stage, List.of())));
    return new Figure(
        "stage",
        "One no-op handler on one remote node against a plain JMS request/reply",
        categories.isEmpty() ? null : chart,
        table.build(),
        List.of(
            "One embedded broker, the responder in its own JVM, BytesMessages, not persistent."
                + " Plain JMS uses the settings of DHArch's connections and acknowledges in groups."
                + " The closed loops alternate. The ratio is the median of the rounds' ratios; the"
                + " bound is 1.25. Raw TCP is the same exchange over one connection without broker"
                + " and JMS, the lower limit of any round trip to another JVM. Direct is the same"
                + " stage with a direct link to the same node."));
  }

  private static Figure costs(SuiteResults results) {
    Table.Builder table = costs("payload and in flight");
    for (int kilobytes : new int[] {1, 10, 100}) {
      for (int inFlight : Overhead.IN_FLIGHT) {
        String name = Overhead.noOp(kilobytes, inFlight);
        if (results.result(name + ": " + RemoteStages.DHARCH, MeteredLoop.CPU).isPresent()) {
          costs(table, results, name, kilobytes + " KB, " + inFlight);
        }
      }
    }
    return new Figure(
        "costs",
        "Cost of each of these messages",
        table.build(),
        List.of(
            "Processor time, context switches (voluntary and involuntary) and allocated bytes per"
                + " message, of both JVMs together, with client and broker in one of them. Medians"
                + " of the rounds."));
  }

  private static Table.Builder costs(String what) {
    return Table.of(
        what,
        "CPU us: TCP",
        "JMS",
        "DHArch",
        "direct",
        "DHArch / JMS",
        "switches: TCP",
        "JMS",
        "DHArch",
        "direct",
        "allocated B: TCP",
        "JMS",
        "DHArch",
        "direct");
  }

  private static void costs(
      Table.Builder table, SuiteResults results, String situation, String label) {
    List<Object> cells = new ArrayList<>(List.of(label));
    for (String metric : List.of(MeteredLoop.CPU, MeteredLoop.SWITCHES, MeteredLoop.ALLOCATED)) {
      for (String variant : VARIANTS) {
        cells.add(results.median(situation + ": " + variant, metric));
      }
      if (metric.equals(MeteredLoop.CPU)) {
        cells.add((double) cells.get(3) / (double) cells.get(2));
      }
    }
    table.row(cells.toArray());
  }

  /** Adds a row of labels and the medians of these metrics. */
  private static void row(
      Table.Builder table,
      SuiteResults results,
      String name,
      List<String> metrics,
      String... labels) {
    List<Object> cells = new ArrayList<>(List.of(labels));
    metrics.forEach(metric -> cells.add(results.median(name, metric)));
    table.row(cells.toArray());
  }

  private static Figure work(SuiteResults results) {
    Table.Builder table =
        Table.of("handler", "way", "messages/s", "round trip us", "CPU us", "switches");
    for (int micros : Overhead.WORK_MICROS) {
      for (String variant : VARIANTS.subList(1, VARIANTS.size())) {
        String name = Overhead.working(micros) + ": " + variant;
        row(table, results, name, RATES, micros + " us of a core", variant);
      }
    }
    return new Figure(
        "work",
        "One handler that uses processor time, 10 KB, 64 in flight",
        table.build(),
        List.of(
            "Plain JMS has one consumer per core, each with its own connection; DHArch's node has"
                + " eight workers. A handler runs until its thread has used the given processor"
                + " time."));
  }

  private static Figure reading(SuiteResults results) {
    Table.Builder table =
        Table.of("body", "way", "messages/s", "round trip us", "CPU us", "switches");
    for (int kilobytes : Overhead.READ_KILOBYTES) {
      for (String variant : List.of(RemoteStages.TCP, RemoteStages.JMS, RemoteStages.DHARCH)) {
        row(
            table,
            results,
            Overhead.reading(kilobytes) + ": " + variant,
            RATES,
            kilobytes + " KB",
            variant);
      }
    }
    return new Figure(
        "reading",
        "One Axis2 handler that reads the whole body, 64 in flight",
        table.build(),
        List.of(
            "Bodies of elements of 93 bytes. On the node an Axis2 handler with a message context"
                + " reads the body. Plain JMS, with one consumer per core, and TCP, on one thread,"
                + " build and read a tree with the same Axiom."));
  }

  private static Figure monitored(SuiteResults results) {
    Table.Builder table = Table.of("way", "messages/s", "round trip us", "CPU us", "switches");
    for (String variant : List.of(RemoteStages.DHARCH, RemoteStages.MONITORED)) {
      row(table, results, Overhead.MONITORED + ": " + variant, RATES, variant);
    }
    return new Figure(
        "monitored",
        "One no-op handler, 10 KB, 64 in flight, with and without an admin port and tracing",
        table.build(),
        List.of(
            "Watched: the admin port is open, its metrics are read every second, and one percent of"
                + " the messages is reported to a collector in the same JVM. The bound is 1.02."));
  }

  private static Figure five(SuiteResults results) {
    String name = Overhead.FIVE;
    Table.Builder table = Table.of("way", "operations/s", "round trip us", "CPU us", "switches");
    for (String variant : VARIANTS.subList(1, VARIANTS.size())) {
      String shown =
          variant.equals(RemoteStages.JMS)
              ? "five request/replies on five queues"
              : variant + ", one message for all five";
      row(table, results, name + ": " + variant, RATES, shown);
    }
    return new Figure(
        "five",
        "Five no-op handlers on one node, 10 KB, 64 in flight",
        table.build(),
        List.of(
            "DHArch names all five handlers in one message; the bound is three times as many."));
  }

  private static Figure sequence(SuiteResults results) {
    Table.Builder table =
        Table.of("in flight", "way", "messages/s", "round trip us", "CPU us", "switches");
    for (int inFlight : Overhead.SEQUENCE_IN_FLIGHT) {
      for (String variant :
          List.of(RemoteStages.ONE_STAGE, RemoteStages.ONE_BATCH, RemoteStages.FIVE_ROUND_TRIPS)) {
        String name = Overhead.SEQUENCE + inFlight + " in flight: " + variant;
        row(table, results, name, RATES, String.valueOf(inFlight), variant);
      }
    }
    return new Figure(
        "sequence",
        "Five stages on one node against one stage, 10 KB",
        table.build(),
        List.of(
            "A stage is one no-op handler. With one batch the node receives all stages in advance"
                + " and continues by itself (speculative execution). With five round trips the"
                + " message returns to its manager after each stage. The bound is 1.3."));
  }

  private static Figure inMemory(SuiteResults results) {
    Table.Builder table =
        Table.of("Axis2 server", "round trip us", "CPU us", "switches", "allocated B");
    for (String variant :
        List.of("plain", Overhead.SUSPENDING, RemoteStages.DHARCH, Overhead.CALLER_RUNS)) {
      row(table, results, "Axis2, 1 KB echo: " + variant, COSTS, variant);
    }
    return new Figure(
        "memory",
        "In memory, against Axis2's own suspend and resume",
        table.build(),
        List.of(
            "A 1 KB SOAP echo over HTTP on one persistent connection; the bound is 20 us more than"
                + " suspend and resume. CPU includes the client. In the last row dharch.callerRuns"
                + " is on: the request's own thread runs the handler."));
  }
}
