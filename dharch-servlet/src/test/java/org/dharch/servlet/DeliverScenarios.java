package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.message.Submission;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a handler emits to a service behind the filter; what differs is the container. */
abstract class DeliverScenarios extends FilterBench {
  private static final Emitted DELIVERED = new Emitted.Delivered();

  private final LinkedBlockingQueue<Emitted> told = new LinkedBlockingQueue<>();
  private FrontProxy front;
  private HandlerNode emitting;
  private NodeContext context;

  @BeforeEach
  void startEmitting() throws Exception {
    RawServlet.ATTRIBUTES.clear();
    front = new FrontProxy();
    HandlerNode.Builder builder = HandlerNode.builder("emitting");
    context = builder.context("emits");
    emitting =
        builder
            .handler("emits", 2, new Emits())
            .start(new InMemoryProvider().node(URI.create("memory:" + name()), Map.of()));
  }

  @AfterEach
  void stopEmitting() {
    emitting.close();
    front.close();
  }

  private final class Emits implements DHHandler {
    @Override
    public Changes handle(HandlerMessage message) {
      return Changes.NONE;
    }

    @Override
    public void emitted(MessageId id, Emitted outcome) {
      told.add(outcome);
    }
  }

  /** Service Raw is at {@code path}. */
  private void serveRawAt(String path, String orchestrations) throws Exception {
    serve(
        orchestrations,
        DHManagerConfig.DEFAULT,
        Map.of("dharch.deliver.Raw", front.url(path)),
        FilterServer.Site::everywhere);
    front.to = server;
  }

  private boolean tryToEmit(String service, String envelope) {
    return context
        .emitter()
        .emit(
            new Emission(
                MessageId.random(ThreadLocalRandom.current()),
                new Target.Service(service, ""),
                "urn:test:order",
                bytes(envelope),
                MessageProperties.empty(),
                Optional.empty(),
                Duration.ofSeconds(20)));
  }

  private void emit(String envelope) {
    ignoringServerErrors().until(() -> tryToEmit("Raw", envelope));
  }

  private Emitted told() throws InterruptedException {
    return told.poll(30, TimeUnit.SECONDS);
  }

  private String failed() throws InterruptedException {
    Emitted.Failed failed = assertInstanceOf(Emitted.Failed.class, told());
    return failed.code() + " " + failed.reason();
  }

  @Test
  void emissionReachesItsServiceOnceThroughItsHandlers() throws Exception {
    serveRawAt(
        "/raw/Raw",
        orchestration("o", "look", "stamp", "color")
            + orchestration("out", "boom")
            + RULE_IN
            + "<rule orchestration='out' flow='out'/>");
    emit(OrderCalls.order12("1"));
    RawServlet.Arrived arrived = arrived();
    String body = new String(arrived.body(), StandardCharsets.UTF_8);
    assertTrue(body.contains("<t:stamp") && body.contains(">1<"), body);
    assertTrue(arrived.type().startsWith("application/soap+xml"), arrived.type());
    assertEquals(DELIVERED, told());
    String attributes = RawServlet.ATTRIBUTES.take();
    assertTrue(attributes.startsWith("none and green "), attributes);
    assertFalse(attributes.endsWith("null"), attributes);
    MessageProperties seen = seen().properties();
    assertEquals("Raw", seen.text(SoapProperties.SERVICE, ""));
    assertEquals(Optional.of(true), seen.get(SoapProperties.SERVER_SIDE));
    // with what was its header once nobody else comes past the handlers
    HttpResponse<String> again = withToken(front.tokens.take());
    assertEquals(403, again.statusCode(), again.body());
    assertEquals(403, withToken("x").statusCode());
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  private HttpResponse<String> withToken(String token) throws Exception {
    return SoapCalls.send(
        HttpRequest.newBuilder(URI.create(raw()))
            .header("Content-Type", SoapCalls.XML)
            .header(Deliveries.HEADER, token)
            .POST(HttpRequest.BodyPublishers.ofString(OrderCalls.order11("stranger's")))
            .build());
  }

  @Test
  void whatItsServiceSaysIsItsOwn() throws Exception {
    serveRawAt("/raw/Raw?as=page", orchestration("o", "look"));
    emit(OrderCalls.order11("1"));
    assertEquals(DELIVERED, told());
    assertFalse(tryToEmit("Orders", OrderCalls.order11("1")), "there is no dharch.deliver.Orders");
  }

  /** Its service calls another one, while it holds the only slot that there is. */
  @Test
  void whatItsServiceCallsGoesInItsSlot() throws Exception {
    Path flow = folder.resolve("flow.xml");
    Files.writeString(
        flow,
        "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='1' scope='request'/></flow>");
    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT.flow(FlowDocument.read(flow)),
        Map.of("dharch.deliver.Raw", front.url("/raw/Raw?as=calls")),
        FilterServer.Site::everywhere);
    front.to = server;
    emit(OrderCalls.order11("1"));
    RawServlet.Arrived delivered = arrived();
    RawServlet.Arrived called = arrived();
    assertFalse(delivered.headers().containsKey(Submission.WITHIN));
    String outer = RawServlet.ATTRIBUTES.take().replaceFirst(".* ", "");
    assertEquals(outer, called.headers().get(Submission.WITHIN));
    assertEquals(DELIVERED, told());
    assertEquals(200, OrderCalls.post(raw(), OrderCalls.order11("2")).statusCode(), "it is free");
  }

