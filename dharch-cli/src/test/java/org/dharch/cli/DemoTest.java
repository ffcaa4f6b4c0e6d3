package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a user starts it, small. */
final class DemoTest {
  @TempDir Path folder;

  @Test
  void everyConfigurationAnswersRightlyAndIsReported() throws Exception {
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
      assertEquals(0, demo.exitCode(85), demo.output().toString());
      String output = String.join("\n", demo.output());
      assertTrue(output.contains("All 18 answers were right."), output);
      assertTrue(output.contains("dharch-sequential, message "), output);
      assertTrue(output.contains("dharch-parallel, message "), output);
      for (String line : List.of("1 A", "5 E")) {
        assertTrue(output.contains("\n" + line + " "), output);
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
    Matcher configurations =
        Pattern.compile(
                "\"plan\": \"([^\"]*)\", \"requests\": 3, \"errors\": 0, \"mean_ms\": [0-9]")
            .matcher(Files.readString(json));
    assertEquals(
        Configuration.PAPER.stream().map(Configuration::plan).toList(),
        configurations.results().map(found -> found.group(1)).toList());
  }
}
