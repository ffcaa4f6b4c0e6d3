package org.dharch.axis2.service;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.api.HandlerMessage;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.core.metrics.Counter;
import org.dharch.testing.Awaits;
import org.dharch.testing.FileCount;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages that are no operation of their service come to its handlers, and what handlers answer to
 * a one-way message comes back in its response; what differs is the server.
 */
abstract class ProtocolScenarios extends ServerScenarios {
  private static final String RM10 = "http://schemas.xmlsoap.org/ws/2005/02/rm";
  private static final String RM11 = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
  private static final String CREATE = RM10 + "/CreateSequence";
  private static final String BODY = "<r:CreateSequence xmlns:r='" + RM10 + "'/>";
  private static final String ANSWERS =
      "<orchestration name='a'><handler name='look'/>"
          + "<handler name='answer' mayRespond='true'/></orchestration>";
  private static final String RULE = "<rule orchestration='a' flow='in'/>";

  private static String actions(String text) {
    return ENGAGED + "<parameter name=\"dharch.protocol.actions\">" + text + "</parameter>";
  }

  /** Service Echo with these actions, and Plain, on which the module is not engaged. */
  private void serve(TestRepository repository, String actions) throws Exception {
    server = start(repository.service("Echo", actions(actions)).service("Plain", ""));
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
  }

  private static String wsa(String version, String action) {
    return "<w:Action xmlns:w='" + version + "'>" + action + "</w:Action>";
  }

