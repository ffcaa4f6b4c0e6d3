package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Times;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
  private static final MachineFacts MACHINE =
      new MachineFacts("CPU \"X\" \\ 1", 2, 4096, "Linux 6", "Vendor 17", "2026-01-01T00:00:00Z");

  private static RoundTrips roundTrips(HandlerArrangement arrangement, double... millis) {
    RoundTrips measured = new RoundTrips(arrangement);
    for (double one : millis) {
      measured.right((long) (one * 1e6));
    }
    return measured;
  }

  private static RoundTrips simulated(int index, double... millis) {
    return roundTrips(PaperConfiguration.SIMULATED.get(index), millis);
  }

  private static final Map<String, Double> RUNS =
      Map.of("A", 5.0, "B", 6.0, "C", 2.0, "D", 1.0, "E", 1.0);

  private static DemoTable table(RoundTrips... measured) {
    return new DemoTable(List.of(measured), RUNS);
  }

  private static DemoAdvice.Predicted predicted(double stages) {
    return new DemoAdvice.Predicted(
        new Times(
            0, Map.of("A", HandlerTimes.of(10, 1.5, 0.5), "B", HandlerTimes.of(20, 2.5, 0.5))),
        stages);
  }

  private static String advice(DemoTable real, int cores) {
    return String.join("\n", DemoAdvice.of(real, cores, predicted(9), predicted(23)).lines());
  }

  private static List<String> cells(String line) {
    return List.of(line.split("\\s+", -1));
  }

  @Test
  void tableComparesWithChainAndLimit() {
    RoundTrips wrong = roundTrips(DemoPlacement.NODES_PARALLEL, 10);
    wrong.wrong("no");
    List<String> lines = ReportText.real(table(roundTrips(DemoPlacement.CHAIN, 19, 21), wrong), 5);
    assertTrue(lines.get(1).startsWith("(a) Your machine: one request at a time"), lines.get(1));
    assertTrue(lines.get(1).endsWith(" DHArch with 5 node JVMs."), lines.get(1));
    assertEquals(
        cells("axis2-chain A B C D E 20.00 1.41 19.00 21.00 20.00 1.00 0"), cells(lines.get(4)));
    assertEquals( // 5 ms beside the handlers, and B
        cells("nodes-parallel {A,B,C,D,E} 10.00 0.00 10.00 10.00 11.00 2.00 1"),
        cells(lines.get(5)));
  }

  @Test
  void limitUsesLongestHandlerOfStage() {
    DemoTable table = table(simulated(0, 20));
    List<Double> limits = PaperConfiguration.ALL.stream().map(table::limit).toList();
    assertEquals(List.of(20.0, 20.0, 5 + 5 + 6 + 1.0, 5 + 6 + 2 + 1.0, 5 + 6 + 1.0, 11.0), limits);
    assertEquals(
        0, new DemoTable(List.of(simulated(0)), Map.of()).limit(PaperConfiguration.ALL.get(0)));
    DemoTable slow = table(simulated(0, 3)); // on their nodes they took five times as long
    assertEquals(3, slow.limit(PaperConfiguration.ALL.get(1)), 1e-9);
    assertEquals(6.0 / 5, slow.limit(PaperConfiguration.ALL.get(5)), 1e-9);
  }

  @Test
  void waitsAreLabeled() {
    List<String> lines = ReportText.simulated(table(simulated(0, 20), simulated(5, 12)));
    assertEquals(
        "(b) As if each node had cores of its own: simulated waits as long as each handler ran"
            + " above (A 5.00, B 6.00, C 2.00, D 1.00, E 1.00 ms).",
        lines.get(1));
    assertEquals(
        cells("dharch-parallel {A,B,C,D,E} 12.00 0.00 12.00 12.00 11.00 1.67 0"),
        cells(lines.get(5)));
  }

  @Test
  void loadHasThroughput() {
    List<String> lines =
        ReportText.load(
            List.of(
                new DemoLoad(DemoPlacement.CHAIN, 2, Observations.of(10, 20, 30), List.of("no"))));
    assertTrue(lines.get(1).startsWith("(c) Under load: 16 clients"), lines.get(1));
    assertEquals(cells("axis2-chain A B C D E 1.50 20.00 30.00 1"), cells(lines.get(4)));
  }

  @Test
  void fastestPlacementIsRecommended() {
    String text =
        advice(
            table(
                roundTrips(DemoPlacement.CHAIN, 20),
                roundTrips(DemoPlacement.THREADS_PARALLEL, 15),
                roundTrips(DemoPlacement.NODES_PARALLEL, 16)),
            2);
    assertTrue(
        text.contains(
            "Recommendation: run these handlers on threads of this JVM, as {A,B,C,D,E}. A request"
                + " takes 15.00 ms, 25 % less than in Axis2's chain (20.00 ms)."),
        text);
    assertTrue(
        text.contains(
            "The planner predicts 9.00 ms for the handlers in one stage on threads if each has a"
                + " core of its own; these 2 cores need at least 15.00 ms. On nodes each handler"
                + " takes 2.50 ms for the transfer and the merge"),
        text);
  }

  @Test
  void chainIsRecommendedIfItIsFastest() {
    String text =
        advice(
            table(
                roundTrips(DemoPlacement.CHAIN, 20),
                roundTrips(DemoPlacement.THREADS_PARALLEL, 21)),
            1);
    assertTrue(
        text.contains(
            "Recommendation: leave these handlers in Axis2's chain on this machine. It takes 20.00"
                + " ms a request, and no placement of DHArch takes less."),
        text);
    assertTrue(text.contains("; the one core needs at least 30.00 ms."), text);
  }

  @Test
  void jsonMatchesDescription() {
    DemoTable real = table(roundTrips(DemoPlacement.CHAIN, 19, 21));
    String json =
        ReportJson.of(
            MACHINE,
            real,
            table(simulated(0, 20, 22)),
            List.of(new DemoLoad(DemoPlacement.CHAIN, 2, Observations.of(10, 30), List.of())),
            DemoAdvice.of(real, 2, predicted(9), predicted(23)));
    assertTrue(json.contains("\"cpu\": \"CPU \\\"X\\\" \\\\ 1\", \"cores\": 2"), json);
    assertTrue(
        json.contains(
            "{\"name\": \"axis2-chain\", \"plan\": \"A B C D E\", \"requests\": 2, \"errors\": 0,"
                + " \"mean_ms\": 20.000, \"sd_ms\": 1.414, \"p50_ms\": 19.000, \"p99_ms\": 21.000,"
                + " \"limit_ms\": 20.000}"),
        json);
    assertTrue(json.contains("\"mean_ms\": 21.000"), json);
    assertTrue(
        json.contains(
            "{\"name\": \"axis2-chain\", \"plan\": \"A B C D E\", \"clients\": 16, \"requests\": 2,"
                + " \"errors\": 0, \"per_second\": 1.000, \"p50_ms\": 10.000, \"p99_ms\": 30.000}"),
        json);
    assertTrue(json.contains("\"recommended\": \"axis2-chain\""), json);
  }
}
