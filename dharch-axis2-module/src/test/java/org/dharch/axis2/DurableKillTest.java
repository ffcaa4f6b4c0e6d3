package org.dharch.axis2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was acknowledged with 202 reaches its service although the server was killed. */
class DurableKillTest {
  private static final int MESSAGES = 50;

  @TempDir Path folder;
  private Process process;

  @AfterEach
  void end() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly();
      process.waitFor(10, TimeUnit.SECONDS);
    }
  }

  private Path notes() {
    return folder.resolve("notes.txt");
  }

  /** Starts the server; where its service is. */
  private String start(String node) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    process =
        new ProcessBuilder(
                java,
                "-Xmx256m",
                "-Ddharch.test.notes=" + notes(),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath,
                DurableServer.class.getName(),
                folder.toString(),
                node)
            .redirectError(folder.resolve("errors-" + node + ".txt").toFile())
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    List<String> before = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("READY ")) {
        return line.substring("READY ".length());
      }
      before.add(line);
    }
    throw new AssertionError("the server did not start: " + before);
  }

  private List<String> seen() throws IOException {
    return Files.exists(notes()) ? Files.readAllLines(notes()) : List.of();
  }

  private long files(String state) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("store").resolve(state))) {
      return files.count();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent", "hanging"})
  void allThatWasAcknowledgedReachesTheServiceAfterAKill(String node) throws Exception {
    new TestRepository(folder)
        .parameter("dharch.broker", "memory:durable")
        .parameter("dharch.store", "store")
        .orchestration(
            "<orchestration name='o' durable='true'><handler name='work'/></orchestration>"
                + "<rule orchestration='o'/>")
        .service("Echo", "<module ref=\"dharch\"/>")
        .write();
    String url = start(node);
    for (int i = 0; i < MESSAGES; i++) {
      String note = Soap.envelope(Soap.NS11, "", "<t:note>n" + i + "</t:note>");
      assertEquals(202, Soap.call11(url, "note", note).statusCode());
    }
    assertEquals(List.of(), seen());
    process.destroyForcibly(); // kill -9
    assertTrue(process.waitFor(10, TimeUnit.SECONDS));
    assertEquals(MESSAGES, files("accepted"));

    start("well");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> new TreeSet<>(seen()).size() >= MESSAGES && files("accepted") == 0);
    assertEquals(
        IntStream.range(0, MESSAGES)
            .mapToObj(i -> "n" + i + "|")
            .collect(Collectors.toCollection(TreeSet::new)),
        new TreeSet<>(seen()));
    assertEquals(MESSAGES, seen().size(), "nothing was killed while it was delivered");
    assertEquals(0, files("halted"));
  }
}
