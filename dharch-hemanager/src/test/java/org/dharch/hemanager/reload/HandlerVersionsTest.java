package org.dharch.hemanager.reload;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Target;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.hemanager.HEManager;
import org.dharch.hemanager.Jars;
import org.dharch.hemanager.NodeDocuments;
import org.dharch.hemanager.NodeWork;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.document.NodeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several versions of one handler on a node. */
final class HandlerVersionsTest {
  @TempDir Path folder;

  private static HandlerSlot slot(String version, int weight, DHHandler handler) {
    HandlerSpec spec =
        new HandlerSpec(
            "Tax",
            "a.Tax",
            Optional.empty(),
            version,
            weight,
            OptionalInt.empty(),
            false,
            Map.of(),
            text -> new Problem(0, 0, text));
    FolderTimers timers = new FolderTimers("n1", getLoader());
    return new HandlerSlot(new LoadedHandler(spec, handler, timers));
  }

  private static ClassLoader getLoader() {
    return HandlerVersionsTest.class.getClassLoader();
  }

  private static HandlerSlot slot(String version, int weight) {
    return slot(version, weight, message -> Changes.NONE);
  }

  /** As a manager's: they differ in their last bits only. */
  private static MessageId id(int i) {
    return new MessageId(0x53471d90d5568759L, 0x45fd79178818b400L + i);
  }

