package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.dharch.cli.CommandProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a user starts it, small. */
@Tag("full")
final class DemoTest {
  @TempDir Path folder;

  @Test
  void allConfigurationsAreCorrectAndReported() throws Exception {
    Path json = folder.resolve("figures.json");
    Path times = folder.resolve("times.properties");
    try (CommandProcess demo =
        new CommandProcess(
            folder,
            "demo",
            "--requests",
            "3",
            "--nodes",
            "2",
            "--json",
            json.toString(),
            "--times",
            times.toString())) {
      assertEquals(0, demo.exitCode(120), demo.output().toString());
      String output = String.join("\n", demo.output());
      assertTrue(output.matches("(?s).*\nAll \\d+ responses were correct\\..*"), output);
      assertTrue(output.contains("threads-parallel, message "), output);
      for (String line :
          List.of(
              "(a) Your machine: ",
              "(b) As if each node had cores of its own: simulated waits ",
              "(c) Under load: 16 clients ",
              "Recommendation: ",
              "The planner predicts ")) {
        assertTrue(output.contains("\n" + line), output);
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(
          List.of(), left.filter(p -> p.getFileName().toString().startsWith("dharch")).toList());
    }
    for (String handler : List.of("A", "B", "C", "D", "E")) {
      assertTrue(
          Files.readString(times).matches("(?s).*\n" + handler + "\\.tcomp=[0-9]*\\.[0-9]{4}\n.*"),
          Files.readString(times));
    }
    JsonNode written = new ObjectMapper().readTree(json.toFile());
    for (String table : List.of("configurations", "simulated")) {
      for (JsonNode one : written.get(table)) {
        assertEquals(3, one.get("requests").intValue());
        assertEquals(0, one.get("errors").intValue());
        assertTrue(one.get("mean_ms").isNumber(), one::toString);
        assertTrue(one.get("limit_ms").isNumber(), one::toString);
      }
    }
    assertEquals(
        DemoPlacement.ALL.stream().map(DemoPlacement::name).toList(),
        written.get("configurations").findValuesAsText("name"));
    assertEquals(
        PaperConfiguration.ALL.stream().map(PaperConfiguration::plan).toList(),
        written.get("simulated").findValuesAsText("plan"));
    for (JsonNode one : written.get("load")) {
      assertEquals(16, one.get("clients").intValue());
      assertTrue(one.get("per_second").doubleValue() > 0, one::toString);
      assertEquals(0, one.get("errors").intValue());
    }
    assertTrue(
        written
            .get("configurations")
            .findValuesAsText("name")
            .contains(written.get("recommended").asText()));
  }
}
