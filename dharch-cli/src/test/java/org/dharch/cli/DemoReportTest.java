package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
  private static final MachineFacts MACHINE =
      new MachineFacts("CPU \"X\" \\ 1", 2, 4096, "Linux 6", "Vendor 17", "2026-01-01T00:00:00Z");

  private static RoundTrips roundTrips(int index, double... millis) {
    RoundTrips measured = new RoundTrips(PaperConfiguration.ALL.get(index));
    for (double one : millis) {
      measured.right((long) (one * 1e6));
    }
    return measured;
  }

  @Test
  void theTableSetsEachConfigurationBesideTheFirst() {
    RoundTrips wrong = roundTrips(5, 10);
    wrong.wrong("no");
    List<String> lines = ReportText.of(MACHINE, List.of(roundTrips(0, 19, 21), wrong));
    assertTrue(lines.get(0).contains("2 cores"), lines.get(0));
    assertEquals(
        List.of(
            "1",
            "axis2-sequential",
            "A",
            "B",
            "C",
            "D",
            "E",
            "20.00",
            "1.41",
            "19.00",
            "21.00",
            "1.00",
            "0"),
        List.of(lines.get(3).split("\\s+")));
    assertEquals(
        List.of(
            "6", "dharch-parallel", "{A,B,C,D,E}", "10.00", "0.00", "10.00", "10.00", "2.00", "1"),
        List.of(lines.get(4).split("\\s+")));
    assertTrue(lines.get(6).contains("2.00 is the most"), lines.get(6));
  }

  @Test
  void theJsonIsAsDescribed() {
    String json = ReportJson.of(MACHINE, List.of(roundTrips(0, 19, 21)));
    assertTrue(json.contains("\"cpu\": \"CPU \\\"X\\\" \\\\ 1\", \"cores\": 2"), json);
    assertTrue(
        json.contains(
            "{\"number\": 1, \"name\": \"axis2-sequential\", \"plan\": \"A B C D E\","
                + " \"requests\": 2, \"errors\": 0, \"mean_ms\": 20.000, \"sd_ms\": 1.414,"
                + " \"p50_ms\": 19.000, \"p99_ms\": 21.000}"),
        json);
  }
}