  @Test
  void missingServiceIsReported() throws Exception {
    serveRawAt("/raw/Raw?as=error", orchestration("o", "look"));
    emit(OrderCalls.order11("1"));
    String why = failed();
    assertTrue(why.startsWith("NOT_DELIVERED HTTP 404 of its service"), why);
  }

  @Test
  void rejectedEmissionIsReported() throws Exception {
    serveRawAt(
        "/raw/Raw",
        orchestration("o", "boom") + "<rule orchestration='o' flow='in' action='urn:test:order'/>");
    emit(OrderCalls.order11("1"));
    String handler = failed();
    assertTrue(handler.contains("boom of the"), handler);
    manager.orchestrations(
        OrchestrationDocument.parse(
            "none",
            "<orchestrations xmlns='urn:dharch:orchestration:1'>"
                + orchestration("none", "look")
                + "</orchestrations>"));
    front.refuses = 401;
    emit(OrderCalls.order11("1"));
    String why = failed();
    assertTrue(why.startsWith("NOT_DELIVERED HTTP 401: the server at "), why);
    assertTrue(RawServlet.ARRIVED.isEmpty());
  }

  /** Whoever says that it is one of those is answered without a thread, as all are. */
  @Test
  void whoPretendsToDeliverHoldsNoThread() throws Exception {
    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of("dharch.deliver.Raw", front.url("/raw/Raw"), "dharch.timeToRead", "300ms"),
        FilterServer.Site::everywhere);
    String type = "text/xml\r\n" + Deliveries.HEADER + ": x";
    try (HalfClients clients = new HalfClients(server.port(), "/app/raw/Raw", type, 100_000)) {
      clients.open(8);
      clients.awaitStatus(403);
      clients.assertServedBesides(raw());
    }
  }

  /** Why one does not get to service Other, which has handlers that it has not had. */
  private String notDeliveredAt(String path) throws Exception {
    serveRawAt(
        path, orchestration("o", "look") + "<rule orchestration='o' flow='in' service='Other'/>");
    emit(OrderCalls.order11("1"));
    String why = failed();
    assertTrue(RawServlet.ARRIVED.isEmpty());
    return why;
  }

  @Test
  void itsServiceCannotDispatchItPastHandlersEither() throws Exception {
    String why = notDeliveredAt("/front/x?by=async&to=/raw/Other");
    assertTrue(why.startsWith("NOT_DELIVERED"), why);
  }

  /** Where its parameter says that another service is. */
  @Test
  void itDoesNotComeToAnotherServiceWithHandlers() throws Exception {
    String why = notDeliveredAt("/raw/Other");
    assertTrue(why.startsWith("NOT_DELIVERED HTTP 403: the server at "), why);
  }

  @Test
  void itsServiceCannotHandItOnPastHandlers() throws Exception {
    String why = notDeliveredAt("/front/x?by=forward&to=/raw/Other");
    assertTrue(why.startsWith("NOT_DELIVERED HTTP 500"), why);
  }
}
