package org.dharch.axis2.delivery;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.FileCount;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What handlers did for an answered message stands only if that came to its service. */
@Tag("full")
class HandOverKillTest {
  private static final Pattern READY = Pattern.compile("READY (\\S+)");
  private static final String ECHO = SOAP11.of("<t:echo>x</t:echo>");

  @TempDir Path folder;
  private ForkedJvm server;

  @BeforeEach
  void write() throws Exception {
    new TestRepository(folder)
        .parameter("dharch.broker", "memory:durable")
        .parameter("dharch.store", "store")
        .orchestration(
            "<orchestration name='o' recover='compensate'>"
                + "<handler name='book' atomicity='atomic' compensator='unbook'/>"
                + "<handler name='print' atomicity='atomic'/></orchestration>"
                + "<orchestration name='a' recover='compensate'>"
                + "<handler name='book' atomicity='atomic' compensator='unbook'/>"
                + "<handler name='answer' mayRespond='true'/></orchestration>"
                + "<rule orchestration='a' flow='in' operation='tell'/>"
                + "<rule orchestration='o' flow='in'/>")
        .service("Echo", "<module ref=\"dharch\"/>")
        .write();
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.close();
    }
  }

  /** Starts the server; where its service is. */
  private String start(String between) throws IOException {
    server =
        ForkedJvm.start(
            folder.resolve("server-" + between + ".log"),
            List.of("-Xmx256m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
            HandOverServer.class,
            folder.toString(),
            folder.resolve("ledger.txt").toString(),
            between);
    return server.await(READY);
  }

  private List<String> ledger() throws IOException {
    Path file = folder.resolve("ledger.txt");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private long files(String state) throws IOException {
    return FileCount.in(folder.resolve("store").resolve(state));
  }

  private void awaitCompensated() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                ledger().equals(List.of("book", "print", "unbook"))
                    && files("unresolved") == 0
                    && files("failed") == 1);
  }

  @Test
  void oneWhoseServerDiesBetweenDHArchAndTheServiceIsUndone() throws Exception {
    String url = start("halts");
    assertThrows(IOException.class, () -> call11(url, "echo", ECHO));
    assertEquals(List.of("book", "print"), ledger());
    server.close();
    start("nothing");
    awaitCompensated();
  }

  @Test
  void oneThatIsRefusedBehindDHArchIsUndone() throws Exception {
    HttpResponse<String> answer = call11(start("refuses"), "echo", ECHO);
    assertTrue(answer.body().contains("not today"), answer.body());
    awaitCompensated();
  }

  @Test
  void oneThatTheEngineRefusesForABlockThatIsNotUnderstoodIsUndone() throws Exception {
    String refused = SOAP11.of("<h:h xmlns:h='urn:h' s:mustUnderstand='1'/>", "<t:echo>x</t:echo>");
    HttpResponse<String> answer = call11(start("nothing"), "echo", refused);
    assertTrue(answer.body().contains("MustUnderstand"), answer.body());
    awaitCompensated();
  }

  @Test
  void messageAnsweredByHandlerIsNotCompensatedAfterRestart() throws Exception {
    String url = start("halts"); // where a message goes on to its service
    HttpResponse<String> answer = call11(url, "tell", SOAP11.of("<t:tell>x</t:tell>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("answered"), answer.body());
    server.close(); // kill -9
    start("nothing");
    assertEquals(0, files("unresolved") + files("failed"));
    assertEquals(List.of("book"), ledger());
  }

  @Test
  void answeredMessageIsNotCompensatedAfterRestart() throws Exception {
    assertEquals(200, call11(start("nothing"), "echo", ECHO).statusCode());
    server.close(); // kill -9
    start("nothing"); // it has looked at what was left when it is ready
    assertEquals(0, files("unresolved") + files("failed"));
    assertEquals(List.of("book", "print"), ledger());
  }
}
