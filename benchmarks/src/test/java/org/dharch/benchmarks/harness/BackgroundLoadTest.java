package org.dharch.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.dharch.cli.Benchmarks.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundLoadTest {
  @TempDir Path proc;

  private void cores(int user, int idle, int stolen) throws IOException {
    String line = "cpu  " + user + " 0 0 " + idle + " 0 0 0 " + stolen + " 0 0\n";
    Files.writeString(proc.resolve("stat"), line + "cpu0 1 2 3 4\n");
  }

  private void process(int pid, int parent, int ticks, String command) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    String times = ticks + " 0 0 0 20 0 1 0 9 0 5 0\n";
    String stat = pid + " (a (b) c) S " + parent + " 1 1 0 -1 0 0 0 0 0 " + times;
    Files.writeString(folder.resolve("stat"), stat);
    Files.writeString(folder.resolve("cmdline"), command);
  }

  private CoreTime now() {
    return CoreTime.now(proc, 10, "dharch-run-10-").orElseThrow();
  }

  @Test
  void othersExcludeTheRunAndItsChildren() throws IOException {
    cores(1_000, 5_000, 0);
    process(1, 0, 0, "init");
    process(10, 1, 100, "java");
    process(11, 10, 100, "java\0a-node");
    process(12, 1, 100, "postgres\0-D\0/tmp/dharch-run-10-rm5/postgres");
    process(13, 12, 100, "postgres: writer");
    process(20, 1, 100, "other process");
    CoreTime before = now();
    cores(1_700, 5_250, 50);
    process(10, 1, 200, "java");
    process(11, 10, 200, "java\0a-node");
    process(12, 1, 200, "postgres\0-D\0/tmp/dharch-run-10-rm5/postgres");
    process(13, 12, 200, "postgres: writer");
    process(20, 1, 400, "other process");
    assertEquals(new BackgroundLoad(0.3, 0.05), now().since(before));
  }

  @Test
  void conditionsAreEmptyWithoutProc() {
    assertEquals(Optional.empty(), CoreTime.now(proc.resolve("none"), 10, "x"));
  }

  @Test
  void failedCheckOnABusyMachineIsInvalid() {
    assertEquals(Verdict.BROKEN, results(false, new BackgroundLoad(0.09, 0.04)).verdict());
    assertEquals(Verdict.INVALID, results(false, new BackgroundLoad(0.11, 0)).verdict());
    assertEquals(Verdict.INVALID, results(false, new BackgroundLoad(0, 0.06)).verdict());
    assertEquals(Verdict.HOLDS, results(true, new BackgroundLoad(0.5, 0.5)).verdict());
    assertEquals(Verdict.BROKEN, results(false, null).verdict());
  }

  @Test
  void worstVerdictOfSeveralSuitesCounts() {
    assertEquals(Verdict.BROKEN, Verdict.INVALID.or(Verdict.BROKEN));
    assertEquals(Verdict.INVALID, Verdict.INVALID.or(Verdict.HOLDS));
    assertEquals(Optional.of(Verdict.INVALID), Verdict.of(4));
    assertEquals(Optional.empty(), Verdict.of(2));
  }

  @Test
  void conditionsAreStoredInTheFile() throws IOException {
    Path file = proc.resolve("a.json");
    results(false, new BackgroundLoad(0.25, 0)).write(file);
    SuiteResults read = SuiteResults.read(file);
    assertTrue(read.knownConditions().orElseThrow().tooBusy());
    assertEquals(
        "Background load during the run: others 25 %, stolen 0 %; in the second before it: others 0"
            + " %, stolen 0 %.",
        read.knownConditions().orElseThrow().text());
    results(false, null).write(file);
    assertFalse(Files.readString(file).contains("conditions"));
    assertEquals(Optional.empty(), SuiteResults.read(file).knownConditions());
  }

  private static SuiteResults results(boolean ok, BackgroundLoad during) {
    return new SuiteResults(
        "fixed",
        new Machine("cpu", 2, "1 MiB", "os", "jdk", "2026-01-01T00:00:00Z"),
        during == null ? null : new Conditions(1, new BackgroundLoad(0, 0), during),
        List.of(),
        List.of(new SuiteResults.Check("check", 1, "<= 2", ok)));
  }
}
