package org.dharch.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import org.dharch.cli.CommandRun;
import org.dharch.ws.rm.Backoff;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.engine.SendRequest;
import org.dharch.ws.rm.engine.SequenceAnswer;
import org.dharch.ws.rm.engine.SequenceRequest;
import org.dharch.ws.rm.store.JdbcRmStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a store that a node has open. */
final class RmCommandTest {
  private static final Terms TERMS = terms("http://there/service");

  @TempDir Path folder;
  private JdbcRmStore store;
  private RmEngine engine;
  private String sink;
  private String source;
  private CommandRun last;

  @BeforeEach
  void fill() {
    store = JdbcRmStore.open(url(), new Properties(), InstantSource.system(), "node", 1);
    engine = new RmEngine(store, RmSettings.DEFAULT, new SplittableRandom(1), "node");
    SinkSequence created =
        (SinkSequence)
            engine
                .create(new SequenceRequest(TERMS, 600_000, Optional.empty(), Optional.empty()))
                .answer()
                .orElseThrow()
                .sequence();
    sink = created.key();
    engine.oneWay(created.id(), 1, false, false, envelope("first"));
    engine.oneWay(created.id(), 3, false, false, envelope("third"));
    source = engine.send(message("a")).answer().orElseThrow().sequence().key();
    engine.created(
        source,
        new SequenceAnswer(new SequenceId("urn:a:wire"), Long.MAX_VALUE, false, Optional.empty()));
    engine.send(message("a"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Terms terms(String endpoint) {
    return new Terms(
        RmVersion.RM_1_1,
        "wsa",
        "soap",
        endpoint,
        "",
        "",
        DeliveryAssurance.EXACTLY_ONCE_IN_ORDER,
        IncompleteSequenceBehavior.NO_DISCARD,
        600_000,
        "");
  }

  private static byte[] envelope(String text) {
    return ("<envelope-" + text + "/>").getBytes(StandardCharsets.UTF_8);
  }

  private static SendRequest message(String by) {
    return new SendRequest(TERMS, Optional.empty(), 600_000, by, envelope(by), false, 10_000, 0);
  }

  private String url() {
    return "jdbc:sqlite:" + folder.resolve("rm.db");
  }

  private List<String> run(String... args) {
    List<String> all = new ArrayList<>(List.of("rm"));
    all.addAll(List.of(args));
    all.addAll(List.of("--store", url()));
    last = CommandRun.of(all.toArray(new String[0]));
    return last.out().lines().toList();
  }

  private void assertRefused(String expected) {
    last.assertRefused(expected);
  }

  private static String line(List<String> lines, String key) {
    return lines.stream().filter(line -> line.startsWith(key)).findFirst().orElse("none");
  }

  @Test
  void listHasOneLinePerEntry() throws Exception {
    List<String> lines = run("list");
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(
        line(lines, sink)
            .matches(
                ".* sink +CREATED +2 received, 2 not delivered +http://there/service +lacks 2"),
        lines::toString);
    assertTrue(
        line(lines, source)
            .matches(".* source +CREATED +0 of 1 acknowledged +http://there/service"),
        lines::toString);
    assertEquals(List.of("No failed sequences in " + url()), run("list", "--failed"));
    JsonNode json = new ObjectMapper().readTree(String.join("", run("list", "--json")));
    assertEquals(2, json.path("sequences").size());
    assertEquals("http://there/service", json.path("sequences").path(0).path("endpoint").asText());
  }

  @Test
  void listHasTheAddressOfAnEndpoint() {
    String reference =
        "<w:EndpointReference xmlns:w=\"http://www.w3.org/2005/08/addressing\">"
            + "<w:Address>%s</w:Address><w:ReferenceParameters/></w:EndpointReference>";
    String other = reference.formatted("http://other.example/service");
    String fetched = Terms.fetched("urn:me?id=1", reference.formatted("urn:me?id=1"));
    for (String endpoint : List.of(other, fetched, "")) {
      engine.send(
          new SendRequest(
              terms(endpoint),
              Optional.empty(),
              600_000,
              endpoint,
              envelope("b"),
              false,
              10_000,
              0));
    }
    List<String> lines = run("list");
    String all = String.join("\n", lines);
    assertTrue(all.contains(" http://other.example/service"), all);
    assertTrue(all.contains(" urn:me?id=1"), all);
    assertEquals(false, all.contains("EndpointReference"), all);
    assertTrue(lines.stream().allMatch(line -> line.length() < 160), all);
  }

  @Test
  void showPrintsStateAndOptionallyEnvelopes() {
    String shown = String.join("\n", run("show", sink));
    assertTrue(shown.contains("received         1,3"), shown);
    assertTrue(shown.contains("not delivered    2 kept, 1 on their way, 0 being served"), shown);
    assertTrue(shown.matches("(?s).*\n1 +DELIVERING .*\n3 +HELD .*"), shown);
    assertTrue(!shown.contains("<envelope-third/>"), shown);
    String whole = String.join("\n", run("show", sink.substring(20), "--envelopes"));
    assertTrue(whole.contains("<envelope-third/>"), whole);
    String one = String.join("\n", run("show", sink, "--messages", "1"));
    assertTrue(one.contains("… and more"), one);
    assertTrue(String.join("\n", run("show", "urn:a:wire")).contains(source), "by its wire name");
  }

  @Test
  void givenUpMessagesAreListed() {
    SinkSettings once =
        new SinkSettings(9, 9, 1, 1, 30_000, 100, 9_000, 9_000, new Backoff(500, 1_000));
    RmSettings settings =
        new RmSettings(
            once, RmSettings.DEFAULT.source(), RmSettings.DEFAULT.limits(), 30_000, 60_000);
    RmEngine impatient = new RmEngine(store, settings, new SplittableRandom(2), "other");
    RmMessage first = store.transact(sink, tx -> tx.messages(sink).at(1)).orElseThrow();
    assertEquals(MessageState.DELIVERING, first.state());
    impatient.delivered(sink, 1, first.owner(), false);
    List<String> lines = run("list", "--failed");
    assertTrue(
        line(lines, sink).contains(" 2 received, 1 not delivered, 1 given up "), lines::toString);
    String shown = String.join("\n", run("show", sink));
    assertTrue(shown.contains("given up         1 messages"), shown);
    assertTrue(shown.matches("(?s).*\n1 +GIVEN_UP .*"), shown);
  }

  @Test
  void secondTerminateDropsSequence() {
    assertEquals(
        List.of(sink + ": TERMINATED; acknowledged messages are still delivered"),
        run("terminate", sink));
    assertEquals(
        List.of(
            source
                + ": FAILED; what is not acknowledged stays to be seen, until it is terminated"
                + " again"),
        run("terminate", source));
    assertTrue(
        line(run("list", "--failed"), source).endsWith("terminated by an operator"),
        () -> last.out());
    assertEquals(List.of(source + ": dropped"), run("terminate", source));
    assertEquals(2, run("list").size());
  }

  @Test
  void errorIsOneLine() {
    run("show", "urn");
    assertRefused("the end of a sequence must have at least 4 characters (got 'urn')");
    run("show", "no such sequence");
    assertRefused("no sequence in " + url() + " end with 'no such sequence'");
    run("show", sink, "--messages", "-1");
    assertRefused("--messages must be at least 0 (got -1)");
    last = CommandRun.of("rm", "list", "--store", "jdbc:sqlite:" + folder.resolve("none.db"));
    assertRefused("file not found: '" + folder.resolve("none.db") + "'");
    last = CommandRun.of("rm", "list", "--store", "jdbc:h2:mem:x");
    assertRefused("H2 does not force its log");
    last = CommandRun.of("rm", "list");
    assertRefused("must be jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME");
    last = CommandRun.of("rm");
    assertRefused("subcommand");
  }
}
