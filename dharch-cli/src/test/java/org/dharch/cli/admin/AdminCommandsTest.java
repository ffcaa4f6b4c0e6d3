package org.dharch.cli.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.cli.run.HeldHandler;
import org.dharch.cli.run.OneHandler;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;
import org.dharch.samples.SampleNames;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running server is asked what it does, by the command line. */
final class AdminCommandsTest {
  @TempDir Path folder;
  private List<String> where;

  private CommandRun ask(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(where);
    return CommandRun.of(all.toArray(new String[0]));
  }

  private String said(String... command) {
    CommandRun run = ask(command);
    assertEquals(0, run.exitCode(), run.err());
    return run.out();
  }

  /** Cold start: each cause is found with at most three commands. */
  @Test
  void pageShowsSlowStageMissingNodeAndMessage() throws Exception {
    Path orchestration = OneHandler.orchestration(folder);
    Path document = Files.writeString(folder.resolve("node.xml"), HeldHandler.node(folder));
    try (CommandProcess serve =
        CommandProcess.serve(folder, "--no-node", "--orchestration", orchestration.toString())) {
      String endpoint = serve.awaitUnserved();
      String[] admin = serve.await("ADMIN ").split(" token-file ", -1);
      where = List.of("--url", admin[0], "--token-file", admin[1]);
      CommandRun missing = ask("status");
      assertEquals(1, missing.exitCode());
      assertTrue(missing.out().contains("no node serves handler H"), missing.out());
      assertTrue(said("nodes").contains("No nodes"));
      CommandRun doctor = ask("doctor");
      assertEquals(1, doctor.exitCode());
      assertTrue(doctor.out().contains("problem: no node serves handler H"), doctor.out());
      assertTrue(said("slow").contains("No messages"));
      ask("times").assertRefused("no handler performed");
      try (CommandProcess node =
          new CommandProcess(
              folder,
              "node",
              "--config",
              document.toString(),
              "--broker",
              serve.await("Nodes join with: dharch node --broker "))) {
        node.await("ADMIN http://127.0.0.1:");
        node.await("READY ");
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> ask("status").exitCode() == 0);
        assertTrue(said("nodes").contains("holds~"), said("nodes"));
        assertTrue(said("nodes").contains("H[1.4]"), said("nodes"));
        SampleMessage message = SampleMessages.standard(1).next();
        var answer =
            SoapCalls.sendAsyncOnNewConnection(
                SoapCalls.request(
                    endpoint,
                    message.contentType(),
                    SampleNames.PROCESS_ACTION,
                    message.envelope()));
        Awaitility.await()
            .atMost(60, TimeUnit.SECONDS)
            .until(() -> Files.exists(folder.resolve("begun")));
        String[] lines = said("messages", "--node", "holds", "--under-way").split("\n", -1);
        assertTrue(lines[1].contains("EXECUTING") && lines[1].contains("Sample"), lines[1]);
        String id = lines[1].substring(0, 32);
        allManagersAreAsked(serve.await("Nodes join with: dharch node --broker "), id);
        String trace = said("trace", id.substring(0, 8));
        assertTrue(trace.contains("now: H is SENT on holds~"), trace);
        assertTrue(
            trace.matches("(?s).*\\nstarted \\d{4}-[-\\d]+ [:\\d]+, so far [.\\d]+ ms\\n.*"),
            trace);
        assertEquals(
            "EXECUTING",
            new ObjectMapper().readTree(said("trace", id, "--json")).path("state").asText());
        Files.writeString(folder.resolve("released"), "");
        answer.get(60, TimeUnit.SECONDS);
        String ended = said("trace", id);
        assertTrue(ended.startsWith("COMPLETED, service Sample"), ended);
        assertTrue(
            ended.matches("(?s).*, ended \\d{4}-[-\\d]+ [:\\d]+, duration [.\\d]+ ms\\n.*"), ended);
        assertTrue(ended.contains("1 H"), ended);
        assertTrue(ended.contains("sooner without it"), ended);
        assertTrue(said("messages", "--state", "COMPLETED,RESPONDED").contains(id));
        assertTrue(said("messages", "--state", "FAILED").contains("No messages"));
        assertTrue(said("messages", "--fault", "no such fault").contains("No messages"));
        CommandRun done = ask("messages", "--state", "DONE");
        done.assertRefused("dharch: state must be some of [");
        assertTrue(!done.err().contains("/api/"), done.err());
        assertTrue(said("slow").contains(id), said("slow"));
        Path times = folder.resolve("times.properties");
        said("times", "--write", times.toString());
        CommandRun plan =
            CommandRun.of("plan", orchestration.toString(), "--times", times.toString());
        assertEquals(0, plan.exitCode(), plan.err());
        String top = said("top", "--count", "2", "--every", "100ms");
        assertTrue(top.contains("waiting 0, executing 0 of a concurrency limit of"), top);
        assertTrue(top.lines().filter(line -> line.startsWith("H  ")).count() == 2, top);
      }
      Awaitility.await()
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> ask("doctor").out().contains("no node serves handler H"));
      String now = ask("doctor").out();
      assertTrue(now.contains("node holds~") && now.contains("has been gone for"), now);
    }
    CommandRun gone = ask("status");
    assertEquals(2, gone.exitCode());
  }

  /** Through the broker, with the namespace key, without any admin port. */
  private void allManagersAreAsked(String broker, String id) throws Exception {
    String[] where = {
      "--broker", broker, "--key-file", folder.resolve(".dharch").resolve("key").toString()
    };
    String list = managers(where, "list");
    assertTrue(list.lines().skip(1).findFirst().orElseThrow().contains("  1  "), list);
    String messages = managers(where, "messages", "--under-way");
    assertTrue(messages.contains(id) && messages.contains("H on holds~"), messages);
    String trace = managers(where, "trace", id.substring(0, 8));
    assertTrue(trace.contains("now: H is SENT on holds~"), trace);
    assertTrue(trace.contains("\nstarted 20"), trace);
    String json = managers(where, "trace", id, "--json");
    assertEquals(
        id, new ObjectMapper().readTree(json).at("/managers/0/messages/0/id").asText(), json);
    List<String> none = new ArrayList<>(List.of("managers", "trace", "0".repeat(32)));
    none.addAll(List.of(where));
    CommandRun.of(none.toArray(new String[0])).assertRefused("none of 1 managers has it");
  }

  private static String managers(String[] where, String... what) {
    List<String> all = new ArrayList<>(List.of("managers"));
    all.addAll(List.of(what));
    all.addAll(List.of(where));
    CommandRun run = CommandRun.of(all.toArray(new String[0]));
    assertEquals(0, run.exitCode(), run.err());
    return run.out();
  }

  @Test
  void invalidRequestIsReported() throws Exception {
    CommandRun.of("status", "--url", "http://127.0.0.1:1")
        .assertRefused("--url requires --token-file");
    Path token = Files.writeString(folder.resolve("token"), "0f".repeat(32));
    CommandRun.of("status", "--url", "http://127.0.0.1:1", "--token-file", token.toString())
        .assertRefused("no response from http://127.0.0.1:1");
    CommandRun.of("trace", "xyz", "--url", "http://127.0.0.1:1", "--token-file", token.toString())
        .assertRefused("32");
    Path key = Files.writeString(folder.resolve("key"), "a secret that is no token");
    CommandRun secret =
        CommandRun.of("status", "--url", "http://127.0.0.1:1", "--token-file", key.toString());
    secret.assertRefused("must have the token of an admin port");
    assertTrue(!secret.err().contains("secret"), secret.err());
    CommandRun.of("status", "--token-file", token.toString())
        .assertRefused("--token-file requires --url");
    CommandRun.of("node", "--admin", "0.0.0.0:0").assertRefused("loopback");
    CommandRun.of("node", "--admin", "here").assertRefused("must be HOST:PORT");
  }

  /** Before a handler is made: the document, which names a class that is not there, is not read. */
  @Test
  void usedPortIsReportedBeforeStart() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path document = Files.writeString(folder.resolve("wrong.xml"), "<node/>");
      CommandRun run =
          CommandRun.of(
              "node",
              "--config",
              document.toString(),
              "--admin",
              "127.0.0.1:" + taken.getLocalPort());
      run.assertRefused("cannot listen at 127.0.0.1:" + taken.getLocalPort());
    }
  }

  /** What a killed process has left leads to another one now, which says nothing. */
  @Test
  void staleTokenIsReported() throws Exception {
    Path tokens = Files.createDirectories(folder.resolve(".dharch").resolve("admin"));
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String at = "127.0.0.1_" + silent.getLocalPort();
      Files.writeString(tokens.resolve(at + ".token"), "0f".repeat(32));
      try (CommandProcess status = new CommandProcess(folder, "status")) {
        String said = status.await("dharch: no manager of this user runs here");
        assertTrue(
            said.endsWith(
                "no response from http://127.0.0.1:"
                    + silent.getLocalPort()
                    + ", whose token was left there"),
            said);
      }
      try (CommandProcess drop = new CommandProcess(folder, "failed", "drop", "--all")) {
        drop.await("dharch: no response from http://127.0.0.1:" + silent.getLocalPort());
        assertEquals(2, drop.exitCode(60), "whose messages are meant is not known");
      }
    }
  }
}
