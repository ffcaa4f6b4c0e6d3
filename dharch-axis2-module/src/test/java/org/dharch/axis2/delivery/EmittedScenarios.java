package org.dharch.axis2.delivery;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.api.Emitted;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.EmittingNode;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.ServerScenarios;
import org.dharch.core.DHManager;
import org.dharch.testing.Awaits;
import org.dharch.testing.HttpRecorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What handlers emit to services of the container, and to addresses; what differs is the server.
 */
abstract class EmittedScenarios extends ServerScenarios {
  private static final Target.Service ECHO = new Target.Service("Echo", "");
  private static final Emitted DELIVERED = new Emitted.Delivered();
  private static final String DELIVERS =
      orchestration("d", "", "look", "stamp") + orchestration("b", "", "boom");
  private static final String RULE = "<rule orchestration='d' flow='in'/>";

  private EmittingNode emitting;

  @AfterEach
  void stopEmitting() {
    if (emitting != null) {
      emitting.stop();
    }
  }

  private DHManager manager() {
    return DHArchModule.manager(server.context()).orElseThrow();
  }

  private AxisConfiguration configuration() {
    return server.context().getAxisConfiguration();
  }

  private void emitting() {
    emitting(URI.create("memory:" + getClass().getSimpleName()));
  }

  private void emitting(URI broker) {
    emitting = new EmittingNode("emitting", broker);
    Awaits.ignoringServerErrors()
        .until(
            () ->
                manager().status().nodes().stream().anyMatch(n -> n.handlers().contains("emits")));
  }

  private static String note(String text) {
    return SOAP11.of("<t:note>" + text + "</t:note>");
  }

  private static String next() throws InterruptedException {
    return BackendService.NOTES.poll(20, TimeUnit.SECONDS);
  }

  private Emitted.Failed failed() throws Exception {
    return assertInstanceOf(Emitted.Failed.class, emitting.told());
  }

  @Test
  void emissionReachesItsServiceThroughItsHandlers() throws Exception {
    BackendService.KEYS.clear();
    serve(repository(DELIVERS + RULE));
    emitting();
    emitting.emit(ECHO, "urn:test:note", note("one"));
    assertEquals("one|S", next());
    assertEquals("s/1", BackendService.KEYS.take());
    assertEquals(DELIVERED, emitting.told());
    MessageProperties seen = GatewayHandlers.SEEN.take().properties();
    assertEquals("in", seen.text(SoapProperties.FLOW, ""));
    assertEquals(Optional.of(true), seen.get(SoapProperties.SERVER_SIDE));
    assertEquals("Echo", seen.text(SoapProperties.SERVICE, ""));
    assertEquals("urn:test:note", seen.text(SoapProperties.SOAP_ACTION, ""));
    assertEquals("red", seen.text("test.color", ""));
    assertFalse(seen.text(SoapProperties.EMISSION, "").isEmpty());
  }

  @Test
  void emissionFindsItsOperationByBodyOrName() throws Exception {
    serve(repository(DELIVERS + RULE));
    emitting();
    emitting.emit(ECHO, "", SOAP12.of("<t:note>by its body</t:note>"));
    assertEquals("by its body|S", next());
    assertEquals(DELIVERED, emitting.told());
    emitting.emit(new Target.Service("Echo", "note"), "urn:x", note("named"));
    assertEquals("named|S", next());
    assertEquals(DELIVERED, emitting.told());
    // what the service answers nobody waits for
    emitting.emit(ECHO, "urn:test:tell", SOAP11.of("<t:tell>told</t:tell>"));
    assertEquals("told|S", next());
    assertEquals(DELIVERED, emitting.told());
  }

  @Test
  void emissionFollowsItsNamedOrchestrationOrNone() throws Exception {
    serve(repository(DELIVERS));
    emitting();
    emitting.emit(ECHO, "urn:test:note", note("bare"));
    assertEquals("bare|", next());
    assertEquals(DELIVERED, emitting.told());
    emitting.emit(ECHO, "urn:test:note", note("named"), Optional.of("d"));
    assertEquals("named|S", next());
    assertEquals(DELIVERED, emitting.told());
    emitting.emit(ECHO, "urn:test:note", note("nowhere"), Optional.of("nowhere"));
    assertTrue(failed().reason().contains("nowhere"));
  }

