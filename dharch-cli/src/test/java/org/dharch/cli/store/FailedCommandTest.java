package org.dharch.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.cli.CommandRun;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreLimits;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a store that a manager has open. */
final class FailedCommandTest {
  private static final String FIRST = "00000000000000aa0000000000000001";
  private static final String SECOND = "00000000000000bb0000000000000002";

  @TempDir Path folder;
  private FolderStore store;
  private int exitCode;
  private List<String> errors = List.of();

  @BeforeEach
  void fill() {
    store = FolderStore.open(folder, StoreLimits.DEFAULT, Limits.DEFAULT);
    store.keepFailed(failed(FIRST, 1, "it threw\nbadly"));
    store.keepFailed(failed(SECOND, 2, "it hung"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static StoredMessage failed(String text, long number, String reason) {
    MessageId id = MessageId.parse(text);
    Submission submission =
        Submission.of(
                Direction.IN,
                "Sample",
                "process",
                "urn:action",
                new MessageContent(
                    "<envelope-as-it-came/>".getBytes(StandardCharsets.UTF_8),
                    MessageProperties.of(Map.of("color", "green")),
                    Set.of()))
            .client("client-7");
    Timeline timeline =
        new Timeline(
            id,
            "standard",
            10_000,
            5_000_000,
            List.of(
                new Timeline.Attempt(
                    0, "B", "node-1~x", 1, 20_000, 4_000_000, 0, 3_000_000, "failed", -1)),
            0,
            List.of());
    FailureRecord failure =
        new FailureRecord(
            Instant.now(), new Fault(Fault.Code.HANDLER_FAILED, "B", reason), timeline);
    return new StoredMessage(
        new StoreKey(id, 1_700_000_000_000L + number),
        "standard",
        "",
        submission,
        Optional.of(failure),
        Optional.empty());
  }

  private List<String> run(String... args) {
    CommandRun run = CommandRun.failed(folder, args);
    exitCode = run.exitCode();
    errors = run.err().lines().toList();
    return run.out().lines().toList();
  }

  private void assertRefused(String expected) {
    assertEquals(2, exitCode);
    assertEquals(1, errors.size(), errors::toString);
    assertTrue(errors.get(0).contains(expected), errors::toString);
  }

  /** Once it was done all the same, and said as text. */
  @Test
  void jsonNeedsAdminPort() {
    for (String action : List.of("replay", "drop")) {
      run(action, "--all", "--json");
      assertRefused("--json requires an admin port");
    }
    assertEquals(2, store.keys(StoreState.FAILED).size());
  }

  @Test
  void listIsSortedByAge() {
    List<String> lines = run("list");
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(lines.get(0).startsWith("id "), lines.get(0));
    assertTrue(lines.get(1).startsWith(FIRST), lines.get(1));
    assertTrue(
        lines
            .get(1)
            .matches(
                ".* failed +Sample +process +standard +client-7 +B +node-1 +HANDLER_FAILED: it"
                    + " threw badly"),
        lines.get(1));
    assertTrue(lines.get(2).startsWith(SECOND), lines.get(2));
    assertEquals(0, exitCode);
  }

  @Test
  void listHasTheLatestThatMatch() {
    for (int i = 3; i <= 40; i++) {
      store.keepFailed(failed(String.format("%032x", i), i, i % 2 == 0 ? "even" : "odd"));
    }
    List<String> latest = run("list");
    assertEquals(1 + 20 + 1, latest.size(), latest::toString);
    assertTrue(latest.get(20).startsWith(String.format("%032x", 40)), latest.get(20));
    assertEquals("20 older ones are not listed; increase --limit", latest.get(21));
    assertEquals(1 + 40, run("list", "--limit", "1000").size());
    assertEquals(1 + 1, run("list", "--text", "it hung").size());
    assertEquals(1 + 5 + 1, run("list", "--text", "EVEN", "--limit", "5").size());
    assertEquals(List.of("No failed messages in " + folder), run("list", "--handler", "C"));
    assertEquals(List.of("No failed messages in " + folder), run("list", "--since", "0s"));
    run("list", "--limit", "0");
    assertRefused("limit must be 1 to 1000 (got 0)");
    run("list", "--since", "soon");
    assertRefused("since must be a time");
  }

  /** A flood of them must not hide the others. */
  @Test
  void refusalsAreListedApart() {
    for (int i = 3; i <= 30; i++) {
      StoredMessage other = failed(String.format("%032x", i), i, "");
      Fault unserved = new Fault(Fault.Code.NOT_SERVED, "B", "no node");
      Timeline empty = Timeline.empty(other.key().id(), "standard");
      store.keepFailed(other.failed(new FailureRecord(Instant.now(), unserved, empty)));
    }
    List<String> lines = run("list");
    assertEquals(4, lines.size(), lines::toString);
    assertTrue(lines.get(2).startsWith(SECOND), lines.get(2));
    assertEquals(
        "28 messages were rejected before any handler; --refusals lists them", lines.get(3));
    List<String> refusals = run("list", "--refusals");
    assertEquals(1 + 20 + 1, refusals.size(), refusals::toString);
    assertTrue(refusals.get(20).matches(".* B +- +NOT_SERVED: no node"), refusals.get(20));
  }

  @Test
  void showPrintsFaultAndTimelineAndOptionallyEnvelope() {
    String shown = String.join("\n", run("show", FIRST.substring(0, 16)));
    assertTrue(shown.contains("HANDLER_FAILED in handler 'B'"), shown);
    assertTrue(shown.contains("1 B    node-1 |"), shown);
    assertTrue(shown.contains("run 3.00, way 0.98 failed"), shown);
    assertTrue(!shown.contains("envelope-as-it-came"), shown);
    String whole = String.join("\n", run("show", "--envelope", FIRST));
    assertTrue(whole.contains("<envelope-as-it-came/>"), whole);
    assertTrue(whole.contains("color = green"), whole);
  }

  /** Of the third it is unknown whether its handler has debited the account. */
  @Test
  void unknownOutcomeIsReplayedOnlyOnRequest() {
    String third = "00000000000000cc0000000000000003";
    MessageId id = MessageId.parse(third);
    StoredMessage lost = failed(third, 3, "no reply from node-1~x");
    Timeline timeline =
        new Timeline(
            id,
            "standard",
            0,
            5_000_000,
            List.of(
                new Timeline.Attempt(0, "log", "node-1~x", 1, 0, -1, 0, 0, "lost", -1),
                new Timeline.Attempt(0, "log", "node-2~x", 2, 0, 1000, 0, 10, "performed", -1),
                new Timeline.Attempt(1, "ship", "node-2~x", 1, 0, 1000, 500, 0, "timed-out", -1),
                new Timeline.Attempt(1, "debit", "node-1~x", 1, 0, -1, 0, 0, "timed-out", -1)),
            0,
            List.of());
    store.keepFailed(
        lost.failed(
            new FailureRecord(Instant.now(), lost.failure().orElseThrow().fault(), timeline)));
    assertTrue(run("show", third).contains("not known     whether debit performed"));
    assertEquals(List.of(), run("replay", third));
    assertEquals(1, exitCode);
    assertTrue(errors.get(0).contains("unknown whether debit performed"), errors::toString);
    assertTrue(run("replay", "--all").get(0).startsWith("replay: 2, "));
    assertEquals(1, exitCode);
    assertTrue(run("replay", third, "--again").get(0).startsWith("replay " + third));
    assertEquals(0, exitCode);
  }

  @Test
  void replayQueuesMessageForManager() {
    List<String> lines = run("replay", FIRST);
    assertTrue(lines.get(0).contains("executed when"), lines::toString);
    assertEquals(FIRST, store.keys(StoreState.REPLAY).get(0).id().toString());
    assertTrue(run("list").get(2).contains(" replay "), "it is shown so");
    run("replay", FIRST);
    assertEquals(0, exitCode, "it is asked for already");
    store.close();
    assertTrue(run("replay", SECOND).get(0).contains("when a manager starts"));
  }

  @Test
  void messagesOfOutageAreReplayedTogether() {
    String third = "00000000000000aa0000000000000003";
    StoredMessage other = failed(third, 3, "");
    Fault unserved = new Fault(Fault.Code.NOT_SERVED, "B", "no node");
    Timeline empty = Timeline.empty(other.key().id(), "standard");
    store.keepFailed(other.failed(new FailureRecord(Instant.now(), unserved, empty)));
    assertTrue(run("replay", "--fault", "NOT_SERVED").get(0).startsWith("replay: 1, executed "));
    assertEquals(
        List.of(third),
        store.keys(StoreState.REPLAY).stream().map(k -> k.id().toString()).toList());
    assertTrue(run("replay", "--all").get(0).startsWith("replay: 2, "));
    assertEquals(3, store.keys(StoreState.REPLAY).size());
    assertEquals(List.of("replay: 0"), run("replay", "--all"));
    run("replay", "--all", FIRST);
    assertRefused("exactly one of ID, --all, or a filter");
    run("replay");
    assertRefused("exactly one of ID, --all, or a filter");
  }

  @Test
  void filterByHandlerAndTime() {
    assertEquals(List.of("replay: 0"), run("replay", "--handler", "C"));
    assertEquals(List.of("dropped: 0"), run("drop", "--handler", "B", "--since", "0s"));
    assertEquals(List.of("dropped: 0"), run("drop", "--since", "2126-11-20T14:40:30Z"));
    run("drop", "--since", "soon");
    assertRefused("since must be a time such as 2026-11-20T14:40:30Z");
    run("drop", "--url", "http://127.0.0.1:1");
    assertRefused("must be set");
    run("drop", "--all", "--url", "http://127.0.0.1:1");
    assertRefused("--store and --url must not be set both");
    assertTrue(run("replay", "--handler", "B", "--since", "1h").get(0).startsWith("replay: 2, "));
    assertEquals(List.of("dropped: 2"), run("drop", "--handler", "B"));
  }

  @Test
  void endOfIdIsSufficient() {
    assertTrue(run("show", "0001").get(0).contains(FIRST));
    assertEquals(List.of("dropped: 1"), run("drop", "0002"));
  }

  @Test
  void dropDeletesOneOrAll() {
    assertEquals(List.of("dropped: 1"), run("drop", SECOND));
    assertEquals(List.of("dropped: 1"), run("drop", "--all"));
    assertEquals(List.of("No failed messages in " + folder), run("list"));
    run("drop", SECOND);
    assertRefused("no failed message");
  }

  @Test
  void errorIsOneLine() {
    run("show", "0000000000");
    assertRefused("2 failed messages");
    run("show", "xyz");
    assertRefused("4 to 32 hex digits");
    run("drop", FIRST, "--all");
    assertRefused("exactly one of ID");
  }

  @Test
  void damagedFileIsReportedAndOthersAreListed() throws Exception {
    Path damaged;
    try (var files = Files.list(folder.resolve("failed"))) {
      damaged = files.sorted().findFirst().orElseThrow();
    }
    Files.writeString(damaged, "DHS");
    List<String> lines = run("list");
    assertEquals(2, lines.size(), lines::toString);
    assertEquals(0, exitCode);
    assertTrue(errors.get(errors.size() - 1).contains("1 damaged file"), errors::toString);
  }

  /** Fault G17: one such file hid all the others. */
  @Test
  void copiedFileOfAcceptedMessageIsListed() throws Exception {
    StoredMessage other = failed("00000000000000cc0000000000000003", 3, "");
    StoredMessage accepted =
        new StoredMessage(
            other.key(),
            "standard",
            "",
            other.submission(),
            Optional.<FailureRecord>empty(),
            Optional.empty());
    assertTrue(store.accept(accepted));
    Path from = onlyFile(folder.resolve("accepted"));
    Files.move(from, folder.resolve("failed").resolve(from.getFileName()));
    List<String> lines = run("list");
    assertEquals(0, exitCode, errors::toString);
    assertEquals(4, lines.size(), lines::toString);
    assertTrue(lines.get(3).contains("never failed"), lines.get(3));
    assertTrue(run("show", "00000000000000cc").get(2).contains("never failed"));
    run("replay", "00000000000000cc");
    assertEquals(0, exitCode, errors::toString);
  }

  private static Path onlyFile(Path in) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(in)) {
      return files.iterator().next();
    }
  }
}
