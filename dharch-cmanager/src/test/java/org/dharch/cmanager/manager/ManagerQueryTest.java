package org.dharch.cmanager.manager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.direct.LinkedSystem;
import org.dharch.cmanager.frame.ForgedFrameException;
import org.dharch.cmanager.frame.Frame;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.Outbox;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.KeyRing;
import org.dharch.core.files.OwnerOnly;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.query.ManagerQueryReplies;
import org.dharch.core.query.QueryFormat;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.wire.ProcessOrigin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real managers on a real broker are asked where messages are, all at once. */
class ManagerQueryTest {
  private static final Duration QUIET = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private final Opened open = new Opened();
  private final CountDownLatch held = new CountDownLatch(1);

  @AfterEach
  void close() throws Exception {
    held.countDown();
    open.close();
  }

  private HandlerNode node(URI broker, Map<String, String> options) {
    return open.with(
        HandlerNode.builder("holder")
            .handler(
                "linked",
                4,
                message -> {
                  held.await();
                  return Changes.NONE;
                })
            .start(new JmsCManagerProvider().node(broker, options)));
  }

  private List<ManagerQueryReply> ask(
      URI broker, Map<String, String> options, MessageQuery question) throws Exception {
    ManagerQueryReplies answers = new ManagerQueryReplies(new MessageId(System.nanoTime(), 7));
    try (ManagerQueryClient asker =
        ManagerQueryClient.connect(broker, options, answers::take, MOST)) {
      assertTrue(asker.ask(QueryFormat.encode(answers.ask(), question)));
      return answers.await(QUIET, MOST);
    }
  }

  /** As soon as the managers are connected. */
  private List<String> answering(URI broker, Map<String, String> options) throws Exception {
    return ask(broker, options, MessageQuery.of(all())).stream()
        .map(ManagerQueryReply::manager)
        .sorted()
        .toList();
  }

  private static MessageProgress.Filter all() {
    return new MessageProgress.Filter(
        Optional.empty(),
        Optional.empty(),
        Duration.ZERO,
        true,
        MessageProgress.Filter.MOST,
        Set.of(),
        Optional.empty());
  }

  @Test
  void everyManagerAnswersQueries() throws Exception {
    LinkedSystem first = open.with(LinkedSystem.withBroker("linked"));
    URI broker = first.broker();
    LinkedSystem second = open.with(new LinkedSystem(broker, Map.of(), "linked"));
    HandlerNode node = node(broker, Map.of());
    soon().until(() -> second.manager.status().nodes().size() == 1);
    var message = second.message();
    soon()
        .until(
            () -> second.manager.status().progress(MessageProgress.Filter.UNDER_WAY).size() == 1);
    soon().until(() -> node.status().active() == 1);

    soon().until(() -> answering(broker, Map.of()).size() == 2);
    List<ManagerQueryReply> answers = ask(broker, Map.of(), MessageQuery.of(all()));
    assertEquals(
        Set.of(first.manager.address(), second.manager.address()),
        Set.copyOf(answers.stream().map(ManagerQueryReply::manager).toList()));
    for (ManagerQueryReply answer : answers) {
      assertEquals(ProcessHandle.current().pid(), answer.origin().pid());
      assertEquals(ProcessOrigin.RELEASE, answer.origin().release());
      boolean has = answer.manager().equals(second.manager.address());
      assertEquals(has ? 1 : 0, answer.matched());
      assertEquals(has ? 1 : 0, answer.messages().size());
    }
    MessageProgress progress =
        answers.stream().flatMap(answer -> answer.messages().stream()).findFirst().orElseThrow();
    assertEquals(MessageProgress.State.EXECUTING, progress.state());
    assertEquals(node.id().toString(), progress.steps().get(0).node());
    assertEquals("SENT", progress.steps().get(0).state());

    // the one asks the other, as its page does
    List<ManagerQueryReply> asked =
        first.manager.status().askManagers(MessageQuery.of(progress.id()), MOST);
    assertEquals(2, asked.size());
    assertEquals(
        List.of(progress.id()),
        asked.stream().flatMap(a -> a.messages().stream()).map(MessageProgress::id).toList());

    held.countDown();
    message.get(20, TimeUnit.SECONDS);
    MessageProgress ended =
        ask(broker, Map.of(), MessageQuery.of(progress.id())).stream()
            .flatMap(answer -> answer.messages().stream())
            .findFirst()
            .orElseThrow();
    assertEquals(MessageProgress.State.COMPLETED, ended.state());
    assertEquals("linked", ended.timeline().attempts().get(0).handler(), "the reply is complete");
    assertEquals(2, ask(broker, Map.of(), MessageQuery.of(new MessageId(1, 2))).size());
  }

  @Test
  void queryUsesEncryptionAndNamespace() throws Exception {
    LinkedSystem plain = open.with(LinkedSystem.withBroker("linked"));
    Map<String, String> options = Map.of("encrypt", "true", "namespace", "shop");
    LinkedSystem shop = open.with(new LinkedSystem(plain.broker(), options, "linked"));
    URI broker = plain.broker();
    List<String> ofShop = List.of(shop.manager.address());
    soon().until(() -> answering(broker, options).equals(ofShop));
    soon().until(() -> answering(broker, Map.of()).equals(List.of(plain.manager.address())));
    assertEquals(List.of(), answering(broker, Map.of("namespace", "shop")), "it encrypts");
  }

  /** Without the broker a manager's page tells what that manager has. */
  @Test
  void queryWithoutBrokerIsAnsweredLocally() {
    LinkedSystem alone =
        open.with(new LinkedSystem(URI.create("tcp://127.0.0.1:1"), Map.of(), "linked"));
    List<ManagerQueryReply> answers =
        alone.manager.status().askManagers(MessageQuery.of(all()), MOST);
    assertEquals(
        List.of(alone.manager.address()),
        answers.stream().map(ManagerQueryReply::manager).toList());
  }

  @Test
  void nodeKeyCannotQuery() throws Exception {
    Path key = folder.resolve("node.key");
    OwnerOnly.replace(key, "node holder " + "0f".repeat(32) + "\n");
    CManagerException e =
        assertThrows(
            CManagerException.class,
            () ->
                ManagerQueryClient.connect(
                    URI.create("tcp://127.0.0.1:1"),
                    Map.of("keyFile", key.toString()),
                    (manager, answer) -> {},
                    MOST));
    assertTrue(e.getMessage().contains("the key of one node"), e.getMessage());
    FrameHeader question = new FrameHeader(FrameHeader.Way.ASK, false, 0, "x", "");
    KeyRing node = new KeyRing.NodeKey("holder", TestKeys.NAMESPACE.node("holder").orElseThrow());
    FrameGuard nodes = FrameGuard.of(node, false);
    byte[] frame =
        TestKeys.frame(
            question,
            List.of(
                new Outbox.OutgoingItem(
                    new MessageId(0, 0),
                    new byte[1],
                    "x".getBytes(StandardCharsets.UTF_8),
                    0,
                    () -> {})));
    assertEquals(1, Frame.open(TestKeys.message(frame), TestKeys.GUARD).items().size());
    assertThrows(ForgedFrameException.class, () -> Frame.open(TestKeys.message(frame), nodes));
  }
}
