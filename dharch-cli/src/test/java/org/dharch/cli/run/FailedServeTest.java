package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.cli.CommandProcess;
import org.dharch.cli.CommandRun;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.samples.SampleHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in one terminal, 'failed' in a second, and a node in a third. */
final class FailedServeTest {
  @TempDir Path folder;

  private List<String> failed(String... args) {
    CommandRun run = CommandRun.failed(store(), args);
    assertEquals(0, run.exitCode(), run::err);
    return run.out().lines().toList();
  }

  /** Not where commands look for it without being told. */
  private Path store() {
    return folder.resolve("elsewhere");
  }

  /** The same without the folder: of the server that is named, and of the only one here. */
  private void byTheAdminPort(String head, String id, List<String> where) throws Exception {
    String list = byPort(where, "list", "--refusals");
    assertEquals(head.strip(), list.lines().findFirst().orElseThrow().strip());
    assertTrue(list.contains(id) && list.contains(" NOT_SERVED: "), list);
    assertTrue(byPort(where, "list").contains("--refusals lists them"));
    String show = byPort(where, "show", id.substring(24));
    assertTrue(show.contains("NOT_SERVED in handler") && show.contains("service Sample"), show);
    assertEquals(
        id, new ObjectMapper().readTree(byPort(where, "show", id, "--json")).path("id").asText());
    whatWaitsInAnotherStoreStays(where);
    List<String> envelope = new ArrayList<>(List.of("failed", "show", id, "--envelope"));
    envelope.addAll(where);
    CommandRun.of(envelope.toArray(new String[0])).assertRefused("--envelope requires --store");
    try (CommandProcess here = new CommandProcess(folder, "failed", "list", "--refusals")) {
      assertEquals(0, here.exitCode(60), here.output()::toString);
      assertTrue(
          here.output().stream().anyMatch(line -> line.startsWith(id)), here.output()::toString);
    }
  }

  /** The server's own is elsewhere; what lies where nobody says is another manager's. */
  private void whatWaitsInAnotherStoreStays(List<String> where) throws Exception {
    Path usual = folder.resolve(".dharch").resolve("store");
    MessageId id = new MessageId(5, 6);
    Submission submission =
        Submission.of(Direction.IN, "Sample", "<e/>".getBytes(StandardCharsets.UTF_8));
    Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "B", "no");
    StoreKey key = new StoreKey(id, 1_700_000_000_000L);
    FailureRecord failure = new FailureRecord(Instant.now(), fault, Timeline.empty(id, "o"));
    try (FolderStore store = FolderStore.open(usual, StoreLimits.DEFAULT, Limits.DEFAULT)) {
      store.keepFailed(
          new StoredMessage(key, "o", "", submission, Optional.of(failure), Optional.empty()));
      assertTrue(store.replay(key, false));
    }
    List<String> args = new ArrayList<>(List.of("failed", "drop", "--fault", "HANDLER_FAILED"));
    args.addAll(where);
    try (CommandProcess drop = new CommandProcess(folder, args.toArray(new String[0]))) {
      assertEquals(0, drop.exitCode(60), drop.output()::toString);
      assertTrue(drop.output().get(0).matches("dropped at http://.*: 0"), drop.output()::toString);
    }
    assertEquals(List.of(key), FolderStore.openForOperator(usual).keys(StoreState.REPLAY));
  }

  private static String byPort(List<String> where, String... what) {
    List<String> all = new ArrayList<>(List.of("failed"));
    all.addAll(List.of(what));
    all.addAll(where);
    CommandRun run = CommandRun.of(all.toArray(new String[0]));
    assertEquals(0, run.exitCode(), run::err);
    return run.out();
  }

  @Test
  void unservedMessageIsReplayedWhenNodeJoins() throws Exception {
    try (CommandProcess serve =
        CommandProcess.serve(folder, "--no-node", "--store", store().toString())) {
      String[] admin = serve.await("ADMIN ").split(" token-file ", -1);
      URI endpoint = URI.create(serve.awaitUnserved());
      String broker = serve.await("Nodes join with: dharch node --broker ");
      try (SteadyClients load = SteadyClients.start(endpoint, 1)) {
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !load.problems().isEmpty());
        load.stop();
      }
      Awaitility.await()
          .atMost(10, TimeUnit.SECONDS)
          .until(() -> Files.isDirectory(store()) && failed("list", "--refusals").size() > 1);
      List<String> lines = failed("list", "--refusals");
      String line = lines.get(lines.size() - 1);
      assertTrue(line.contains("Sample") && line.contains("NOT_SERVED"), line);
      String id = line.substring(0, 32);
      assertTrue(String.join("\n", failed("show", id)).contains("NOT_SERVED in handler"));
      for (int i = 1; i < lines.size() - 1; i++) {
        failed("drop", lines.get(i).substring(0, 32));
      }

      byTheAdminPort(lines.get(0), id, List.of("--url", admin[0], "--token-file", admin[1]));

      failed("replay", id);
      Path document =
          Files.writeString(
              folder.resolve("node.xml"),
              SiteDocuments.node("late", SampleHandlers.standard(folder)));
      try (CommandProcess node =
          new CommandProcess(folder, "node", "--config", document.toString(), "--broker", broker)) {
        node.await("READY ");
        Awaitility.await()
            .atMost(30, TimeUnit.SECONDS)
            .until(() -> failed("list", "--refusals").get(0).startsWith("No failed messages"));
        assertTrue(Files.exists(folder.resolve("messages.log")), "E has logged it");
      }
    }
  }
}
