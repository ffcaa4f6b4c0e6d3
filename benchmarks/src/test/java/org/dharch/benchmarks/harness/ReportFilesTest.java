package org.dharch.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.dharch.benchmarks.harness.chart.Chart;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the files, report and charts of fixed results. */
class ReportFilesTest {
  private static final Suite SUITE =
      new Suite("fixed", "fixed <figures>", Suite.seconds(1, 1), NothingMeasured::new) {
        @Override
        public List<Figure> figures(SuiteResults results) {
          double measured = results.result("DHArch", "round trip").orElseThrow().median();
          return List.of(
              new Figure(
                  "bars",
                  "Bars & more",
                  new Chart.Bars(
                      "configuration",
                      "ms",
                      List.of("paper", "DHArch"),
                      List.of(
                          new Chart.Series(
                              "round trip", List.of(5.0, measured), List.of(1.0, 0.5)))),
                  Table.of("what", "ms").row("DHArch", measured).build(),
                  List.of("It differs.")),
              new Figure(
                  "lines",
                  "Lines",
                  new Chart.Lines(
                      "rate (1/s)",
                      "ms",
                      true,
                      List.of(1.0, 10.0, 100.0),
                      List.of(
                          new Chart.Series("Axis2", List.of(2.0, 3.0, 900.0), List.of()),
                          new Chart.Series("DHArch", List.of(2.0, 2.0, 2.5), List.of()))),
                  Table.of("what").build(),
                  List.of()));
        }
      };

  private static final class NothingMeasured extends Experiment {
    NothingMeasured(SuiteRun run) {
      super(run);
    }

    @Override
    protected void run() {}
  }

  @TempDir Path folder;

  private static SuiteResults results(BenchmarkEnvironment environment, double... millis) {
    SuiteReport report = new SuiteReport("fixed", environment, new PrintWriter(new StringWriter()));
    report.add("DHArch", Map.of("handlers", 5), "round trip", "ms", Statistics.of(millis));
    report.atMost("is small", millis[0], 4);
    return report.results(
        Optional.of(new Conditions(1.5, new BackgroundLoad(0, 0), new BackgroundLoad(0.2, 0))));
  }

  @Test
  void fileHasExactlyTheSpecifiedFields() throws Exception {
    ResultFiles.write(results(BenchmarkEnvironment.MULTICORE, 3, 4, 5), folder);
    JsonNode json = new ObjectMapper().readTree(folder.resolve("fixed.json").toFile());
    assertEquals(List.of("suite", "machine", "conditions", "results", "checks"), names(json));
    assertEquals(List.of("loadAverage", "before", "during"), names(json.get("conditions")));
    assertEquals(
        List.of("cpu", "cores", "memory", "os", "jdk", "date"), names(json.get("machine")));
    assertEquals(
        List.of("name", "parameters", "metric", "unit", "n", "mean", "sd", "median", "p99"),
        names(json.get("results").get(0)));
    assertEquals(List.of("name", "value", "bound", "ok"), names(json.get("checks").get(0)));
    assertEquals(4.0, json.get("results").get(0).get("median").asDouble());
    assertEquals(
        "multicore", json.get("results").get(0).get("parameters").get("environment").asText());
    List<String> csv = Files.readAllLines(folder.resolve("fixed.csv"));
    assertEquals("name,parameters,metric,unit,n,mean,sd,median,p99", csv.get(0));
    assertEquals(
        "\"DHArch\",\"handlers=5; environment=multicore\",\"round trip\",\"ms\",3,4.0,1.0,4.0,5.0",
        csv.get(1));
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void reportShowsFiguresChecksAndCharts() throws Exception {
    ResultFiles.write(results(BenchmarkEnvironment.MULTICORE, 3, 4, 5), folder);
    ResultFiles.write(results(BenchmarkEnvironment.LAN, 7, 8, 9), folder);
    ReportWriter.write(folder, Map.of("fixed", SUITE));
    String markdown = Files.readString(folder.resolve("report.md"));
    assertTrue(markdown.contains("1 of 2 checks hold"), markdown);
    assertTrue(markdown.contains("## fixed, multicore"), markdown);
    assertTrue(markdown.contains("## fixed, lan"), markdown);
    assertTrue(markdown.contains("| DHArch | 4.00 |"), markdown);
    assertTrue(markdown.contains("](fixed-lan-bars.svg)"), markdown);
    String html = Files.readString(folder.resolve("report.html"));
    assertTrue(html.contains("fixed &lt;figures>"), html);
    assertTrue(html.contains("<td class=\"no\">no</td>"), html);
    for (String chart : List.of("bars", "lines")) {
      String svg = Files.readString(folder.resolve("fixed-multicore-" + chart + ".svg"));
      assertTrue(svg.contains("<svg"), chart);
      var png = ImageIO.read(folder.resolve("fixed-multicore-" + chart + ".png").toFile());
      assertTrue(png.getWidth() > 400, chart);
    }
  }

  @Test
  void otherEnvironmentDoesNotReplaceMulticoreResults() throws Exception {
    ResultFiles.write(results(BenchmarkEnvironment.LAN, 7), folder);
    assertEquals(
        BenchmarkEnvironment.LAN, SuiteResults.read(folder.resolve("fixed.json")).environment());
    ResultFiles.write(results(BenchmarkEnvironment.MULTICORE, 3), folder);
    ResultFiles.write(results(BenchmarkEnvironment.LAN, 8), folder);
    assertEquals(
        BenchmarkEnvironment.MULTICORE,
        SuiteResults.read(folder.resolve("fixed.json")).environment());
    assertEquals(
        8.0, SuiteResults.read(folder.resolve("fixed-lan.json")).results().get(0).median());
  }

  @Test
  void invalidFileIsRejectedByName() throws Exception {
    Path file = Files.writeString(folder.resolve("other.json"), "{\"suite\": 1, \"results\": []}");
    String message =
        assertThrows(DHArchException.class, () -> SuiteResults.read(file)).getMessage();
    assertTrue(message.contains("other.json must be a benchmark results file"), message);
  }

  @Test
  void tableNamesTheRowOfWrongLength() {
    Table.Builder table = Table.of("a", "b").row("only one");
    String message = assertThrows(IllegalArgumentException.class, table::build).getMessage();
    assertTrue(message.contains("only one"), message);
    assertFalse(message.isBlank());
  }
}
