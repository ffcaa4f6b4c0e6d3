package org.dharch.axis2.chain;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.Part;
import org.dharch.api.Target;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native handlers in Axis2's own chain, without DHArch's module; what differs is the server. */
abstract class ChainScenarios {
  private static final String ANSWER = "<t:answered>by the handler</t:answered>";

  @TempDir Path folder;
  private GatewayServer server;

  public abstract GatewayServer start(TestRepository repository) throws Exception;

  /** Does what its parameter {@code does} says, for each message. */
  public static final class Doing implements DHHandler {
    static final List<HandlerMessage> SEEN = new CopyOnWriteArrayList<>();
    static final AtomicInteger CLOSED = new AtomicInteger();
    private String does;
    private NodeContext node;

    @Override
    public void init(Map<String, String> parameters, NodeContext context) throws Exception {
      does = parameters.get("does");
      node = context;
      if (does.equals("emits at start")) {
        context.emitter();
      } else if (does.equals("has a timer")) {
        context.timers().submit(() -> {}).get(10, TimeUnit.SECONDS);
      }
    }

    @Override
    public Changes handle(HandlerMessage message) throws Exception {
      SEEN.add(message);
      EnvelopeText soap =
          message.properties().text("dharch.soap.version", "").equals("1.2") ? SOAP12 : SOAP11;
      Changes.Builder changes = Changes.builder();
      return switch (does) {
        case "stamp" -> changes.addHeader(bytes("<t:stamp xmlns:t='urn:test'>C</t:stamp>")).build();
        case "shout" ->
            changes
                .replace(
                    Part.body(), bytes(EnvelopeText.body(message.text()).replace("quiet", "LOUD")))
                .property("test.color", node.node().substring(0, 11))
                .build();
        case "understand" ->
            changes.processed(new HeaderRef(new QName("urn:test", "must"), 0)).build();
        case "answer" -> changes.respond(bytes(soap.of(ANSWER))).property("test.k", 1).build();
        case "action" -> changes.respond(bytes(soap.of(action(), ANSWER))).build();
        case "fault" -> changes.respond(bytes(soap.of(fault(soap)))).build();
        case "other" ->
            changes.respond(bytes((soap.equals(SOAP11) ? SOAP12 : SOAP11).of(ANSWER))).build();
        case "no envelope" -> changes.respond(bytes("<a")).build();
        case "accept" -> changes.accept().build();
        case "later" -> changes.defer(Duration.ofSeconds(1)).build();
        case "emit" -> changes.emit(emission(message)).build();
        case "null" -> null;
        case "nowhere" ->
            changes.replace(Part.header(new QName("urn:x", "x"), 0), bytes("<x/>")).build();
        case "boom" -> throw new IllegalStateException("boom of the handler");
        default -> Changes.NONE;
      };
    }

    private static String action() {
      return "<w:Action xmlns:w='http://www.w3.org/2005/08/addressing'>urn:its:own</w:Action>";
    }

    private static String fault(EnvelopeText soap) {
      return soap.equals(SOAP11)
          ? "<s:Fault><faultcode>s:Client</faultcode><faultstring>not so</faultstring></s:Fault>"
          : "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason>"
              + "<s:Text xml:lang='en'>not so</s:Text></s:Reason></s:Fault>";
    }

    private static Emission emission(HandlerMessage message) {
      return new Emission(
          message.id(),
          Target.Endpoint.of(URI.create("http://127.0.0.1/")),
          "",
          message.envelope(),
          MessageProperties.empty(),
          Optional.empty(),
          Duration.ofSeconds(1));
    }

    @Override
    public void close() {
      CLOSED.incrementAndGet();
    }
  }

  @BeforeEach
  void forget() {
    Doing.SEEN.clear();
    BackendService.NOTES.clear();
  }

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  static String handler(String className, String... parameters) {
    StringBuilder xml =
        new StringBuilder(
            "<handler name=\"native\" class=\"org.dharch.axis2.chain.ChainHandler\"><order/>");
    for (int i = 0; i < parameters.length; i += 2) {
      xml.append("<parameter name=\"" + parameters[i] + "\">" + parameters[i + 1] + "</parameter>");
    }
    if (!className.isEmpty()) {
      xml.append("<parameter name=\"dharch.handler\">" + className + "</parameter>");
    }
    return xml.append("</handler>").toString();
  }

  private static String doing(String what) {
    return handler(Doing.class.getName(), "does", what);
  }

  /** One handler in one phase. */
  private void serve(String flow, String phase, String handler) throws Exception {
    serve(new TestRepository(folder).inPhase(flow, phase, handler));
  }

