package org.dharch.axis2.delivery;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.FileCount;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was acknowledged with 202 reaches its service although the server was killed. */
class DurableKillTest {
  private static final int MESSAGES = 50;
  private static final Pattern READY = Pattern.compile("READY (\\S+)");

  @TempDir Path folder;
  private ForkedJvm server;

  @AfterEach
  void end() {
    if (server != null) {
      server.close();
    }
  }

  private Path notes() {
    return folder.resolve("notes.txt");
  }

  /** Starts the server; where its service is. */
  private String start(String node) throws IOException {
    server =
        ForkedJvm.start(
            folder.resolve("server-" + node + ".log"),
            List.of(
                "-Xmx256m",
                "-Ddharch.test.notes=" + notes(),
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
            DurableServer.class,
            folder.toString(),
            node);
    return server.await(READY);
  }

  private List<String> seen() throws IOException {
    return Files.exists(notes()) ? Files.readAllLines(notes()) : List.of();
  }

  private long files(String state) throws IOException {
    return FileCount.in(folder.resolve("store").resolve(state));
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
      String note = SOAP11.of("<t:note>n" + i + "</t:note>");
      assertEquals(202, call11(url, "note", note).statusCode());
    }
    assertEquals(List.of(), seen());
    server.close(); // kill -9
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
    assertEquals(0, files("failed"));
  }
}
