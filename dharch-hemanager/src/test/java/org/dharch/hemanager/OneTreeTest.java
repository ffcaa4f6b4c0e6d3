package org.dharch.hemanager;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.hemanager.document.NodeDescription;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Axis2 handlers of one visit that share a tree make of a message, to the byte, what each makes of
 * it with a tree of its own; and what one of them does that fails is seen by nobody.
 */
final class OneTreeTest {
  private static final List<String> DOINGS =
      List.of(
          "nothing",
          "see",
          "readHeader",
          "readBody",
          "text",
          "attribute",
          "child",
          "drop",
          "rename",
          "prefix",
          "redeclare",
          "cdata",
          "addHeader",
          "addQualified",
          "setHeader",
          "dropHeader",
          "mark",
          "addMarked",
          "between",
          "envelope",
          "body",
          "property",
          "close",
          "clone");

  private static String envelope(int seed) {
    return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:e='urn:e'>"
        + HEADERS.get(seed % HEADERS.size())
        + "\n<s:Body>"
        + " <b xmlns='urn:b' xmlns:x='urn:x' x:k=\"1\"><c>\u00e4 &amp; <![CDATA[<c>]]></c>"
        + "<!-- kept --><c>2</c>&#13;<x:d e:f='g'/></b></s:Body></s:Envelope>";
  }

  private static final List<String> HEADERS =
      List.of(
          "",
          "<s:Header/>",
          "<s:Header><e:One>1</e:One> <e:Two xmlns:y='urn:y'><y:z/></e:Two></s:Header>");