  private void serve(TestRepository repository) throws Exception {
    server = start(repository.service("Echo", ""));
  }

  private void serveIn(String does) throws Exception {
    serve("InFlow", "OperationInPhase", doing(does));
  }

  private HttpResponse<String> echo11() throws Exception {
    return call11(server.url("Echo"), "echo", SOAP11.of("<t:echo>quiet</t:echo>"));
  }

  private HttpResponse<String> echo12() throws Exception {
    return call12(server.url("Echo"), "echo", SOAP12.of("<t:echo>quiet</t:echo>"));
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }

  @Test
  void changesAreAppliedInBothFlows() throws Exception {
    serve(
        new TestRepository(folder)
            .inPhase("InFlow", "OperationInPhase", doing("stamp"))
            .inPhase("OutFlow", "OperationOutPhase", doing("shout")));
    HttpResponse<String> look = call11(server.url("Echo"), "look", SOAP11.of("<t:look/>"));
    assertTrue(look.body().contains("stamp=\"C\""), look.body());
    HttpResponse<String> echo = echo12();
    assertEquals(200, echo.statusCode(), echo.body());
    assertTrue(echo.body().contains(">LOUD<"), echo.body());
    assertEquals("in", Doing.SEEN.get(0).properties().text("dharch.flow", ""));
    assertEquals("out", Doing.SEEN.get(1).properties().text("dharch.flow", ""));
  }

  @Test
  void propertiesAndMarksComeBack() throws Exception {
    serve("InFlow", "OperationInPhase", doing("shout"));
    HttpResponse<String> look = call11(server.url("Echo"), "look", SOAP11.of("<t:look/>"));
    assertTrue(look.body().contains("color=\"axis2-chain\""), look.body());
  }

  @Test
  void understoodHeaderSatisfiesMustUnderstand() throws Exception {
    serveIn("understand");
    String must = SOAP11.of("<t:must s:mustUnderstand='1'/>", "<t:echo>1</t:echo>");
    assertEquals(200, call11(server.url("Echo"), "echo", must).statusCode());
  }

  @Test
  void responseOfHandlerBypassesTheService() throws Exception {
    serve(
        new TestRepository(folder)
            .inPhase("InFlow", "OperationInPhase", doing("answer"))
            .inPhase("OutFlow", "OperationOutPhase", doing("stamp")));
    String tell = "<t:tell>n</t:tell>";
    HttpResponse<String> v11 = call11(server.url("Echo"), "tell", SOAP11.of(tell));
    assertEquals(200, v11.statusCode(), v11.body());
    assertTrue(type(v11).startsWith("text/xml"), type(v11));
    assertTrue(v11.body().contains("by the handler") && v11.body().contains("stamp"), v11.body());
    HttpResponse<String> v12 = call12(server.url("Echo"), "tell", SOAP12.of(tell));
    assertEquals(200, v12.statusCode(), v12.body());
    assertTrue(type(v12).startsWith("application/soap+xml"), type(v12));
    assertTrue(v12.body().contains("by the handler") && v12.body().contains("stamp"), v12.body());
    assertTrue(BackendService.NOTES.isEmpty());
    // the connection goes on
    assertEquals(200, call12(server.url("Echo"), "tell", SOAP12.of(tell)).statusCode());
  }

  @Test
  void theAnswersOwnActionIsInItsContentType() throws Exception {
    serveIn("action");
    assertTrue(type(echo12()).contains("action=\"urn:its:own\""), type(echo12()));
  }

  @Test
  void faultResponseUsesTheFaultFlow() throws Exception {
    serve(
        new TestRepository(folder)
            .inPhase("InFlow", "OperationInPhase", doing("fault"))
            .inPhase("OutFaultFlow", "OperationOutFaultPhase", doing("stamp")));
    HttpResponse<String> v11 = echo11();
    assertTrue(v11.statusCode() == 500 || v11.statusCode() == 400, "" + v11.statusCode());
    assertTrue(v11.body().contains("<faultstring>not so</faultstring>"), v11.body());
    assertTrue(v11.body().contains("stamp"), v11.body());
    HttpResponse<String> v12 = echo12();
    assertTrue(v12.statusCode() == 500 || v12.statusCode() == 400, "" + v12.statusCode());
    assertTrue(type(v12).startsWith("application/soap+xml"), type(v12));
    assertTrue(v12.body().contains("s:Sender"), v12.body());
    assertTrue(v12.body().contains("not so") && v12.body().contains("stamp"), v12.body());
  }

  @Test
  void acceptedMessageHas202WithoutBody() throws Exception {
    serveIn("accept");
    HttpResponse<String> answer =
        call11(server.url("Echo"), "tell", SOAP11.of("<t:tell>n</t:tell>"));
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals("", answer.body());
    assertTrue(BackendService.NOTES.isEmpty());
  }

