package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
  private static final MachineFacts MACHINE =
      new MachineFacts("CPU \"X\" \\ 1", 2, 4096, "Linux 6", "Vendor 17", "2026-01-01T00:00:00Z");

  private static RoundTrips roundTrips(int index, double... millis) {
    return filled(new RoundTrips(PaperConfiguration.ALL.get(index)), millis);
  }

  private static RoundTrips simulated(int index, double... millis) {
    return filled(new RoundTrips(PaperConfiguration.SIMULATED.get(index)), millis);
  }

  private static RoundTrips filled(RoundTrips measured, double... millis) {
    for (double one : millis) {
      measured.right((long) (one * 1e6));
    }
    return measured;
  }

  private static final Map<String, Double> RUNS =
      Map.of("A", 5.0, "B", 6.0, "C", 2.0, "D", 1.0, "E", 1.0);

  private static DemoTable table(RoundTrips... measured) {
    return new DemoTable(List.of(measured), RUNS);
  }

  private static List<String> cells(String line) {
    return List.of(line.split("\\s+", -1));
  }

  @Test
  void tableComparesWithFirstAndLimit() {
    RoundTrips wrong = roundTrips(5, 10);
    wrong.wrong("no");
    List<String> lines = ReportText.of(MACHINE, table(roundTrips(0, 19, 21), wrong));
    assertTrue(lines.get(0).contains("2 cores"), lines.get(0));
    assertEquals(
        cells("1 axis2-sequential A B C D E 20.00 1.41 19.00 21.00 20.00 1.00 0"),
        cells(lines.get(3)));
    assertEquals( // 5 ms beside the handlers, and B
        cells("6 dharch-parallel {A,B,C,D,E} 10.00 0.00 10.00 10.00 11.00 2.00 1"),
        cells(lines.get(4)));
    assertTrue(lines.get(6).contains("2.00 is the most"), lines.get(6));
  }

  @Test
  void limitUsesLongestHandlerOfStage() {
    DemoTable table = table(roundTrips(0, 20));
    List<Double> limits = PaperConfiguration.SIMULATED.stream().map(table::limit).toList();
    assertEquals(List.of(20.0, 20.0, 5 + 5 + 6 + 1.0, 5 + 6 + 2 + 1.0, 5 + 6 + 1.0, 11.0), limits);
    assertEquals(
        0, new DemoTable(List.of(roundTrips(0)), Map.of()).limit(PaperConfiguration.ALL.get(0)));
    DemoTable slow = table(roundTrips(0, 3)); // on their nodes they took five times as long
    assertEquals(3, slow.limit(PaperConfiguration.ALL.get(1)), 1e-9);
    assertEquals(6.0 / 5, slow.limit(PaperConfiguration.ALL.get(5)), 1e-9);
  }

  @Test
  void waitsAreLabeled() {
    List<String> lines = ReportText.simulated(table(simulated(0, 20), simulated(5, 12)));
    assertEquals(
        "As if each node had a machine of its own (simulated: each handler waits as long as it ran"
            + " by itself above, A 5.00, B 6.00, C 2.00, D 1.00, E 1.00 ms)",
        lines.get(1));
    assertEquals(
        cells("6 dharch-parallel {A,B,C,D,E} 12.00 0.00 12.00 12.00 11.00 1.67 0"),
        cells(lines.get(5)));
  }

  @Test
  void verdictIsOneSentence() {
    DemoTable waits = table(simulated(0, 20), simulated(5, 12));
    assertEquals(
        "On these 2 cores, which all processes share, DHArch does not pay for this work:"
            + " {A,B,C,D,E} takes 10 % more than Axis2's own chain; where handlers have processors"
            + " of their own, or wait, {A,B,C,D,E} takes 40 % less.",
        ReportText.verdict(MACHINE, table(roundTrips(0, 20), roundTrips(5, 22)), waits).get(1));
    assertEquals(
        "On these 2 cores, which all processes share, DHArch pays for this work: {A,B,C,D} {E}"
            + " takes 25 % less than Axis2's own chain; where handlers have processors of their"
            + " own, or wait, nothing is gained either: what they take is less than the way to"
            + " them.",
        ReportText.verdict(
                MACHINE,
                table(roundTrips(0, 20), roundTrips(4, 15), roundTrips(5, 16)),
                table(simulated(0, 1), simulated(5, 2)))
            .get(1));
  }

  @Test
  void oneCoreIsOne() {
    MachineFacts one = new MachineFacts("CPU", 1, 4096, "Linux 6", "17", MACHINE.date());
    DemoTable real = table(roundTrips(0, 20), roundTrips(5, 22));
    String verdict =
        ReportText.verdict(one, real, table(simulated(0, 20), simulated(5, 12))).get(1);
    assertTrue(verdict.startsWith("On this one core, which all processes share, "), verdict);
    String all = String.join(" ", ReportText.of(one, real));
    assertTrue(all.contains("1 core does all the work"), all);
  }

  @Test
  void jsonMatchesDescription() {
    String json = ReportJson.of(MACHINE, table(roundTrips(0, 19, 21)), table(simulated(0, 20, 22)));
    assertTrue(json.contains("\"cpu\": \"CPU \\\"X\\\" \\\\ 1\", \"cores\": 2"), json);
    String first = "{\"number\": 1, \"name\": \"axis2-sequential\", \"plan\": \"A B C D E\",";
    assertTrue(
        json.contains(
            first
                + " \"requests\": 2, \"errors\": 0, \"mean_ms\": 20.000, \"sd_ms\": 1.414,"
                + " \"p50_ms\": 19.000, \"p99_ms\": 21.000, \"limit_ms\": 20.000}"),
        json);
    assertTrue(
        json.replaceAll("\\s+", "").contains("\"simulated\":[" + first.replace(" ", "")), json);
    assertTrue(json.contains("\"mean_ms\": 21.000"), json);
  }
}
