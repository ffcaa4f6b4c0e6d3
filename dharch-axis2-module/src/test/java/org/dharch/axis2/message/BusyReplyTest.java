package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFault;
import org.apache.axis2.engine.Phase;
import org.dharch.axis2.Axis2StampHandler;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What those hear on the servlet who are told "busy": from DHArch at once, or from Axis2. */
class BusyReplyTest {
  private static final String BODY = "<t:echo>1</t:echo>";
  private static final String WSA =
      "<w:MessageID xmlns:w='http://www.w3.org/2005/08/addressing'>urn:test:1</w:MessageID>"
          + "<w:Action xmlns:w='http://www.w3.org/2005/08/addressing'>urn:test:echo</w:Action>";

  /** How DHArch's own text begins; Axis2 uses another prefix. */
  private static final String WRITTEN_AT_ONCE = "<soap:Envelope";

  @TempDir Path folder;
  private GatewayServer server;
  private CompletableFuture<HttpResponse<String>> held;

  /** A server whose only slot is taken; nobody may wait for long. */
  private void full(String modules) throws Exception {
    BackendService.HOLD = new CountDownLatch(1);
    BackendService.HELD = new CountDownLatch(1);
    Files.writeString(
        folder.resolve("flow.xml"),
        "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='1' scope='request'/>"
            + "<waiting limit='500ms' retryAfter='3s'/></flow>");
    server =
        GatewayServer.tomcat(
            new TestRepository(folder)
                .parameter("dharch.flow", "flow.xml")
                .service("Echo", "<module ref='dharch'/>" + modules));
    held =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return call11(server.url("Echo"), "hold", SOAP11.of("<t:hold/>"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertTrue(BackendService.HELD.await(10, TimeUnit.SECONDS));
  }

  @AfterEach
  void stop() throws Exception {
    BackendService.HOLD.countDown();
    assertEquals(200, held.get(10, TimeUnit.SECONDS).statusCode());
    server.close();
  }

  private HttpResponse<String> refused(String header) throws Exception {
    HttpResponse<String> answer = call11(server.url("Echo"), "echo", SOAP11.of(header, BODY));
    check(answer, "text/xml");
    return answer;
  }

  /** Whoever has written it, it is the same. */
  private static SOAPFault check(HttpResponse<String> answer, String type) {
    assertEquals(503, answer.statusCode(), answer.body());
    assertEquals("3", answer.headers().firstValue("Retry-After").orElse(""));
    assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith(type));
    SOAPEnvelope envelope =
        OMXMLBuilderFactory.createSOAPModelBuilder(new StringReader(answer.body()))
            .getSOAPEnvelope();
    SOAPFault fault = envelope.getBody().getFault();
    assertTrue(answer.body().contains(">DHArch: busy: "), answer.body());
    assertTrue(fault.getDetail().getFirstElement().toString().contains(">BUSY<"), answer.body());
    assertTrue(answer.body().matches("(?s).*:(Server|Receiver)<.*"));
    return fault;
  }

  @Test
  void isWrittenDirectlyWithoutOtherHandlers() throws Exception {
    full("");
    assertTrue(refused("").body().startsWith(WRITTEN_AT_ONCE));
  }

  @Test
  void inTheRequestsVersionOfSoap() throws Exception {
    full("");
    HttpResponse<String> answer = call12(server.url("Echo"), "echo", SOAP12.of(BODY));
    assertTrue(answer.body().startsWith(WRITTEN_AT_ONCE));
    assertEquals(EnvelopeText.NS12, check(answer, "application/soap+xml").getNamespaceURI());
  }

  @Test
  void goesAxis2sWayIfTheRequestHasHeaders() throws Exception {
    full("");
    assertFalse(refused("<t:h/>").body().startsWith(WRITTEN_AT_ONCE));
  }

  @Test
  void goesAxis2sWayIfAnotherHandlerSeesFaults() throws Exception {
    full("");
    Phase last = server.context().getAxisConfiguration().getOutFaultFlowPhases().get(0);
    last.addHandler(new Axis2StampHandler());
    assertTrue(refused("").body().contains("stamp"));
  }

  @Test
  void addressingHandlerRunsOnlyForRequestsWithAddressing() throws Exception {
    full("<module ref='addressing'/>");
    assertTrue(refused("").body().startsWith(WRITTEN_AT_ONCE));
    assertTrue(refused(WSA).body().contains("RelatesTo"));
  }

  @Test
  void asRestItIsWhatAxis2MakesOfIt() throws Exception {
    full("");
    HttpResponse<String> answer =
        SoapCalls.post(
            server.url("Echo") + "/echo",
            "application/xml",
            "",
            Utf8.bytes("<t:echo xmlns:t='urn:test'/>"));
    assertEquals(503, answer.statusCode(), answer.body());
    assertFalse(answer.body().startsWith(WRITTEN_AT_ONCE));
  }
}
