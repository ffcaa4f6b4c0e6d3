package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.action;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.Awaits;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults A2, A4, A6 and A7: what travels beside an envelope, and what is refused at the door. */
abstract class ContextScenarios extends ServerScenarios {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @BeforeEach
  void forget() {
    GatewayHandlers.SEEN.clear();
    ContextHandlers.SEEN.clear();
  }

  /** Handlers {@code doorman} and {@code farewell} on a node of a node document. */
  private void serveWithNode(String broker) throws Exception {
    Files.writeString(
        folder.resolve("node.xml"),
        "<node xmlns='urn:dharch:node:1' name='context'><handler name='doorman'"
            + " class='org.dharch.axis2.message.ContextHandlers$Doorman'/><handler name='farewell'"
            + " class='org.dharch.axis2.message.ContextHandlers$Farewell'/></node>");
    TestRepository repository =
        repository(
                orchestration("in", "", "doorman")
                    + orchestration("out", "", "farewell")
                    + "<rule orchestration='in' flow='in'/>"
                    + "<rule orchestration='out' flow='out'/>")
            .parameter("dharch.broker", broker)
            .parameter("dharch.maxPayloadBytes", "33554432")
            .parameter("dharch.deadline", "60s")
            .parameter("dharch.timeToFinish", "50s")
            .parameter("dharch.node", "node.xml");
    String level = "<parameter name=\"level\">gold</parameter>";
    server = start(repository.service("Echo", ENGAGED + level));
    Awaits.ignoringServerErrors()
        .until(
            () ->
                DHArchModule.manager(server.context()).orElseThrow().status().nodes().stream()
                    .anyMatch(node -> node.handlers().contains("doorman")));
  }

