package org.dharch.samples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.Handler;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The five handlers in Axis2's own chain, behind real HTTP. */
final class SampleChainTest {
  @TempDir Path folder;
  private AxisServer server;
  private final Map<String, Handler> handlers = new HashMap<>();
  private final SampleMessages messages = SampleMessages.standard(1);

  @BeforeEach
  void create() throws Exception {
    server = AxisServer.create();
    SampleHandlers.standard(folder).forEach(spec -> handlers.put(spec.name(), spec.create()));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private URI serve(String order) throws Exception {
    AxisService service = SampleServices.create("Sample");
    List<Handler> chain = new ArrayList<>();
    order.chars().mapToObj(Character::toString).map(handlers::get).forEach(chain::add);
    server.deploy(service);
    SampleServices.chain(service, chain);
    server.listen();
    return server.endpoint("Sample");
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"ABCDE", "EDCBA", "CADBE", "BA", "AABB"})
  void everyHandlerOrderYieldsTheRightResponse(String order) throws Exception {
    URI endpoint = serve(order);
    for (int i = 0; i < 3; i++) {
      SampleMessage message = messages.next();
      HttpResponse<String> answer = post(endpoint, SampleNames.PROCESS_ACTION, message.envelope());
      assertEquals(200, answer.statusCode(), answer.body());
      assertEquals(Optional.empty(), message.problemOf(answer.body()));
      assertRightAnswer12(endpoint, message.inSoap12());
    }
  }

  /** Fault A5: an uninitialized sender closed the connection. */
  private static void assertRightAnswer12(URI endpoint, SampleMessage message) throws Exception {
    HttpResponse<String> answer =
        SoapCalls.post(endpoint.toString(), message.contentType(), "", message.envelope());
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(Optional.empty(), message.problemOf(answer.body()));
    String type = answer.headers().firstValue("Content-Type").orElse("none");
    assertTrue(type.startsWith("application/soap+xml"), type);
  }

  /** Fault A5. */
  @Test
  void faultsAndOneWayMessagesInSoap12() throws Exception {
    URI endpoint = serve("ABCDE");
    SampleMessage wrong = new SampleMessages(1, 100, "wrong", 100_000).next().inSoap12();
    HttpResponse<String> fault =
        SoapCalls.post(endpoint.toString(), wrong.contentType(), "", wrong.envelope());
    assertEquals(500, fault.statusCode(), fault.body());
    assertTrue(fault.body().contains("http://www.w3.org/2003/05/soap-envelope"), fault.body());
    assertTrue(fault.body().contains("wrong password or damaged data"), fault.body());
    String notify =
        EnvelopeText.SOAP12
            .with("n", SampleNames.NAMESPACE)
            .of("<n:notify><n:id>1</n:id></n:notify>");
    HttpResponse<String> oneWay =
        SoapCalls.post12(endpoint.toString(), SampleNames.NOTIFY_ACTION, notify);
    assertEquals(202, oneWay.statusCode(), oneWay.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"BCDE", "ACDE", ""})
  void responseShowsTheMissingHandler(String order) throws Exception {
    SampleMessage message = messages.next();
    HttpResponse<String> answer =
        post(serve(order), SampleNames.PROCESS_ACTION, message.envelope());
    assertEquals(200, answer.statusCode());
    assertTrue(message.problemOf(answer.body()).isPresent());
  }

  @Test
  void messageIsWrittenCountedAndLogged() throws Exception {
    URI endpoint = serve("ABCDE");
    SampleMessage message = messages.next();
    post(endpoint, SampleNames.PROCESS_ACTION, message.envelope());

    try (Stream<Path> files = Files.list(folder.resolve("messages"))) {
      String written = Files.readString(files.findFirst().orElseThrow());
      assertTrue(written.contains("<s:id>" + message.id() + "</s:id>"), written);
    }
    List<String> lines = Files.readAllLines(folder.resolve("messages.log"));
    assertEquals(1, lines.size());
    assertTrue(lines.get(0).contains("service=Sample"), lines.get(0));
    assertTrue(lines.get(0).contains("action=" + SampleNames.PROCESS_ACTION), lines.get(0));
    MonitoringHandler.Statistics seen = ((MonitoringHandler) handlers.get("D")).statistics();
    assertEquals(1, seen.messages());
    assertEquals(message.envelope().length, seen.bytes());
    assertEquals(Map.of("127.0.0.1", 1L), seen.byClient());
    assertEquals(Map.of(SampleNames.PROCESS_ACTION, 1L), seen.byAction());
  }

  @Test
  void wrongPasswordIsAFault() throws Exception {
    SampleMessage message = new SampleMessages(1, 100, "wrong", 100_000).next();
    assertFault(serve("ABCDE"), message.envelope(), "wrong password or damaged data");
  }

  @Test
  void damagedDataIsAFaultAndTheNextMessageSucceeds() throws Exception {
    URI endpoint = serve("ABCDE");
    String good = new String(messages.next().envelope(), UTF_8);
    assertFault(endpoint, flip(good, "<s:secret encryption=", 60), "damaged data");
    assertFault(endpoint, flip(good, "<s:document encoding=", 400), "cannot be decompressed");
    assertFault(
        endpoint,
        good.replace("encoding=\"bzip2+base64\"", "encoding=\"zip\"").getBytes(UTF_8),
        "encoding must be bzip2+base64 (got 'zip')");
    assertEquals(
        200, post(endpoint, SampleNames.PROCESS_ACTION, good.getBytes(UTF_8)).statusCode());
  }

  @Test
  void oneWayMessagesPassTheHandlers() throws Exception {
    String notify =
        EnvelopeText.SOAP11
            .with("n", SampleNames.NAMESPACE)
            .of("<n:notify><n:id>1</n:id></n:notify>");
    HttpResponse<String> answer =
        post(serve("ABCDE"), SampleNames.NOTIFY_ACTION, notify.getBytes(UTF_8));
    assertEquals(202, answer.statusCode(), answer.body());
    assertEquals(1, ((MonitoringHandler) handlers.get("D")).statistics().messages());
  }

  @Test
  void wsdlHasTheEndpoint() throws Exception {
    URI endpoint = serve("");
    HttpResponse<String> wsdl = SoapCalls.get(endpoint + "?wsdl");
    assertEquals(200, wsdl.statusCode());
    assertTrue(wsdl.body().contains("name=\"process\""), wsdl.body());
    assertTrue(wsdl.body().contains(":" + server.port() + "/axis2/services/Sample"), wsdl.body());
  }

  private static HttpResponse<String> post(URI endpoint, String action, byte[] envelope)
      throws Exception {
    return SoapCalls.post(endpoint.toString(), SoapCalls.XML, action, envelope);
  }

  private static void assertFault(URI endpoint, byte[] envelope, String reason) throws Exception {
    HttpResponse<String> answer = post(endpoint, SampleNames.PROCESS_ACTION, envelope);
    assertEquals(500, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(reason), answer.body());
  }

  private static byte[] flip(String message, String after, int distance) {
    int at = message.indexOf('>', message.indexOf(after)) + distance;
    char other = message.charAt(at) == 'A' ? 'B' : 'A';
    return (message.substring(0, at) + other + message.substring(at + 1)).getBytes(UTF_8);
  }
}