  @Test
  void undeliveredEmissionIsReportedWithItsReason() throws Exception {
    serve(repository(DELIVERS));
    emitting();
    emitting.emit(ECHO, "urn:test:none", SOAP11.of("<t:none/>"));
    Emitted.Failed none = failed();
    assertEquals("NOT_DELIVERED", none.code());
    assertTrue(
        none.reason().contains("service Echo has no operation for action 'urn:test:none'"),
        none.reason());
    emitting.emit(new Target.Service("Echo", "gone"), "", note("x"));
    assertTrue(failed().reason().contains("no operation 'gone'"));
    emitting.emit(ECHO, "urn:test:note", note("x"), Optional.of("b"));
    assertTrue(failed().reason().contains("boom of the handler"));
    String must = "<t:must s:mustUnderstand='1'/>";
    emitting.emit(ECHO, "urn:test:note", SOAP11.of(must, "<t:note>x</t:note>"));
    Emitted.Failed refused = failed();
    assertEquals("NOT_DELIVERED", refused.code());
    assertTrue(refused.reason().contains("must"), refused.reason());
    assertNull(BackendService.NOTES.poll());
    // the service was called: what it says of that is its own
    emitting.emit(ECHO, "urn:test:fail", SOAP11.of("<t:fail/>"));
    assertEquals(DELIVERED, emitting.told());
  }

  /** On which the module is not engaged, that is stopped, or not there: others may have it. */
  @Test
  void onlyWhatIsForAServiceThatIsHereIsTaken() throws Exception {
    serve(repository(DELIVERS));
    emitting();
    emitting.emit(ECHO, "urn:test:note", note("here"));
    assertEquals("here|", next());
    for (String other : new String[] {"Plain", "Nowhere"}) {
      Target.Service to = new Target.Service(other, "");
      assertFalse(emitting.tryToEmit(to, "urn:test:note", note("x"), Optional.empty()), other);
    }
    configuration().stopService("Echo");
    Awaits.ignoringServerErrors()
        .until(() -> !emitting.tryToEmit(ECHO, "urn:test:note", note("x"), Optional.empty()));
    configuration().startService("Echo");
    // those that were taken before that was seen come too
    Awaits.ignoringServerErrors()
        .until(() -> emitting.tryToEmit(ECHO, "urn:test:note", note("again"), Optional.empty()));
    Awaits.ignoringServerErrors().until(() -> "again|".equals(BackendService.NOTES.poll()));
  }

  @Test
  void stoppedServerReportsDeliveredEmissions() throws Exception {
    BackendService.HOLD = new CountDownLatch(1);
    BackendService.HELD = new CountDownLatch(1);
    serve(repository(DELIVERS));
    emitting();
    emitting.emit(ECHO, "urn:test:hold", SOAP11.of("<t:hold/>"));
    assertTrue(BackendService.HELD.await(20, TimeUnit.SECONDS));
    DHManager manager = manager();
    Thread closing = new Thread(manager::close);
    closing.start();
    Awaits.ignoringServerErrors().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    BackendService.HOLD.countDown();
    assertEquals(DELIVERED, emitting.told());
    closing.join(20_000);
  }

  /** By a real broker, to the service and to an address; what is for other hosts is refused. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "192.0.2.1"})
  void byABrokerAndToAnAddress(String hosts) throws Exception {
    try (HttpRecorder outside = new HttpRecorder()) {
      server =
          start(
              repository(DELIVERS)
                  .parameter("dharch.broker", "embedded:tcp://127.0.0.1:0")
                  .parameter("dharch.outbound.hosts", hosts)
                  .service("Echo", ENGAGED));
      emitting(manager().status().nodeUri().orElseThrow());
      emitting.emit(ECHO, "urn:test:note", note("by a broker"));
      assertEquals("by a broker|", next());
      assertEquals(DELIVERED, emitting.told());
      emitting.emit(
          Target.Endpoint.of(URI.create(outside.url())), "urn:test:note", note("outside"));
      if (hosts.equals("127.0.0.1")) {
        assertEquals(note("outside"), outside.next());
        assertEquals(new Emitted.Sent(0, 202, Optional.empty()), emitting.told());
      } else {
        assertTrue(failed().reason().startsWith("REFUSED"));
      }
    }
  }
}
