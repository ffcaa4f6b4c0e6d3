package org.dharch.benchmarks.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Chart;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.subject.MeteredLoop;

/**
 * What one remote stage costs beside plain JMS on the same broker (docs/benchmarks). Every figure
 * is a ratio of two closed loops that take turns, round by round, in one run.
 */
public final class OverheadSuite extends Suite {
  private static final List<String> WAYS =
      List.of(RemoteStages.TCP, RemoteStages.JMS, RemoteStages.DHARCH, RemoteStages.DIRECT);
  private static final List<String> RATES =
      List.of(
          MeteredLoop.THROUGHPUT, MeteredLoop.ROUND_TRIP, MeteredLoop.CPU, MeteredLoop.SWITCHES);
  private static final List<String> COSTS =
      List.of(MeteredLoop.ROUND_TRIP, MeteredLoop.CPU, MeteredLoop.SWITCHES, MeteredLoop.ALLOCATED);

  public OverheadSuite() {
    super(
        "overhead",
        "what one remote stage costs beside plain JMS, and one in memory beside Axis2 alone",
        seconds(150, 640),
        Overhead::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return List.of(
        stage(results),
        costs(results),
        watched(results),
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
          continue; // a quick run has fewer
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
        "One no-op handler on one remote node, beside a plain JMS request/reply",
        Optional.of(chart).filter(any -> !categories.isEmpty()),
        table.build(),
        List.of(
            "The same embedded broker, the answering end in a JVM of its own, BytesMessages, not"
                + " persistent, plain JMS with the settings of DHArch's own connections and"
                + " acknowledgements in groups; closed loops that take turns. The ratio is the"
                + " median of the rounds' ratios; the bound is 1.25. Raw TCP is the same over one"
                + " connection without broker and JMS: what any way to another JVM and back takes"
                + " here. Direct is the same stage with a direct link to the same node."));
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
        "What each of these messages costs",
        Optional.empty(),
        table.build(),
        List.of(
            "Processor time, changes of threads and bytes allocated on the heap for each message,"
                + " of both JVMs together, client and broker in one of them; medians of the rounds."
                + " A change of threads is a voluntary or an involuntary context switch."));
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
      for (String way : WAYS) {
        cells.add(results.median(situation + ": " + way, metric));
      }
      if (metric.equals(MeteredLoop.CPU)) {
        cells.add((double) cells.get(3) / (double) cells.get(2));
      }
    }
    table.row(cells.toArray());
  }

  /** A row of labels, and the medians of those metrics. */
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
      for (String way : WAYS.subList(1, WAYS.size())) {
        String name = Overhead.working(micros) + ": " + way;
        row(table, results, name, RATES, micros + " us of a core", way);
      }
    }
    return new Figure(
        "work",
        "One handler that takes a core's time, 10 KB, 64 in flight",
        Optional.empty(),
        table.build(),
        List.of(
            "Plain JMS has a consumer for each core, each on a connection of its own, DHArch's node"
                + " eight workers. A handler works until its thread has used so much processor"
                + " time."));
  }

  private static Figure reading(SuiteResults results) {
    Table.Builder table =
        Table.of("body", "way", "messages/s", "round trip us", "CPU us", "switches");
    for (int kilobytes : Overhead.READ_KILOBYTES) {
      for (String way : List.of(RemoteStages.TCP, RemoteStages.JMS, RemoteStages.DHARCH)) {
        row(
            table,
            results,
            Overhead.reading(kilobytes) + ": " + way,
            RATES,
            kilobytes + " KB",
            way);
      }
    }
    return new Figure(
        "reading",
        "One Axis2 handler that reads the whole body, 64 in flight",
        Optional.empty(),
        table.build(),
        List.of(
            "Bodies of elements of 93 bytes. On the node it is a handler of Axis2's own kind, with"
                + " a message context; beside it plain JMS, with a consumer for each core, and bare"
                + " TCP, on one thread, make a tree with the same Axiom and read that."));
  }

  private static Figure watched(SuiteResults results) {
    Table.Builder table = Table.of("way", "messages/s", "round trip us", "CPU us", "switches");
    for (String way : List.of(RemoteStages.DHARCH, RemoteStages.WATCHED)) {
      row(table, results, Overhead.WATCHED + ": " + way, RATES, way);
    }
    return new Figure(
        "watched",
        "One no-op handler, 10 KB, 64 in flight, with and without an admin port and tracing",
        Optional.empty(),
        table.build(),
        List.of(
            "Watched: the admin port is open, its metrics are read every second, and one message in"
                + " a hundred is reported to a collector in the same JVM; the bound is 1.02."));
  }

  private static Figure five(SuiteResults results) {
    String name = Overhead.FIVE;
    Table.Builder table = Table.of("way", "operations/s", "round trip us", "CPU us", "switches");
    for (String way : WAYS.subList(1, WAYS.size())) {
      String shown =
          way.equals(RemoteStages.JMS)
              ? "five request/replies on five queues"
              : way + ", one message for all five";
      row(table, results, name + ": " + way, RATES, shown);
    }
    return new Figure(
        "five",
        "Five no-op handlers on one node, 10 KB, 64 in flight",
        Optional.empty(),
        table.build(),
        List.of(
            "DHArch names all five handlers in one message; the bound is three times as many."));
  }

  private static Figure sequence(SuiteResults results) {
    Table.Builder table =
        Table.of("in flight", "way", "messages/s", "round trip us", "CPU us", "switches");
    for (int inFlight : Overhead.SEQUENCE_IN_FLIGHT) {
      for (String way :
          List.of(RemoteStages.ONE_STAGE, RemoteStages.ONE_BATCH, RemoteStages.FIVE_WAYS)) {
        String name = Overhead.SEQUENCE + inFlight + " in flight: " + way;
        row(table, results, name, RATES, String.valueOf(inFlight), way);
      }
    }
    return new Figure(
        "sequence",
        "Five stages on one node beside one, 10 KB",
        Optional.empty(),
        table.build(),
        List.of(
            "A stage is one no-op handler. In one visit the node is given the stages after the"
                + " first one ahead, and goes on by itself; in five ways the message comes back to"
                + " its manager after each. The bound is 1.3."));
  }

  private static Figure inMemory(SuiteResults results) {
    Table.Builder table =
        Table.of("Axis2 server", "round trip us", "CPU us", "switches", "allocated B");
    for (String way :
        List.of("plain", Overhead.SUSPENDING, RemoteStages.DHARCH, Overhead.CALLER_RUNS)) {
      row(table, results, "Axis2, 1 KB echo: " + way, COSTS, way);
    }
    return new Figure(
        "memory",
        "In memory, beside Axis2's own suspend and resume",
        Optional.empty(),
        table.build(),
        List.of(
            "A 1 KB SOAP echo over HTTP on one kept connection; the bound is 20 us more than"
                + " suspend and resume. CPU has the client's part in it. In the last row"
                + " dharch.callerRuns is on: the request's own thread performs the handler."));
  }
}