  /** There Axis2 knows the service at most, and no operation's flows. */
  @Test
  void handlerMayRespondBeforeTheDispatch() throws Exception {
    serve(
        new TestRepository(folder)
            .inPhase("InFlow", "PreDispatch", doing("answer"))
            .inPhase("OutFlow", "MessageOut", doing("stamp")));
    HttpResponse<String> unknown = call11(server.url("Echo"), "nothing", SOAP11.of("<t:nothing/>"));
    assertEquals(200, unknown.statusCode(), unknown.body());
    assertTrue(unknown.body().contains("by the handler"), unknown.body());
    assertTrue(unknown.body().contains("stamp"), unknown.body());
    HttpResponse<String> known = echo12();
    assertEquals(200, known.statusCode(), known.body());
    assertTrue(known.body().contains("by the handler"), known.body());
  }

  @Test
  void oneWayMessageIsAnsweredInItsHttpResponse() throws Exception {
    serve(
        new TestRepository(folder)
            .inPhase("InFlow", "OperationInPhase", doing("answer"))
            .inPhase("OutFlow", "OperationOutPhase", doing("stamp")));
    server
        .context()
        .getAxisConfiguration()
        .getService("Echo")
        .addParameter("DisableResponseAck", true);
    HttpResponse<String> answer =
        call11(server.url("Echo"), "note", SOAP11.of("<t:note>1</t:note>"));
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("by the handler"), answer.body());
    assertTrue(answer.body().contains("stamp"), answer.body());
    assertTrue(BackendService.NOTES.isEmpty());
  }

  private void refuses(String does, String reason) throws Exception {
    serveIn(does);
    HttpResponse<String> answer = echo11();
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("handler 'native': "), answer.body());
    assertTrue(answer.body().contains("HANDLER_FAILED"), answer.body());
    assertTrue(answer.body().contains(reason), answer.body());
    server.close();
    server = null;
  }

  @Test
  void unsupportedResultsAreReported() throws Exception {
    refuses("later", "cannot defer its message");
    refuses("emit", "cannot send messages of its own (emit)");
    refuses("null", "the handler must return Changes.NONE");
    refuses("boom", "boom of the handler");
    refuses("nowhere", "its result does not fit the message");
    refuses("other", "its response must use SOAP 1.1 (got 1.2)");
    refuses("no envelope", "its response must be a SOAP envelope");
  }

  @Test
  void onlyRequestsAreAnswered() throws Exception {
    serve("OutFlow", "OperationOutPhase", doing("answer"));
    HttpResponse<String> answer = echo11();
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(
        answer.body().contains("a handler may respond only to a request to this server"),
        answer.body());
  }

  @Test
  void failureInTheFaultFlowReplacesTheFault() throws Exception {
    serve("OutFaultFlow", "OperationOutFaultPhase", doing("boom"));
    HttpResponse<String> answer = call11(server.url("Echo"), "fail", SOAP11.of("<t:fail/>"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("boom of the handler"), answer.body());
  }

  @Test
  void handlerDoesNotSeeNonSoapOrLargeMessages() throws Exception {
    serve(
        "InFlow",
        "OperationInPhase",
        handler(Doing.class.getName(), "does", "stamp", "dharch.maxPayloadBytes", "1000"));
    assertEquals(200, echo11().statusCode());
    HttpResponse<String> large =
        call11(server.url("Echo"), "echo", SOAP11.of("<t:echo>" + "x".repeat(1000) + "</t:echo>"));
    assertTrue(large.statusCode() >= 400, large.body());
    assertTrue(large.body().contains("1000"), large.body());
    assertEquals(1, Doing.SEEN.size());
  }

  @Test
  void handlerAndTimersCloseWithTheServer() throws Exception {
    serveIn("has a timer");
    assertEquals(200, echo11().statusCode());
    int before = Doing.CLOSED.get();
    server.close();
    server = null;
    assertEquals(before + 1, Doing.CLOSED.get());
  }

  void doesNotStart(String handler, String reason) {
    Exception refused =
        assertThrows(Exception.class, () -> serve("InFlow", "OperationInPhase", handler));
    StringBuilder output = new StringBuilder();
    for (Throwable t = refused; t != null; t = t.getCause()) {
      output.append(t.getMessage()).append('\n');
    }
    assertTrue(output.toString().contains("handler native of Axis2's chain"), output::toString);
    assertTrue(output.toString().contains(reason), output::toString);
    assertFalse(output.toString().contains("null\nnull"), output::toString);
  }
}
