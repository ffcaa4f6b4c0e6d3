package org.dharch.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.cli.Benchmarks;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HarnessTest {
  @Test
  void suitesAreFoundAndDescribed() {
    var suites = new Harness().suites();
    var asked =
        Set.of(
            "handlers",
            "specs",
            "model",
            "overhead",
            "execution",
            "peers",
            "pressure",
            "xml-limit",
            "decentralized");
    assertTrue(suites.keySet().containsAll(asked), suites.toString());
    suites.forEach((name, description) -> assertTrue(description.length() > 20, name));
  }

  @Test
  void unknownEnvironmentIsRejectedWithTheAllowedOnes(@TempDir Path out) {
    var request = new Benchmarks.Request("overhead", "moon", List.of(), true, out);
    String message =
        assertThrows(
                DHArchException.class,
                () -> new Harness().run(request, new PrintWriter(new StringWriter())))
            .getMessage();
    assertEquals("unknown environment 'moon'; allowed: multicore, lan, single-cpu, wan", message);
  }

  @Test
  void unsupportedEnvironmentIsRejected(@TempDir Path out) {
    var request = new Benchmarks.Request("overhead", "wan", List.of(), true, out);
    String message =
        assertThrows(
                DHArchException.class,
                () -> new Harness().run(request, new PrintWriter(new StringWriter())))
            .getMessage();
    assertEquals(
        "suite 'overhead' does not support environment 'wan'; allowed: multicore, lan, single-cpu",
        message);
  }

  @Test
  void invalidOutputFolderIsNamed(@TempDir Path folder) throws Exception {
    Path out = Files.createFile(folder.resolve("file")).resolve("out");
    var request = new Benchmarks.Request("overhead", "multicore", List.of(), true, out);
    String message =
        assertThrows(
                DHArchException.class,
                () -> new Harness().run(request, new PrintWriter(new StringWriter())))
            .getMessage();
    assertTrue(
        message.startsWith("--out must be a folder that can be created (got '" + out + "')"),
        message);
    assertFalse(message.contains("Exception"), message);
  }

  @Test
  void reportNeedsResults(@TempDir Path folder) {
    String message =
        assertThrows(
                DHArchException.class,
                () -> new Harness().report(folder, new PrintWriter(new StringWriter())))
            .getMessage();
    assertEquals("no results found in '" + folder + "'", message);
    assertFalse(Files.exists(folder.resolve("report.md")));
  }

  @Test
  void hostsNeedEnvironmentLan(@TempDir Path out) throws Exception {
    Options options = new Options(true, BenchmarkEnvironment.MULTICORE, List.of("a"), out);
    try (Nodes nodes = new Nodes(options, new PrintWriter(new StringWriter()))) {
      assertThrows(DHArchException.class, nodes::address);
    }
  }

  @Test
  void remainingTimeMovesFromPlanToMeasuredSpeed() {
    AtomicLong now = new AtomicLong();
    Progress progress =
        new Progress(new PrintWriter(new StringWriter()), now::get, Duration.ofSeconds(100));
    progress.steps(10);
    progress.phase("measuring");
    assertEquals("  …   0 %, measuring, about 2 min left", progress.line(0));
    for (int i = 0; i < 5; i++) {
      progress.step();
    }
    // half is done after 20 s: 20 s by the steps, 80 s by the plan
    assertEquals(
        "  …  50 %, measuring, about 50 s left", progress.line(TimeUnit.SECONDS.toNanos(20)));
  }

  @Test
  void statisticsOfFewAndManyObservations() {
    assertEquals(new Statistics(0, 0, 0, 0, 0), Statistics.of());
    assertEquals(new Statistics(1, 7, 0, 7, 7), Statistics.of(7));
    Statistics four = Statistics.of(4, 1, 3, 2);
    assertEquals(2.5, four.median());
    assertEquals(4, four.p99());
    assertEquals(1.29, four.sd(), 0.001);
  }
}