  private static void assertAnswered(HttpResponse<String> answer) {
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("answered"), answer.body());
  }

  private HandlerMessage seen() throws InterruptedException {
    return GatewayHandlers.SEEN.poll(10, TimeUnit.SECONDS);
  }

  @Test
  void messageIsDispatchedBySoapAction() throws Exception {
    serve(repository(ANSWERS + RULE), CREATE + "\n  " + RM11 + "/*");
    assertAnswered(SoapCalls.post11(echo(), CREATE, SOAP11.of(BODY)));
    HandlerMessage seen = seen();
    assertEquals(CREATE, seen.properties().text("dharch.soap.action", ""));
    assertEquals("Echo", seen.properties().text("dharch.service", ""));
    assertEquals("dharchProtocol", seen.properties().text("dharch.operation", ""));
    assertAnswered(SoapCalls.post12(echo(), CREATE, SOAP12.of(BODY)));
    assertAnswered(SoapCalls.post11(echo(), RM11 + "/CloseSequence", SOAP11.of("")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://www.w3.org/2005/08/addressing",
        "http://schemas.xmlsoap.org/ws/2004/08/addressing"
      })
  void orByItsAddressingActionWhereThatIsEmpty(String version) throws Exception {
    serve(
        repository(ANSWERS + "<rule orchestration='a' flow='in' action='" + CREATE + "'/>"),
        CREATE);
    // without the header at all Axis2 would take it for REST
    HttpResponse<String> v11 =
        SoapCalls.send(
            HttpRequest.newBuilder(URI.create(echo()))
                .header("Content-Type", SoapCalls.XML)
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(SOAP11.of(wsa(version, CREATE), BODY)))
                .build());
    assertAnswered(v11);
    assertTrue(v11.body().contains(":Envelope"), v11.body());
    assertEquals(CREATE, seen().properties().text("dharch.wsa.action", ""));
    String bare = "application/soap+xml; charset=UTF-8";
    byte[] content = Utf8.bytes(SOAP12.of(wsa(version, CREATE), BODY));
    assertAnswered(SoapCalls.post(echo(), bare, "", content));
    // a SOAPAction of another message is what the sender says
    HttpResponse<String> other =
        SoapCalls.post11(echo(), "urn:other", SOAP11.of(wsa(version, CREATE), BODY));
    assertTrue(other.statusCode() >= 400, other.body());
    assertFalse(other.body().contains("answered"), other.body());
  }

  @Test
  void unlistedActionHasNoOperation() throws Exception {
    serve(repository(ANSWERS + RULE), CREATE);
    for (String url : new String[] {echo(), server.url("Plain")}) {
      String action = url.equals(echo()) ? RM10 + "/TerminateSequence" : CREATE;
      HttpResponse<String> answer = SoapCalls.post11(url, action, SOAP11.of(BODY));
      assertTrue(answer.statusCode() >= 400, answer.body());
      assertTrue(answer.body().contains("Operation not found"), answer.body());
    }
    assertTrue(GatewayHandlers.SEEN.isEmpty());
  }

  @Test
  void operationOfTheServiceIsUnchanged() throws Exception {
    serve(repository(orchestration("o", "", "look") + "<rule orchestration='o' flow='in'/>"), "u*");
    HttpResponse<String> byAction = call11(echo(), "echo", SOAP11.of("<t:echo>1</t:echo>"));
    assertEquals(200, byAction.statusCode(), byAction.body());
    assertEquals("echo", seen().properties().text("dharch.operation", ""));
    HttpResponse<String> byBody =
        SoapCalls.post11(echo(), "urn:x", SOAP11.of("<t:echo>1</t:echo>"));
    assertEquals(200, byBody.statusCode(), byBody.body());
    assertEquals("echo", seen().properties().text("dharch.operation", ""));
    String wsdl = SoapCalls.get(echo() + "?wsdl").body();
    assertTrue(wsdl.contains("definitions"), wsdl);
    assertFalse(wsdl.contains("dharchProtocol"), wsdl);
  }

  @Test
  void unansweredProtocolMessageIsAFault() throws Exception {
    serve(
        repository(orchestration("o", "", "look") + "<rule orchestration='o' flow='in'/>"), CREATE);
    HttpResponse<String> answer = SoapCalls.post11(echo(), CREATE, SOAP11.of(BODY));
    assertTrue(answer.statusCode() >= 400, answer.body());
    assertTrue(answer.body().contains("no handler answered the message"), answer.body());
    assertTrue(answer.body().contains(":Client<"), answer.body());
  }

  /** Whoever says so has all that is no operation come to its handlers. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://www.w3.org/2005/08/addressing",
        "http://schemas.xmlsoap.org/ws/2004/08/addressing"
      })
  void unknownActionIsNotSupported(String version) throws Exception {
    serve(repository(orchestration("o", "", "look") + "<rule orchestration='o' flow='in'/>"), "*");
    String action = "urn:nobody&lt;s";
    HttpResponse<String> v11 =
        SoapCalls.post11(echo(), "urn:nobodys", SOAP11.of(wsa(version, action), "<t:what/>"));
    assertEquals(500, v11.statusCode(), v11.body());
    String body = v11.body().replaceAll("<(/?)[A-Za-z0-9]+:", "<$1");
    assertTrue(body.contains("<faultcode>wsa:ActionNotSupported</faultcode>"), body);
    boolean isFinal = version.contains("2005");
    assertEquals(isFinal, body.contains("<FaultDetail"), body);
    assertEquals(!isFinal, body.contains("<detail>"), body);
    assertTrue(body.contains("<Action>" + action + "</Action>"), body);
    HttpResponse<String> v12 =
        SoapCalls.post12(echo(), "urn:nobodys", SOAP12.of(wsa(version, action), "<t:what/>"));
    assertTrue(v12.statusCode() >= 400, v12.body());
    body = v12.body().replaceAll("<(/?)[A-Za-z0-9]+:", "<$1");
    assertTrue(body.matches("(?s).*<Code><Value[^>]*>[A-Za-z0-9]+:Sender</Value><Subcode.*"), body);
    assertTrue(body.contains("<Value>wsa:ActionNotSupported</Value>"), body);
    assertEquals(isFinal, body.contains("<ProblemAction>"), body);
    assertTrue(body.contains("<Action>" + action + "</Action>"), body);
    assertEquals("dharchProtocol", seen().properties().text("dharch.operation", ""));
  }

  @Test
  void messageWithoutActionHasNoOperation() throws Exception {
    serve(repository(ANSWERS + RULE), "*");
    String bare = "application/soap+xml; charset=UTF-8";
    HttpResponse<String> answer =
        SoapCalls.post(echo(), bare, "", Utf8.bytes(SOAP12.of("<t:what/>")));
    assertTrue(answer.body().contains("Operation not found"), answer.body());
    assertTrue(GatewayHandlers.SEEN.isEmpty());
  }

  @Test
  void theModulesOwnAreForServicesThatSayNone() throws Exception {
    TestRepository repository =
        repository(ANSWERS + RULE).parameter("dharch.protocol.actions", CREATE);
    repository.service("Other", ENGAGED);
    serve(repository, "none");
    assertAnswered(SoapCalls.post11(server.url("Other"), CREATE, SOAP11.of(BODY)));
    HttpResponse<String> none = SoapCalls.post11(echo(), CREATE, SOAP11.of(BODY));
    assertTrue(none.body().contains("Operation not found"), none.body());
  }

  @Test
  void serviceWithInvalidActionsIsInactive() throws Exception {
    serve(repository(ANSWERS + RULE), "*urn");
    assertFalse(
        server.context().getAxisConfiguration().getServiceForActivation("Echo").isActive(),
        "served all the same");
  }

  private HttpResponse<String> note(String service, String header) throws Exception {
    return call11(server.url(service), "note", SOAP11.of(header, "<t:note>noted</t:note>"));
  }

  private static String sequence(String namespace) {
    return "<r:Sequence xmlns:r='"
        + namespace
        + "'><r:Identifier>urn:s</r:Identifier>"
        + "</r:Sequence>";
  }

  @ParameterizedTest
  @ValueSource(strings = {RM10, RM11})
  void aOneWayMessagesAnswerIsInItsResponse(String namespace) throws Exception {
    serve(
        repository(
            ANSWERS
                + orchestration("out", "", "shout")
                + RULE
                + "<rule orchestration='out' flow='out'/>"),
        "none");
    HttpResponse<String> answer = note("Echo", sequence(namespace));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">LOUD<"), answer.body());
    assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith("text/xml"));
    assertNull(BackendService.NOTES.poll());
  }

  @Test
  void acceptedAndContinuedMessagesHave202() throws Exception {
    serve(
        repository(
            "<orchestration name='a'><handler name='accept' mayRespond='true'/></orchestration>"
                + "<orchestration name='g'><choose><when test=\"boolean(//never)\">"
                + "<handler name='answer' mayRespond='true'/></when>"
                + "<otherwise><handler name='look'/></otherwise></choose></orchestration>"
                + "<rule orchestration='g' flow='in' service='Echo'/>"
                + RULE),
        "none");
    HttpResponse<String> goesOn = note("Echo", sequence(RM11));
    assertEquals(202, goesOn.statusCode(), goesOn.body());
    assertEquals("noted|", BackendService.NOTES.poll(10, TimeUnit.SECONDS));
  }

  /** Its own acknowledgement comes as early as ever. */
  @Test
  void otherMessagesAreUnchanged() throws Exception {
    serve(repository(ANSWERS + RULE), "none");
    HttpResponse<String> bare = note("Echo", "");
    assertEquals(202, bare.statusCode(), bare.body());
    HttpResponse<String> plain = note("Plain", sequence(RM10));
    assertEquals(202, plain.statusCode(), plain.body());
    assertEquals("noted|", BackendService.NOTES.poll(10, TimeUnit.SECONDS));
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                DHArchModule.manager(server.context())
                        .orElseThrow()
                        .status()
                        .counters()
                        .get(Counter.RESPONDED)
                    == 1);
  }

  @Test
  void durableMessagesAreStoredBeforeTheAcknowledgement() throws Exception {
    serve(
        repository(ANSWERS.replace("name='a'", "name='a' durable='true'") + RULE)
            .parameter("dharch.store", "store"),
        "none");
    HttpResponse<String> answer = note("Echo", sequence(RM10));
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals("", answer.body());
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> FileCount.in(folder.resolve("store/accepted")) == 0);
    assertNull(BackendService.NOTES.poll());
  }
}