  private HttpResponse<String> look(String... headers) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(echo()))
            .header("Content-Type", "text/xml; charset=UTF-8")
            .header("SOAPAction", "\"" + action("look") + "\"")
            .headers(headers)
            .POST(HttpRequest.BodyPublishers.ofString(SOAP11.of("<t:look/>")))
            .build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void headersParametersAndTheOperationContextTravelBothWays() throws Exception {
    serveWithNode("embedded:tcp://127.0.0.1:0");
    HttpResponse<String> evil = look("X-User", "evil");
    assertEquals(500, evil.statusCode(), evil.body());
    assertTrue(evil.body().contains(">X-User evil is refused<"), evil.body());
    assertFalse(evil.body().contains("AxisFault"), "Java's names are for the log");

    HttpResponse<String> good = look("X-User", "good", "X-Secret", "s");
    assertEquals(200, good.statusCode(), good.body());
    assertTrue(good.body().contains("header=\"seen\""), good.body());
    assertTrue(good.body().contains("secret=\"null\""), good.body());
    assertTrue(good.body().contains("watch=\"7\""), good.body());
    assertEquals("7", good.headers().firstValue("X-Watch").orElse(""));
    String seen = ContextHandlers.SEEN.poll(5, TimeUnit.SECONDS);
    assertTrue(seen.startsWith("POST "), seen);
    assertTrue(seen.contains("/services/Echo gold http://www.w3.org/ns/wsdl/in-out"), seen);
  }

  /** Fault A4: twice the default bound, by a broker, request and answer. */
  @Tag("full")
  @Test
  void raisedLimitAppliesEverywhere() throws Exception {
    serveWithNode("embedded:tcp://127.0.0.1:0");
    String large = "x".repeat(20 << 20);
    HttpResponse<String> answer =
        call11(echo(), "echo", SOAP11.of("<t:echo>" + large + "</t:echo>"));
    assertEquals(200, answer.statusCode(), () -> start(answer));
    assertTrue(answer.body().length() > large.length(), () -> start(answer));
    HttpResponse<String> note = call11(echo(), "note", SOAP11.of("<t:note>" + large + "</t:note>"));
    assertEquals(202, note.statusCode(), () -> start(note));
    String kept = BackendService.NOTES.poll(60, TimeUnit.SECONDS);
    assertTrue(kept != null && kept.startsWith(large), "what was acknowledged was carried");
    HttpResponse<String> more =
        call11(echo(), "note", SOAP11.of("<t:note>" + "x".repeat(33 << 20) + "</t:note>"));
    assertTrue(more.statusCode() >= 400, () -> start(more));
    assertTrue(more.body().contains(":Client<"), () -> start(more));
  }

  /** It did what it was asked to: nobody is to send the request again, changed. */
  @Test
  void tooLargeResponseIsAServerFault() throws Exception {
    serve("out", "look");
    String body = "<t:echo>" + "x".repeat(17 << 20) + "</t:echo>";
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of(body));
    assertEquals(500, answer.statusCode(), () -> start(answer));
    assertTrue(answer.body().contains(":Server<"), () -> start(answer));
    assertTrue(answer.body().contains("at most 16777216 bytes"), () -> start(answer));
    HttpResponse<String> v12 = call12(echo(), "echo", SOAP12.of(body));
    assertTrue(v12.body().contains(":Receiver<"), () -> start(v12));
    assertTrue(GatewayHandlers.SEEN.isEmpty(), "no handler saw it");
  }

  private static String start(HttpResponse<String> answer) {
    return answer.statusCode() + answer.body().substring(0, Math.min(500, answer.body().length()));
  }

  /** What is needed and no more: the price of what travels is paid for each message. */
  @Test
  void plainRequestCarriesUsefulProperties() throws Exception {
    serve("in", "look");
    assertEquals(200, look("X-User", "u").statusCode());
    HandlerMessage seen = GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS);
    MessageProperties properties = seen.properties();
    assertNull(properties.get("dharch.stays").orElse(null), "everything unusual: nothing");
    assertNull(properties.get("dharch.wsa.replyTo.reference").orElse(null));
    assertEquals("POST", properties.text("dharch.http.method", ""));
    int bytes = 0;
    for (var entry : properties.asMap().entrySet()) {
      bytes += entry.getKey().length() + entry.getValue().toString().length();
    }
    assertTrue(bytes < 2048, () -> "" + properties.asMap());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:Body><a></s:Body></s:Envelope>",
        "<s:Body><t:look><a></t:look></s:Body></s:Envelope>",
        "<s:Body><t:look>",
        "<s:Body><t:look><?pi x?></t:look></s:Body></s:Envelope>",
        "<s:Body><t:look/></s:Body><s:Header/></s:Envelope>",
        "<s:Body><t:look/></s:Body><s:Body/></s:Envelope>"
      })
  void theClientsRubbishIsTheClientsFaultBeforeAnyHandler(String tail) throws Exception {
    serve("in", "look");
    String begin = SOAP11.of("<b/>");
    refused(begin.substring(0, begin.indexOf("<s:Body>")) + tail);
  }

  /** In US-ASCII there is no such byte, and readers differ in what they make of one. */
  @ParameterizedTest
  @CsvSource({
    "text/xml; charset=us-ascii, ''",
    "text/xml; charset=US-ASCII, UTF-8",
    "text/xml; charset=utf-8, US-ASCII",
    "text/xml, US-ASCII",
  })
  void otherBytesThanAsciiAreNotUsAscii(String type, String declared) throws Exception {
    serve("in", "look");
    String declaration =
        declared.isEmpty() ? "" : "<?xml version='1.0' encoding='" + declared + "'?>";
    for (String text : new String[] {"caf\u00e9", "cafe"}) {
      GatewayHandlers.SEEN.clear();
      HttpResponse<String> answer =
          SoapCalls.send(
              SoapCalls.request(
                  echo(),
                  type,
                  action("look"),
                  Utf8.bytes(declaration + SOAP11.of("<t:look>" + text + "</t:look>"))));
      boolean plain = text.equals("cafe");
      assertEquals(plain, answer.statusCode() == 200, answer.body());
      // Axis2's parser says so itself where it reads as far before DHArch is asked
      assertEquals(!plain, answer.body().matches("(?is).*faultstring>[^<]*ascii.*"), answer.body());
      assertEquals(!plain, GatewayHandlers.SEEN.isEmpty());
    }
  }

  @Test
  void exchangePropertiesAreVisibleInTheResponse() throws Exception {
    serve(
        repository(
            orchestration("i", "", "color")
                + orchestration("o", "", "look")
                + "<rule orchestration='i' flow='in'/><rule orchestration='o' flow='out'/>"
                + "<rule orchestration='o' flow='out-fault'/>"));
    for (String operation : List.of("echo", "fail")) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  SoapCalls.request(
                      echo(),
                      SoapCalls.XML,
                      action(operation),
                      Utf8.bytes(SOAP11.of("<t:" + operation + "/>"))),
                  (name, value) -> true)
              .header("dharch.exchange.mine", "no")
              .build();
      SoapCalls.send(request);
      HandlerMessage seen = GatewayHandlers.SEEN.poll(10, TimeUnit.SECONDS);
      assertEquals("green", seen.properties().text("dharch.exchange.color", ""), operation);
      assertEquals(Optional.empty(), seen.properties().get("dharch.exchange.mine"));
    }
  }

  /** However the request has ended; and of another exchange nothing is seen. */
  @Test
  void theHandlersOfAFaultSeeWhatThoseOfAHaltedRequestHaveLeft() throws Exception {
    serve(
        repository(
            orchestration("i", "", "color", "boom")
                + orchestration("o", "", "look")
                + "<rule orchestration='i' flow='in' operation='echo'/>"
                + "<rule orchestration='o' flow='out'/>"
                + "<rule orchestration='o' flow='out-fault'/>"));
    HttpResponse<String> answer = call11(echo(), "echo", SOAP11.of("<t:echo/>"));
    assertTrue(answer.body().contains("boom of the handler"), answer.body());
    HandlerMessage seen = GatewayHandlers.SEEN.poll(10, TimeUnit.SECONDS);
    assertEquals("out-fault", seen.properties().text(SoapProperties.FLOW, ""));
    assertEquals("green", seen.properties().text("dharch.exchange.color", ""));
    call11(echo(), "fail", SOAP11.of("<t:fail/>"));
    HandlerMessage other = GatewayHandlers.SEEN.poll(10, TimeUnit.SECONDS);
    assertEquals("fail", other.properties().text(SoapProperties.OPERATION, ""));
    assertEquals(Optional.empty(), other.properties().get("dharch.exchange.color"));
  }

  @Test
  void moreHeaderBlocksThanAllowedAreTheClientsFault() throws Exception {
    serve("in", "look");
    refused(SOAP11.of("<t:h/>".repeat(257), "<t:look/>"));
  }

  private void refused(String envelope) throws Exception {
    HttpResponse<String> answer = call11(echo(), "look", envelope);
    assertTrue(answer.statusCode() >= 400, answer.body());
    assertTrue(answer.body().contains(":Client<"), answer.body());
    assertTrue(GatewayHandlers.SEEN.isEmpty(), "no handler saw it");
    assertEquals(
        0,
        DHArchModule.manager(server.context()).orElseThrow().storedMessages().failed().size(),
        "and it is not kept");
    HttpResponse<String> v12 =
        call12(
            echo(),
            "look",
            envelope.replace(
                "http://schemas.xmlsoap.org/soap/envelope/",
                "http://www.w3.org/2003/05/soap-envelope"));
    assertTrue(v12.body().contains(":Sender<"), v12.body());
  }

  @Test
  void tooManyHeaderBlocksFailTheHandler() throws Exception {
    serve("in", "stamp");
    HttpResponse<String> answer =
        call11(echo(), "look", SOAP11.of("<t:h/>".repeat(256), "<t:look/>"));
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains("handler 'stamp'"), answer.body());
    assertFalse(answer.body().contains(":Client<"), answer.body());
  }
}