  private static Map<String, Integer> counted(HandlerVersions versions, int messages) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < messages; i++) {
      counts.merge(versions.of(id(i)).spec().version(), 1, Integer::sum);
    }
    return counts;
  }

  @Test
  void versionsGetMessagesByWeight() {
    HandlerVersions versions =
        new HandlerVersions(List.of(slot("2", 10), slot("1", 85), slot("beta", 5), slot("x", 0)));
    Map<String, Integer> counts = counted(versions, 100_000);
    assertEquals(Set.of("1", "2", "beta"), counts.keySet());
    assertEquals(85_000, counts.get("1"), 600); // five standard deviations
    assertEquals(10_000, counts.get("2"), 500);
    assertEquals(5_000, counts.get("beta"), 350);
  }

  @Test
  void versionOfMessageIsSameOnAllNodes() {
    HandlerVersions one = new HandlerVersions(List.of(slot("1", 50), slot("2", 50)));
    HandlerVersions other = new HandlerVersions(List.of(slot("2", 50), slot("1", 50)));
    for (int i = 0; i < 1000; i++) {
      assertEquals(one.of(id(i)).spec().version(), other.of(id(i)).spec().version());
    }
  }

  @Test
  void changedWeightMovesFewMessages() {
    HandlerVersions before = new HandlerVersions(List.of(slot("1", 90), slot("2", 10)));
    HandlerVersions after = new HandlerVersions(List.of(slot("1", 70), slot("2", 30)));
    int moved = 0;
    for (int i = 0; i < 10_000; i++) {
      String was = before.of(id(i)).spec().version();
      String is = after.of(id(i)).spec().version();
      moved += was.equals(is) ? 0 : 1;
      assertTrue(was.equals("1") || is.equals("2"), "what has the new version keeps it");
    }
    assertEquals(2000, moved, 200);
  }

  @Test
  void emissionOutcomeGoesToEmittingVersion() throws Exception {
    List<String> told = new ArrayList<>();
    Emission emission = emission();
    DHHandler emitting =
        new DHHandler() {
          @Override
          public Changes handle(HandlerMessage message) {
            return Changes.builder().emit(emission).build();
          }

          @Override
          public void emitted(MessageId id, Emitted outcome) {
            told.add("2 " + id.equals(emission.id()));
          }
        };
    DHHandler other =
        new DHHandler() {
          @Override
          public Changes handle(HandlerMessage message) {
            return Changes.NONE;
          }

          @Override
          public void emitted(MessageId id, Emitted outcome) {
            told.add("1");
          }
        };
    HandlerVersions versions =
        new HandlerVersions(List.of(slot("1", 60, other), slot("2", 40, emitting)));
    int i = 0;
    while (!versions.of(id(i)).spec().version().equals("2")) {
      i++;
    }
    assertEquals(1, versions.handle(message(id(i))).emissions().size());
    Emission own = emission();
    versions.emits("2", own);
    versions.emitted(emission.id(), null);
    versions.emitted(own.id(), null);
    versions.emitted(emission().id(), null); // of before, nobody knows
    assertEquals(List.of("2 true", "2 false", "1"), told);
  }

  private static Emission emission() {
    return new Emission(
        MessageId.random(new java.util.Random()),
        new Target.Service("S", "O"),
        "",
        NodeWork.ENVELOPE,
        MessageProperties.empty(),
        Optional.empty(),
        Duration.ofSeconds(5));
  }

  private static HandlerMessage message(MessageId id) {
    return new HandlerMessage(
        id, 1, NodeWork.ENVELOPE, MessageProperties.empty(), Set.of(), false, () -> 1L);
  }

  /** Writes behind what the others did with the message what it does; some of it fails at first. */
  private static String source(String version) {
    return String.format(
        """
        import java.nio.file.*;
        import org.dharch.api.*;
        public class Tax implements DHHandler {
          private String does;
          private Path folder;
          public void init(java.util.Map<String, String> p) {
            does = p.get("does");
            folder = Path.of(p.get("folder"));
          }
          public Changes handle(HandlerMessage m) throws Exception {
            Files.writeString(folder.resolve(m.id() + ".did"), does + " %1$s\\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (does.equals("fail") || does.equals("book") && m.attempt() == 1) {
              throw new IllegalStateException("not this time");
            }
            return Changes.NONE;
          }
        }
        """,
        version);
  }

  private String handler(String name, String version) {
    return String.format(
        "<handler name='%1$s' class='Tax' version='%2$s' weight='50' folder='v%2$s'>"
            + "<parameter name='does'>%1$s</parameter>"
            + "<parameter name='folder'>%3$s</parameter></handler>",
        name, version, folder);
  }

  /** A real node: two versions, tried again, and what compensates them. */
  @Test
  void retriesAndCompensationUseSameVersion() throws Exception {
    List<String> handlers = new ArrayList<>();
    for (String version : List.of("1", "2")) {
      Path jars = Files.createDirectory(folder.resolve("v" + version));
      Jars.one(jars.resolve("t.jar"), List.of(), "Tax", source(version));
      handlers.add(handler("book", version));
      handlers.add(handler("undo", version));
      handlers.add(handler("fail", version));
    }
    Path document = NodeDocuments.write(folder, "", handlers.toArray(String[]::new));
    Stage booked =
        Stage.of(
            HandlerEntry.of("book")
                .atomicity(Atomicity.QUASI_ATOMIC)
                .compensator("undo")
                .retry(new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(2))));
    try (NodeWork work = new NodeWork(document, booked, Stage.of("fail"))) {
      assertEquals(6, work.node.status().versions().size());
      assertEquals(new HandlerVersion("book", "1", 50), work.node.status().versions().get(0));
      assertEquals(work.node.status().versions(), work.manager.status().nodes().get(0).versions());
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        outcomes.add(work.begin().get(20, SECONDS));
      }
      Set<String> versions = new HashSet<>();
      for (Outcome outcome : outcomes) {
        Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, outcome);
        List<String> did = Files.readAllLines(folder.resolve(failed.id() + ".did"));
        String version = did.get(0).substring("book ".length());
        assertEquals(
            List.of("book", "undo", "book", "fail", "undo").stream()
                .map(does -> does + " " + version)
                .toList(),
            did);
        String notes = failed.timeline().notes().toString();
        assertTrue(notes.contains("at v" + version + "//Tax.handle("), notes);
        versions.add(version);
      }
      assertEquals(Set.of("1", "2"), versions);
    }
  }

  @Test
  void invalidWeightsAreReportedWithPlace() throws Exception {
    String one = "<handler name='%s' class='C'%s/>";
    Path document =
        NodeDocuments.write(
            folder,
            "",
            String.format(one, "a", ""),
            String.format(one, "a", " version='2'"),
            String.format(one, "b", " version='1' weight='60'"),
            String.format(one, "b", " version='2' weight='50'"),
            String.format(one, "c", " version='1'"),
            String.format(one, "c", " version='2'"),
            String.format(one, "d", " version='1' weight='40'"),
            String.format(one, "e", " version='1' weight='40'"),
            String.format(one, "e", " version='2'"));
    DocumentException e =
        assertThrows(DocumentException.class, () -> NodeDescription.read(document, Map.of()));
    assertEquals(
        List.of(
            "handler 'a': appears 2 times, so each must have a unique version",
            "handler 'b' version '2': the weights of its versions must sum to 100 (got 110)",
            "handler 'c' version '2': must have at most one version without a weight (got 2)",
            "handler 'd' version '1': the weights of its versions must sum to 100 (got 40)"),
        e.problems().stream().map(Problem::message).toList());
    assertEquals(List.of(2, 5, 7, 8), e.problems().stream().map(Problem::line).toList());
    Path twice =
        NodeDocuments.write(
            folder,
            "",
            String.format(one, "a", " version='1' weight='60'"),
            String.format(one, "a", " version='1' weight='40'"));
    e = assertThrows(DocumentException.class, () -> NodeDescription.read(twice, Map.of()));
    assertEquals(3, e.problems().get(0).line(), e.getMessage());
  }

  @Test
  void versionWithoutWeightGetsRemainder() throws Exception {
    Path document =
        NodeDocuments.write(
            folder,
            "",
            "<handler name='a' class='C' version='1'/>",
            "<handler name='a' class='C' version='2' weight='15'/>",
            "<handler name='b' class='C'/>");
    assertEquals(
        List.of(85, 15, 100),
        NodeDescription.read(document, Map.of()).handlers().stream()
            .map(HandlerSpec::weight)
            .toList());
    assertEquals(List.of("a", "b"), HEManager.check(document));
  }
}
