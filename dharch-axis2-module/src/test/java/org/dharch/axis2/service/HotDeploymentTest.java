package org.dharch.axis2.service;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.NodeContext;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Services that go, and a module that is disengaged, while messages are with their handlers. */
class HotDeploymentTest extends ServerScenarios {
  private static final String CHAINED = "org.dharch.axis2.service.HotDeploymentTest$Chained";

  /** Says what is done to it. */
  public static final class Chained implements DHHandler {
    static final LinkedBlockingQueue<String> SAID = new LinkedBlockingQueue<>();
    private NodeContext node;

    @Override
    public void init(Map<String, String> parameters, NodeContext context) {
      node = context;
      node.timers(); // begins them
      SAID.add("made");
    }

    @Override
    public Changes handle(HandlerMessage message) {
      SAID.add(message.properties().text("dharch.flow", ""));
      return Changes.builder().addHeader(bytes("<t:chained xmlns:t='urn:test'/>")).build();
    }

    @Override
    public void close() {
      SAID.add(node.timers().isShutdown() ? "closed" : "closed before its timers");
    }
  }

  @BeforeEach
  void forget() {
    Chained.SAID.clear();
  }

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.simple(repository);
  }

  private AxisConfiguration configuration() {
    return server.context().getAxisConfiguration();
  }

  private void serveChained(String chain) throws Exception {
    String parameters = "<parameter name='dharch.chain.in'>" + chain + "</parameter>";
    parameters += "<parameter name='dharch.chain.out'>" + CHAINED + "</parameter>";
    server =
        start(
            repository(orchestration("o", "", "look") + "<rule orchestration='o' flow='in'/>")
                .service("Echo", ENGAGED + parameters)
                .service("Plain", ENGAGED));
    ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
  }

  @Test
  void theHandlersOfAServiceThatGoesAreClosedWhenItsMessagesAreAnswered() throws Exception {
    serveChained(CHAINED);
    BackendService.HELD = new CountDownLatch(1);
    BackendService.HOLD = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> held =
        SoapCalls.sendAsync(
            SoapCalls.request(
                echo(), SoapCalls.XML, "urn:test:hold", bytes(SOAP11.of("<t:hold/>"))));
    assertTrue(BackendService.HELD.await(10, TimeUnit.SECONDS), "the service has the message");
    CompletableFuture<Void> removed =
        CompletableFuture.runAsync(
            () -> {
              try {
                assertNotNull(configuration().removeServiceGroup("Echo"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    ignoringServerErrors().until(() -> configuration().getService("Echo") == null);
    BackendService.HOLD.countDown();
    HttpResponse<String> answer = held.get(10, TimeUnit.SECONDS);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("chained"), "its response has its handlers");
    removed.get(10, TimeUnit.SECONDS);
    assertEquals(List.of("made", "made", "in", "out", "closed", "closed"), said());
    HttpResponse<String> late = call11(echo(), "echo", SOAP11.of("<t:echo>late</t:echo>"));
    assertEquals(404, late.statusCode(), late.body());
    server.close();
    server = null;
    assertEquals(List.of(), said(), "closed once");
  }

  private static List<String> said() {
    List<String> said = new ArrayList<>();
    Chained.SAID.drainTo(said);
    return said;
  }

  @Test
  void handlersOfAServiceThatIsNotServedForOneOfThemAreClosed() throws Exception {
    serveChained(CHAINED + " no.such.Handler");
    assertEquals(List.of("made", "closed"), said());
    assertFalse(configuration().getServiceForActivation("Echo").isActive());
  }

  /** By an operator's tool: the container's chain loses DHArch's place in it. */
  @Test
  void failedMessageSkipsItsServiceAfterDisengagement() throws Exception {
    serve("in", "hold", "boom");
    CountDownLatch hold = GatewayHandlers.hold();
    assertEquals(202, call11(echo(), "note", SOAP11.of("<t:note>failed</t:note>")).statusCode());
    disengage();
    hold.countDown();
    ignoringServerErrors()
        .until(
            () ->
                DHArchModule.manager(server.context())
                        .orElseThrow()
                        .storedMessages()
                        .failed()
                        .size()
                    == 1);
    assertEquals(202, call11(echo(), "note", SOAP11.of("<t:note>without</t:note>")).statusCode());
    assertEquals("without|", BackendService.NOTES.poll(10, TimeUnit.SECONDS));
    assertNull(BackendService.NOTES.poll());
  }

  @Test
  void completedMessageIsDeliveredAfterDisengagement() throws Exception {
    serve("in", "hold", "stamp");
    CountDownLatch hold = GatewayHandlers.hold();
    assertEquals(202, call11(echo(), "note", SOAP11.of("<t:note>mine</t:note>")).statusCode());
    disengage();
    hold.countDown();
    assertEquals("mine|S", BackendService.NOTES.poll(10, TimeUnit.SECONDS));
  }

  private void disengage() throws Exception {
    configuration().getService("Echo").disengageModule(configuration().getModule("dharch"));
  }
}
