package org.dharch.axis2.delivery;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.HttpRecorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the fault of a one-way message goes, as without DHArch; what differs is the server. */
abstract class FaultDestinationScenarios extends ServerScenarios {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String ADDRESSED = ENGAGED + "<module ref='addressing'/>";

  private HttpRecorder faults;
  private HttpRecorder replies;

  @BeforeEach
  void listen() throws IOException {
    faults = new HttpRecorder();
    replies = new HttpRecorder();
  }

  @AfterEach
  void close() {
    faults.close();
    replies.close();
  }

  private static String wsa(String name, String content) {
    return "<w:" + name + " xmlns:w='" + WSA + "'>" + content + "</w:" + name + ">";
  }

  private static String to(String name, String address) {
    return wsa(name, "<w:Address>" + address + "</w:Address>");
  }

  private static String header(String destinations) {
    return wsa("Action", "urn:test:note") + wsa("MessageID", "urn:test:m1") + destinations;
  }

  /** Engaged on service Echo beside Axis2's own module for WS-Addressing. */
  private void addressed(TestRepository repository) throws Exception {
    repository.service("Addressed", ADDRESSED);
    serve(repository);
  }

  private TestRepository with(String handler) throws Exception {
    return repository(
        "<orchestration name='o'><handler name='"
            + handler
            + "' mayRespond='true'/></orchestration><rule orchestration='o' flow='in'/>");
  }

  private void note(String destinations) throws Exception {
    String envelope = SOAP11.of(header(destinations), "<t:note>n</t:note>");
    assertEquals(202, call11(server.url("Addressed"), "note", envelope).statusCode());
  }

  private static void assertFault(String fault, String reason) {
    assertTrue(fault != null && fault.contains(reason), fault);
    assertTrue(fault.matches("(?s).*RelatesTo[^>]*>urn:test:m1<.*"), fault);
    assertTrue(fault.contains("Fault>"), fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {"boom", "refuse"})
  void faultOfAHandlerIsSentToFaultTo(String handler) throws Exception {
    addressed(with(handler));
    String reason = handler.equals("boom") ? "boom of the handler" : "it failed";
    note(to("FaultTo", faults.url()) + to("ReplyTo", replies.url()));
    assertFault(faults.next(), reason);
    note(to("ReplyTo", replies.url()));
    assertFault(replies.next(), reason);
    String none = to("FaultTo", WSA + "/none") + to("ReplyTo", replies.url());
    note(none);
    note(to("FaultTo", faults.url() + "/after"));
    assertFault(faults.next(), reason);
    assertTrue(replies.isEmpty(), "nowhere");
    assertTrue(BackendService.NOTES.isEmpty());
  }

  @Test
  void inTheSendersVersionOfSoap() throws Exception {
    addressed(with("boom"));
    String envelope = SOAP12.of(header(to("FaultTo", faults.url())), "<t:note>n</t:note>");
    assertEquals(202, call12(server.url("Addressed"), "note", envelope).statusCode());
    String fault = faults.next();
    assertFault(fault, "boom of the handler");
    assertTrue(fault.contains("http://www.w3.org/2003/05/soap-envelope"), fault);
  }

  /** A handler of the container behind DHArch's, which finds the message without its transport. */
  public static final class Refusing extends AbstractHandler {
    /** Called by Axis2. */
    public Refusing() {}

    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      if (context.getEnvelope().toString().contains("crash")) {
        throw new IllegalStateException("it crashed");
      }
      throw new AxisFault("refused behind");
    }
  }

  @ParameterizedTest
  @CsvSource({"n, refused behind", "crash, it crashed"})
  void orOfAHandlerOfTheContainer(String text, String reason) throws Exception {
    String handler = "<handler name='Refusing' class='" + Refusing.class.getName() + "'/>";
    addressed(
        repository(orchestration("o", "", "stamp") + "<rule orchestration='o' flow='in'/>")
            .inPhase("InFlow", "OperationInPhase", handler.replace('\'', '"')));
    String envelope =
        SOAP11.of(header(to("FaultTo", faults.url())), "<t:note>" + text + "</t:note>");
    assertEquals(202, call11(server.url("Addressed"), "note", envelope).statusCode());
    assertFault(faults.next(), reason);
  }

  /** Durable and waiting in the store for its handler, which then fails. */
  @Test
  void orOfAMessageFromTheStore() throws Exception {
    addressed(
        repository(
                "<orchestration name='o' durable='true'><handler name='late'/></orchestration>"
                    + "<rule orchestration='o' flow='in'/>")
            .parameter("dharch.store", "store"));
    note(to("FaultTo", faults.url()));
    try (HandlerNode late =
        HandlerNode.builder("late-node")
            .handler(
                "late",
                2,
                message -> {
                  throw new IllegalStateException("boom of the late one");
                })
            .start(
                new InMemoryProvider()
                    .node(URI.create("memory:" + getClass().getSimpleName()), Map.of()))) {
      assertFault(faults.next(), "boom of the late one");
      assertTrue(late.status().handlers().contains("late"));
    }
  }

  /** Its out-fault flow has handlers, too. */
  @Test
  void itHasTheHandlersOfFaults() throws Exception {
    addressed(
        repository(
            orchestration("b", "", "boom")
                + orchestration("s", "", "stamp")
                + "<rule orchestration='b' flow='in'/><rule orchestration='s' flow='out-fault'/>"));
    note(to("FaultTo", faults.url()));
    String fault = faults.next();
    assertFault(fault, "boom of the handler");
    assertTrue(fault.contains("stamp"), fault);
  }
}
