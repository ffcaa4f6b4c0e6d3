package org.dharch.axis2.message;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Header blocks are counted before Axis2 has made a tree of them. */
class HeaderBoundServletTest extends ServerScenarios {
  private static final AtomicInteger BEGUN = new AtomicInteger();
  private static final String MANY = "<t:h>0123456789</t:h>".repeat(100_000);

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }

  /** Axis2's first handler, which is invoked once the start of the tree is there. */
  private static final class First extends AbstractHandler {
    @Override
    public InvocationResponse invoke(MessageContext context) {
      BEGUN.incrementAndGet();
      return InvocationResponse.CONTINUE;
    }
  }

  @BeforeEach
  void begin() throws Exception {
    serve("in", "look");
    server.context().getAxisConfiguration().getInFlowPhases().get(0).addHandler(new First());
    BEGUN.set(0);
  }

  private static HttpResponse<String> post(String url, String charset, String action, String text)
      throws Exception {
    return SoapCalls.post(
        url, "text/xml; charset=" + charset, action, text.getBytes(Charset.forName(charset)));
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-8, urn:test:look, ''",
    "UTF-8, urn:by-body, ''",
    "UTF-16, urn:test:look, ''",
    "ISO-8859-1, urn:test:look, ''",
    "UTF-8, urn:test:look, 100000",
    "UTF-16LE, urn:test:look, 70000",
  })
  void tooManyAreRefused(String charset, String action, String pad) throws Exception {
    String first = pad.isEmpty() ? "" : "<t:p>" + "\u00e4".repeat(Integer.parseInt(pad)) + "</t:p>";
    HttpResponse<String> answer =
        post(echo(), charset, action, SOAP11.of(first + MANY, "<t:look/>"));
    assertRefused(answer, ":Client<");
  }

  private static void assertRefused(HttpResponse<String> answer, String code) {
    assertTrue(answer.statusCode() >= 400, answer.body());
    assertTrue(answer.body().contains(code), answer.body());
    assertTrue(answer.body().contains("maxHeaderBlocks=256 header blocks"), answer.body());
    assertEquals(0, BEGUN.get());
  }

  @Test
  void soap12AndAServiceThatTheUrlDoesNotName() throws Exception {
    byte[] content = SOAP12.of(MANY, "<t:look/>").getBytes(Charset.forName("UTF-8"));
    String type = SoapCalls.xml12("urn:test:look");
    assertRefused(SoapCalls.post(echo(), type, "", content), ":Sender<");
    assertRefused(SoapCalls.post(server.url("Unknown"), type, "", content), ":Sender<");
  }

  @Test
  void serviceWithoutTheModuleTakesThem() throws Exception {
    String envelope = SOAP11.of("<t:h/>".repeat(300), "<t:look/>");
    HttpResponse<String> answer = post(server.url("Plain"), "UTF-8", "urn:test:look", envelope);
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(1, BEGUN.get());
  }

  /** Whatever lies at the limit of what is read first. */
  @ParameterizedTest
  @CsvSource({"8000", "8150", "8192", "8193", "16384", "70000"})
  void longHeaderIsTaken(int length) throws Exception {
    String pad = "x".repeat(length);
    String envelope = SOAP11.of("<t:h/>".repeat(255) + "<t:p>" + pad + "</t:p>", "<t:look/>");
    HttpResponse<String> answer = post(echo(), "UTF-8", "urn:test:look", envelope);
    assertEquals(200, answer.statusCode(), answer.body());
  }
}
