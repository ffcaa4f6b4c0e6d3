package org.dharch.axis2.delivery;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.dharch.api.Changes;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.Multipart;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.core.DHManager;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.message.Fault;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.store.StoredMessage;
import org.dharch.testing.Awaits;
import org.dharch.testing.FileCount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failed messages in a real server: kept, shown, replayed; and durable one-way messages. */
class StoredMessageTest extends ServerScenarios {
  private final AtomicBoolean ill = new AtomicBoolean(true);
  private HandlerNode late;

  @AfterEach
  void stopLate() {
    if (late != null) {
      late.close();
    }
  }

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }

  /** The same kind of server on a repository that is there. */
  GatewayServer restart(Path repository) throws Exception {
    return GatewayServer.simple(repository);
  }

  private void late() {
    late =
        HandlerNode.builder("late-node")
            .handler(
                "late",
                2,
                message -> {
                  if (ill.get()) {
                    throw new IllegalStateException("not well yet");
                  }
                  return Changes.NONE;
                })
            .start(
                new InMemoryProvider()
                    .node(URI.create("memory:" + getClass().getSimpleName()), Map.of()));
  }

  private DHManager manager() {
    return DHArchModule.manager(server.context()).orElseThrow();
  }

  private static String tell(String text) {
    return SOAP11.of("<t:tell>" + text + "</t:tell>");
  }

  private static String note(int number) {
    return SOAP11.of("<t:note>n" + number + "</t:note>");
  }

  private static String next() throws InterruptedException {
    return BackendService.NOTES.poll(10, TimeUnit.SECONDS);
  }

  private void awaitServed(String handler) {
    Awaits.ignoringServerErrors()
        .until(
            () ->
                manager().status().nodes().stream().anyMatch(n -> n.handlers().contains(handler)));
  }

  @Test
  void replaysRequestWhenItsHandlerIsRegistered() throws Exception {
    ill.set(false);
    serve("in", "stamp", "late");
    assertEquals(503, call11(echo(), "tell", tell("once")).statusCode());
    Awaits.ignoringServerErrors().until(() -> !manager().storedMessages().failed().isEmpty());
    StoredMessage kept = manager().storedMessages().failed().get(0);
    assertEquals("Echo", kept.submission().service());
    assertEquals("tell", kept.submission().operation());
    assertEquals(Fault.Code.NOT_SERVED, kept.failure().orElseThrow().fault().code());
    assertEquals("late", kept.failure().orElseThrow().fault().handler());

    late();
    awaitServed("late");
    assertTrue(manager().storedMessages().replay(kept.key().id()));
    assertEquals("once|S", next());
    assertEquals(List.of(), manager().storedMessages().failed());
    assertNull(BackendService.NOTES.poll(300, TimeUnit.MILLISECONDS), "once");
    assertFalse(manager().storedMessages().replay(kept.key().id()));
  }

  @Test
  void failedReplayIsStoredAgainWithItsTimeline() throws Exception {
    serve("in", "stamp", "late");
    late();
    awaitServed("late");
    HttpResponse<String> answer = call12(echo(), "tell", soap12("again"));
    assertEquals(500, answer.statusCode());
    StoredMessage kept = manager().storedMessages().failed().get(0);
    assertTrue(answer.body().contains(kept.key().id().toString()), answer.body());
    assertEquals(2, kept.failure().orElseThrow().timeline().attempts().size());
    assertTrue(kept.failure().orElseThrow().fault().reason().contains("not well yet"));

    manager().storedMessages().replay(kept.key().id());
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> manager().storedMessages().failed(kept.key().id()).isPresent());
    ill.set(false);
    manager().storedMessages().replay(kept.key().id());
    assertEquals("again|S", next());
    assertNull(BackendService.NOTES.poll(300, TimeUnit.MILLISECONDS), "once");
  }

  private static String soap12(String text) {
    return SOAP12.of("<t:tell>" + text + "</t:tell>");
  }

  @Test
  void responseCannotBeReplayed() throws Exception {
    serve("out", "late");
    late();
    awaitServed("late");
    assertEquals(500, call11(echo(), "tell", tell("x")).statusCode());
    StoredMessage kept = manager().storedMessages().failed().get(0);
    manager().storedMessages().replay(kept.key().id());
    List<String> notes =
        manager()
            .storedMessages()
            .failed(kept.key().id())
            .orElseThrow()
            .failure()
            .orElseThrow()
            .timeline()
            .notes();
    assertTrue(notes.get(notes.size() - 1).contains("(got flow out)"), notes::toString);
  }

  private TestRepository durable(String... handlers) throws Exception {
    return repository(
            orchestration("o", "durable='true'", handlers)
                + "<rule orchestration='o' operation='note'/>")
        .parameter("dharch.store", "store");
  }

  private long accepted() throws Exception {
    return files("accepted");
  }

  private long files(String state) throws Exception {
    return FileCount.in(folder.resolve("store").resolve(state));
  }

  @Test
  void durableOneWayMessageIsDeletedAfterItsServiceRan() throws Exception {
    serve(durable("stamp"));
    for (int i = 0; i < 5; i++) {
      assertEquals(202, call11(echo(), "note", note(i)).statusCode());
      assertEquals("n" + i + "|S", next());
    }
    Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> accepted() == 0);
    assertEquals(0, files("failed"));
  }

  @Test
  void unservedMessageIsAcknowledgedAndExecutedLater() throws Exception {
    ill.set(false);
    serve(durable("stamp", "late"));
    for (int i = 0; i < 3; i++) {
      assertEquals(202, call11(echo(), "note", note(i)).statusCode());
    }
    assertEquals(3, accepted());
    assertEquals(0, BackendService.NOTES.size());
    late();
    for (int i = 0; i < 3; i++) {
      String note = next();
      assertTrue(note != null && note.endsWith("|S"), String.valueOf(note));
    }
    Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> accepted() == 0);
  }

  @Test
  void cleanRestartFinishesAcceptedMessages() throws Exception {
    ill.set(false);
    serve(durable("stamp", "late"));
    assertEquals(202, call11(echo(), "note", note(7)).statusCode());
    server.close();
    late();
    server = restart(folder);
    assertEquals("n7|S", next());
    Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> accepted() == 0);
  }

  @Test
  void oneWithAttachmentsIsAcknowledgedOnlyWhenItsServiceWasInvoked() throws Exception {
    serve(durable("stamp"));
    // what is acknowledged must survive, and attachments do not
    HttpResponse<String> answer = Multipart.swa(echo(), "note", note(1), new byte[] {1, 2});
    assertEquals(202, answer.statusCode(), answer.body());
    String seen = BackendService.NOTES.poll();
    assertTrue(seen != null && seen.startsWith("n1|S"), String.valueOf(seen));
    assertEquals(0, accepted());
  }

  @Test
  void fullStoreRejectsWithBusy() throws Exception {
    serve(durable("late").parameter("dharch.keptAccepted", "2"));
    assertEquals(202, call11(echo(), "note", note(1)).statusCode());
    assertEquals(202, call11(echo(), "note", note(2)).statusCode());
    assertEquals(503, call11(echo(), "note", note(3)).statusCode());
    assertEquals(2, accepted());
  }
}
