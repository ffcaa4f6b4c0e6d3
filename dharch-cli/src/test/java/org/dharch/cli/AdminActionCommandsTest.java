package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;
import org.dharch.samples.SampleNames;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running server and node are told what to do, by the command line. */
final class AdminActionCommandsTest {
  @TempDir Path folder;
  private List<String> where;

  private String said(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(where);
    CommandRun run = CommandRun.of(all.toArray(new String[0]));
    assertEquals(0, run.exitCode(), run.err());
    return run.out().strip();
  }

  /** As the same user says it, who names nothing. */
  private String saidAtHome(String... command) throws Exception {
    try (CommandProcess process = new CommandProcess(folder, command)) {
      assertEquals(0, process.exitCode(60), process.output().toString());
      return String.join("\n", process.output());
    }
  }

  @Test
  void haltedOnesAreReplayedAndDroppedAndANodeIsDrained() throws Exception {
    Path orchestration = OneHandler.orchestration(folder);
    Path document = Files.writeString(folder.resolve("node.xml"), FailingHandler.node());
    try (CommandProcess serve =
            CommandProcess.serve(folder, "--no-node", "--orchestration", orchestration.toString());
        CommandProcess node =
            new CommandProcess(
                folder,
                "node",
                "--config",
                document.toString(),
                "--broker",
                serve.await("Nodes join with: dharch node --broker "))) {
      node.await("READY ");
      String endpoint = serve.await("READY ");
      String[] admin = serve.await("ADMIN ").split(" token-file ", -1);
      where = List.of("--url", admin[0], "--token-file", admin[1]);
      Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> said("nodes").contains("READY"));
      SampleMessage message = SampleMessages.standard(1).next();
      SoapCalls.laterAlone(
              SoapCalls.request(
                  endpoint, message.contentType(), SampleNames.PROCESS_ACTION, message.envelope()))
          .get(60, TimeUnit.SECONDS);
      awaitHalts(1);

      assertEquals("replay: 0", said("halted", "replay", "--handler", "other"));
      assertTrue(
          said("halted", "replay", "--handler", "H", "--since", "1h")
              .startsWith("replay: 1, executed as soon as"));
      awaitHalts(2); // it fails again

      JsonNode dropped =
          new ObjectMapper()
              .readTree(saidAtHome("halted", "drop", "--fault", "HANDLER_FAILED", "--json"));
      assertEquals("drop", dropped.path("action").asText(), "by the admin port");
      assertEquals(1, dropped.path("done").asInt());

      String page = said("monitor");
      assertTrue(page.startsWith(admin[0] + "/#token="), page);
      HttpResponse<String> there =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(page)).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertTrue(there.body().contains("<title>DHArch monitor</title>"), there.body());

      assertTrue(saidAtHome("drain", "fails").contains("node fails is gone"));
      assertEquals(0, node.exitCode(30));
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .until(() -> said("nodes").contains("No nodes"));
    }
  }

  private void awaitHalts(int count) {
    Awaitility.await()
        .atMost(60, TimeUnit.SECONDS)
        .until(
            () -> {
              JsonNode status = new ObjectMapper().readTree(said("status", "--json"));
              String listed = CommandRun.halted(store(), "list").out();
              return status.path("counters").path("HALTED").asInt() == count
                  && listed.contains(" halted ");
            });
  }

  private Path store() {
    return folder.resolve(".dharch").resolve("store");
  }

  @Test
  void whatCannotBeDoneIsSaid() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "0f".repeat(32));
    List<String> nowhere = List.of("--url", "http://127.0.0.1:1", "--token-file", token.toString());
    for (List<String> command :
        List.of(List.of("drain", "n"), List.of("monitor"), List.of("halted", "drop", "--all"))) {
      List<String> all = new ArrayList<>(command);
      all.addAll(nowhere);
      CommandRun.of(all.toArray(new String[0])).assertRefused("nothing answers at");
    }
    CommandRun.of("drain", "nosuch").assertRefused("no node 'nosuch' of this user runs here");
    CommandRun.of("drain", "n", "--wait", "-1").assertRefused("0 to 3600 is allowed");
  }
}
