package org.dharch.cmanager.direct;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeStatus.Trait;
import org.dharch.testing.ForkedJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages go on from node to node over a real broker, and come home once. */
class NodeToNodeTest {
  private static final Pattern NODE = Pattern.compile("NODE (\\S+)");
  private static final URI OWN_BROKER = URI.create("embedded:tcp://127.0.0.1:0");

  @TempDir private Path folder;
  private final Opened open = new Opened();

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private LinkedSystem namespace(Construct... constructs) {
    return open.with(
        new LinkedSystem(
            OWN_BROKER, Map.of(), Orchestration.of("passing", constructs).direct(Direct.ALWAYS)));
  }

  private HandlerNode node(LinkedSystem namespace, String handler, Map<String, String> options) {
    return open.with(ForwardingNodeMain.start(namespace.broker(), "n" + handler, handler, options));
  }

  private void nodes(LinkedSystem namespace, String link, String... handlers) {
    for (String handler : handlers) {
      node(namespace, handler, Map.of("link", link));
    }
    soon().until(() -> namespace.manager.status().nodes().size() == handlers.length);
    if (link.equals("auto")) {
      namespace.awaitLinks(handlers.length);
    }
  }

  private static Outcome.Completed completed(CompletableFuture<Outcome> outcome) throws Exception {
    return assertInstanceOf(Outcome.Completed.class, outcome.get(30, TimeUnit.SECONDS));
  }

  private static long count(LinkedSystem namespace, Counter counter) {
    return namespace.manager.status().counters().get(counter);
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "auto"})
  void fiveStagesOnFiveNodesLeaveHomeOnce(String link) throws Exception {
    LinkedSystem namespace =
        namespace(Stream.of("A", "B", "C", "D", "E").map(Stage::of).toArray(Construct[]::new));
    nodes(namespace, link, "A", "B", "C", "D", "E");
    for (int message = 1; message <= 20; message++) {
      Outcome.Completed outcome = completed(namespace.message());
      assertEquals("ABCD", outcome.properties().text("did.E", ""));
      assertEquals(message, count(namespace, Counter.TASK_BATCHES_SENT));
      assertEquals(4L * message, count(namespace, Counter.STAGES_FORWARDED));
    }
    assertEquals(0, count(namespace, Counter.FORWARDS_REPAIRED));
  }

  @Test
  void forwardedBranchesAreJoined() throws Exception {
    LinkedSystem namespace = namespace(Stage.of("A", "B"), Stage.of("C"), Stage.of("D"));
    nodes(namespace, "off", "A", "B", "C", "D");
    for (int message = 1; message <= 20; message++) {
      Outcome.Completed outcome = completed(namespace.message());
      assertEquals("", outcome.properties().text("did.B", "none"));
      assertEquals("AB", outcome.properties().text("did.C", ""));
      assertEquals("ABC", outcome.properties().text("did.D", ""));
      assertEquals(2L * message, count(namespace, Counter.TASK_BATCHES_SENT));
      assertEquals(2L * message, count(namespace, Counter.STAGES_FORWARDED));
    }
  }

  @Test
  void killedForwardingNodeLosesNoMessage() throws Exception {
    RetryPolicy often = RetryPolicy.NONE;
    LinkedSystem namespace =
        namespace(
            Stage.of(HandlerEntry.of("A").retry(often)),
            Stage.of(HandlerEntry.of("B").retry(often)),
            Stage.of(HandlerEntry.of("C").retry(often)));
    node(namespace, "A", Map.of("link", "off"));
    node(namespace, "C", Map.of("link", "off"));
    ForkedJvm first = jvm(namespace, "first");
    jvm(namespace, "second");
    soon().until(() -> namespace.manager.status().nodes().size() == 4);
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      outcomes.add(namespace.message());
      if (i == 100) {
        first.process().destroyForcibly();
      }
    }
    for (CompletableFuture<Outcome> outcome : outcomes) {
      assertEquals("AB", completed(outcome).properties().text("did.C", ""));
    }
    assertTrue(count(namespace, Counter.STAGES_FORWARDED) > 200);
  }

  private ForkedJvm jvm(LinkedSystem namespace, String name) throws Exception {
    ForkedJvm jvm =
        ForkedJvm.start(
            folder.resolve(name),
            List.of("-Xmx128m"),
            ForwardingNodeMain.class,
            namespace.broker().toString(),
            name,
            "B");
    open.with(jvm);
    jvm.await(NODE);
    return jvm;
  }

  /** It could not seal what it passes on. */
  @Test
  void nodeWithOwnKeyForwardsNothing() throws Exception {
    LinkedSystem namespace = namespace(Stage.of("A"), Stage.of("B"));
    Path key = folder.resolve("nA.key");
    Files.writeString(key, KeyFile.lineFor("nA", KeyFile.find()));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    HandlerNode own = node(namespace, "A", Map.of("link", "off", "keyFile", key.toString()));
    node(namespace, "B", Map.of("link", "off"));
    soon().until(() -> namespace.manager.status().nodes().size() == 2);
    assertEquals("A", completed(namespace.message()).properties().text("did.B", ""));
    assertEquals(2, count(namespace, Counter.TASK_BATCHES_SENT));
    assertTrue(own.status().traits().stream().noneMatch(Trait.FORWARDS::equals));
  }
}