  private static final int RUNS = 120;
  private static final Duration BRIEF = Duration.ofMillis(300);

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    TreeHandlers.forget();
  }

  private Path document() throws Exception {
    List<String> handlers = new ArrayList<>();
    for (String doing : DOINGS) {
      for (String which : List.of("A", "B")) {
        handlers.add(
            NodeDocuments.handler(
                doing + which, TreeHandlers.Doer.class.getName(), Map.of("do", doing)));
      }
    }
    handlers.add(NodeDocuments.handler("thrower", TreeHandlers.Thrower.class));
    handlers.add(NodeDocuments.handler("holder", TreeHandlers.Holder.class));
    return NodeDocuments.write(folder, "workers='3'", handlers.toArray(String[]::new));
  }

  private interface Check {
    void check(DHManager manager) throws Exception;
  }

  private void with(boolean speculative, List<Orchestration> orchestrations, Check check)
      throws Exception {
    List<Rule> rules =
        orchestrations.stream().map(o -> Rule.service(Direction.IN, o.name(), o.name())).toList();
    InMemoryTransport transport = new InMemoryTransport();
    try (HEManager node =
            HEManager.start(NodeDescription.read(document(), Map.of()), transport::node);
        DHManager manager =
            DHManager.start(
                DHManagerConfig.DEFAULT.speculative(speculative),
                Orchestrations.of(orchestrations, rules),
                transport.manager())) {
      assertFalse(node.status().handlers().isEmpty());
      check.check(manager);
    }
  }

  private static Outcome send(DHManager manager, String service, String envelope) throws Exception {
    Submission message = Submission.of(Direction.IN, service, envelope.getBytes(UTF_8));
    return FutureGateway.send(manager, message).get(20, SECONDS);
  }

  /** Rows of handlers, drawn at random; now and then two readers side by side. */
  private static List<Orchestration> drawn() {
    return IntStream.range(0, RUNS)
        .mapToObj(
            seed -> {
              Random random = new Random(seed);
              Set<String> names = new HashSet<>();
              List<Stage> stages = new ArrayList<>();
              for (int i = 2 + random.nextInt(5); i > 0; i--) {
                if (random.nextInt(8) == 0 && names.add("readBodyA") && names.add("seeB")) {
                  stages.add(Stage.of("readBodyA", "seeB"));
                  continue;
                }
                String name = DOINGS.get(random.nextInt(DOINGS.size())) + (i % 2 == 0 ? "A" : "B");
                if (names.add(name)) {
                  stages.add(Stage.of(name));
                }
              }
              return Orchestration.of("o" + seed, stages.toArray(Stage[]::new));
            })
        .toList();
  }

  /**
   * What became of one message.
   *
   * @param seen what its handlers saw, by their names
   */
  private record End(String end, Map<String, String> seen) {}

  private List<End> ends(boolean speculative) throws Exception {
    List<End> ends = new ArrayList<>();
    List<Orchestration> drawn = drawn();
    with(
        speculative,
        drawn,
        manager -> {
          for (int seed = 0; seed < RUNS; seed++) {
            TreeHandlers.SEEN.clear();
            Outcome end = send(manager, "o" + seed, envelope(seed));
            String row = drawn.get(seed).notation() + ": ";
            if (end instanceof Outcome.Completed done) {
              row += new String(done.envelope(), UTF_8);
              row += new TreeMap<>(done.properties().asMap());
              row += new TreeSet<>(done.processed().stream().map(Object::toString).toList());
            } else {
              row += assertInstanceOf(Outcome.Failed.class, end).fault().reason();
            }
            ends.add(new End(row, Map.copyOf(TreeHandlers.SEEN)));
          }
        });
    return ends;
  }

  @Test
  void sharedTreeGivesSameResult() throws Exception {
    List<End> apart = ends(false);
    int without = TreeHandlers.calls() - TreeHandlers.trees();
    TreeHandlers.forget();
    List<End> together = ends(true);
    int saved = TreeHandlers.calls() - TreeHandlers.trees();
    for (int seed = 0; seed < RUNS; seed++) {
      assertEquals(apart.get(seed).end(), together.get(seed).end(), "seed " + seed);
      assertSawSame(apart.get(seed), together.get(seed));
    }
    long completed = together.stream().filter(e -> e.end().contains("</s:Envelope>")).count();
    assertTrue(completed > RUNS / 2, "completed: " + completed);
    assertTrue(saved > RUNS, "trees that were not made: " + saved + ", without visits " + without);
  }

  /** But for how it is written. */
  private static void assertSawSame(End one, End other) {
    assertEquals(one.seen().keySet(), other.seen().keySet(), one.end());
    one.seen()
        .forEach(
            (name, seen) -> {
              byte[] now = other.seen().get(name).getBytes(UTF_8);
              Changes between = EnvelopeDiff.between(seen.getBytes(UTF_8), now, Limits.DEFAULT);
              assertTrue(between.isEmpty(), name + " in " + one.end() + " saw " + seen);
            });
  }

  /** What is written is {@code <x:d xmlns:x='urn:another'>}, and so its name is another one. */
  @Test
  void contradictoryTreeIsNotShared() throws Exception {
    with(
        true,
        List.of(Orchestration.of("o", Stage.of("redeclareA"), Stage.of("textA"), Stage.of("seeA"))),
        manager -> {
          Outcome end = send(manager, "o", envelope(2));
          String is = new String(assertInstanceOf(Outcome.Completed.class, end).envelope(), UTF_8);
          assertTrue(is.contains("xmlns:x=\"urn:another\"") && is.contains("textA"), is);
          assertEquals(2, TreeHandlers.trees());
        });
  }

  @Test
  void failedReloadIsInvisible() throws Exception {
    HandlerEntry thrower =
        HandlerEntry.of("thrower").retry(new RetryPolicy(2, Duration.ZERO, Duration.ZERO));
    with(
        true,
        List.of(
            Orchestration.of(
                "o",
                Stage.of("readBodyA"),
                Stage.of("attributeA"),
                Stage.of(thrower),
                Stage.of("seeA"))),
        manager -> {
          Outcome.Completed done =
              assertInstanceOf(Outcome.Completed.class, send(manager, "o", envelope(2)));
          String end = new String(done.envelope(), UTF_8);
          assertTrue(end.contains("whole=\"yes\""), end);
          assertFalse(end.contains("half"), end);
          String seen = TreeHandlers.SEEN.get("seeA");
          assertTrue(seen.contains("whole=\"yes\"") && !seen.contains("half"), seen);
        });
  }

  @Test
  void timedOutHandlerKeepsItsTree() throws Exception {
    TreeHandlers.go = new CountDownLatch(1);
    TreeHandlers.holds = new CountDownLatch(1);
    TreeHandlers.changed = new CountDownLatch(1);
    HandlerEntry holder = HandlerEntry.of("holder").mustPerform(false).timeToFinish(BRIEF);
    with(
        true,
        List.of(
            Orchestration.of(
                "o",
                Stage.of("textA"),
                Stage.of("readBodyA"),
                Stage.of(holder),
                Stage.of("seeA"),
                Stage.of("attributeB"),
                Stage.of("seeB"))),
        manager -> {
          Submission message = Submission.of(Direction.IN, "o", envelope(2).getBytes(UTF_8));
          var outcome = FutureGateway.send(manager, message);
          assertTrue(TreeHandlers.holds.await(20, SECONDS));
          Outcome.Completed done =
              assertInstanceOf(Outcome.Completed.class, outcome.get(20, SECONDS));
          TreeHandlers.go.countDown();
          assertTrue(TreeHandlers.changed.await(20, SECONDS));
          String end = new String(done.envelope(), UTF_8);
          assertTrue(end.contains("textA") && end.contains("by=\"attributeB\""), end);
          assertFalse(end.contains("too late"), end);
          assertTrue(TreeHandlers.trees() >= 2, "the holder's is nobody else's");
          for (String name : List.of("seeA", "seeB")) {
            assertFalse(TreeHandlers.SEEN.get(name).contains("too late"), name);
          }
        });
  }
}
