package org.dharch.axis2;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.dharch.api.HandlerMessage;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What servers answer to a one-way message of a sequence: handlers see what is SOAP; whatever it
 * is, the call returns, in its time, and the connection is free again.
 */
class OneWayResponseTest {
  private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
  private static final String XML = "text/xml; charset=utf-8";
  private static final String ACKNOWLEDGEMENT =
      BackendCalls.SOAP11.of("<r:SequenceAcknowledgement xmlns:r='" + RM + "'/>", "<t:none/>");
  private static final String FAULT =
      BackendCalls.SOAP11.of(
          "<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>");
  private static final int TIMEOUT_MILLIS = 1_000;
  private static final Duration LIMIT = Duration.ofSeconds(15);

  @TempDir static Path folder;
  private static HandlerNode node;
  private static ConfigurationContext context;

  private HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch end = new CountDownLatch(1);

  @BeforeAll
  public static void start() throws Exception {
    TestRepository repository =
        new TestRepository(folder)
            .parameter("dharch.broker", "memory:one-way-response")
            .parameter("dharch.deadline", "5s")
            .parameter("dharch.maxPayloadBytes", "1000000")
            .orchestration(
                GatewayScenarios.orchestration("o", "", "look")
                    + "<rule orchestration='o' flow='in'/><rule orchestration='o'"
                    + " flow='in-fault'/>");
    node = GatewayHandlers.node("one-way-response");
    context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(
            repository.write().toString(), repository.axis2Xml().toString());
    Awaits.soon()
        .until(() -> !DHArchModule.manager(context).orElseThrow().status().nodes().isEmpty());
  }

  @AfterAll
  static void stop() throws Exception {
    context.terminate();
    node.close();
  }

  @BeforeEach
  void empty() {
    GatewayHandlers.SEEN.clear();
  }

  @AfterEach
  void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answers(HttpHandler handler) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            handler.handle(exchange);
          }
        });
    server.start();
  }

  private void answers(int status, String type, byte[] body) throws IOException {
    answers(
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
        });
  }

  private ServiceClient client(boolean inSequence) throws AxisFault {
    ServiceClient client = new ServiceClient(context, null);
    client.engageModule("dharch");
    Options options = new Options();
    options.setTo(
        new EndpointReference("http://127.0.0.1:" + server.getAddress().getPort() + "/in"));
    options.setAction("urn:test:note");
    options.setTimeOutInMilliSeconds(TIMEOUT_MILLIS);
    options.setProperty(HTTPConstants.SO_TIMEOUT, TIMEOUT_MILLIS);
    client.setOptions(options);
    if (inSequence) {
      client.addHeader(
          OMAbstractFactory.getOMFactory().createOMElement(new QName(RM, "Sequence", "r")));
    }
    return client;
  }

  private static OMElement body() {
    return OMAbstractFactory.getOMFactory()
        .createOMElement(new QName(BackendService.NS, "note", "t"));
  }

  private void send() {
    assertTimeout(LIMIT, () -> client(true).fireAndForget(body()));
  }

  private static HandlerMessage seen() throws InterruptedException {
    return GatewayHandlers.SEEN.poll(5, TimeUnit.SECONDS);
  }

  /** How many connections somebody still has. */
  private static int leased() {
    return ((PoolingHttpClientConnectionManager)
            context.getProperty(HTTPConstants.MULTITHREAD_HTTP_CONNECTION_MANAGER))
        .getTotalStats()
        .getLeased();
  }

  private static void assertNothing() {
    assertEquals(List.of(), List.copyOf(GatewayHandlers.SEEN));
    assertEquals(0, leased());
  }

  @Test
  void acknowledgementReachesTheHandlers() throws Exception {
    answers(200, XML, bytes(ACKNOWLEDGEMENT));
    send();
    HandlerMessage seen = seen();
    assertEquals(ACKNOWLEDGEMENT, seen.text());
    assertEquals("in", seen.properties().text("dharch.flow", ""));
    assertNothing();
  }

  @ParameterizedTest
  @CsvSource({"200", "500"})
  void aFaultIsSeenAsOne(int status) throws Exception {
    answers(status, XML, bytes(FAULT));
    send();
    HandlerMessage seen = seen();
    assertEquals(FAULT, seen.text());
    assertEquals("in-fault", seen.properties().text("dharch.flow", ""));
    assertNothing();
  }

  /** One-way, but for a fault: Axis2 throws that, and hands it to the flow itself. */
  @Test
  void ofAnOperationThatMayFailTheFaultIsThrown() throws Exception {
    answers(200, XML, bytes(ACKNOWLEDGEMENT));
    client(true).sendRobust(body());
    assertEquals("in", seen().properties().text("dharch.flow", ""));
    assertNothing();
    server.stop(0);
    answers(500, XML, bytes(FAULT));
    AxisFault thrown = assertThrows(AxisFault.class, () -> client(true).sendRobust(body()));
    assertEquals("no", thrown.getMessage());
    assertEquals("in-fault", seen().properties().text("dharch.flow", ""));
    assertNothing();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "202 | text/xml | ''",
        "200 | text/xml | ''",
        "204 | text/xml | ''",
        "200 | text/html | <html><body>It works</body></html>",
        "404 | text/html | <html><body>Not here</body></html>",
        "200 | application/xml | <ok/>",
        "200 | application/x-www-form-urlencoded | a=b",
        "200 | multipart/related; boundary=b | nothing of the kind",
        "200 | text/xml | It works",
        "200 | text/xml | <!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      })
  void whatIsNoSoapIsIgnored(int status, String type, String body) throws Exception {
    answers(status, type, bytes(body));
    send();
    assertNothing();
  }

  /** What Axis2 takes for a failure is one, and nothing is left behind. */
  @ParameterizedTest
  @CsvSource({"302", "403", "503"})
  void whatFailsIsSaid(int status) throws Exception {
    answers(
        exchange -> {
          exchange.getResponseHeaders().set("Location", "/other");
          exchange.sendResponseHeaders(status, 2);
          exchange.getResponseBody().write(bytes("hi"));
        });
    assertThrows(AxisFault.class, () -> client(true).fireAndForget(body()));
    assertNothing();
  }

  @Test
  void incompleteResponseIsIgnored() throws Exception {
    answers(
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", XML);
          exchange.sendResponseHeaders(200, 10_000);
          exchange.getResponseBody().write(bytes(ACKNOWLEDGEMENT));
          exchange.getResponseBody().flush(); // JDK 25 keeps all of it back until then
        });
    send();
    assertNothing();
  }

  /** Sends what it is told until nobody listens any more. */
  private void goesOn(String first, String more, long pauseMillis) throws IOException {
    answers(
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", XML);
          exchange.sendResponseHeaders(200, 0);
          OutputStream out = exchange.getResponseBody();
          out.write(bytes(first));
          out.flush();
          writeOn(out, bytes(more), pauseMillis);
        });
  }

  private void writeOn(OutputStream out, byte[] more, long pauseMillis) {
    try {
      while (!end.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        out.write(more);
        out.flush();
      }
    } catch (IOException e) {
      // it has hung up
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "whole, 0",
    "header, 0",
    "whole, 50",
    "header, 50",
    "whole, 3600000",
    "header, 3600000",
  })
  void whatDoesNotEndIsLeft(String kind, long pauseMillis) throws Exception {
    boolean isWhole = kind.equals("whole");
    String blank = " ".repeat(pauseMillis == 0 ? 10_000 : 1);
    goesOn(
        isWhole
            ? ACKNOWLEDGEMENT
            : ACKNOWLEDGEMENT.substring(0, ACKNOWLEDGEMENT.indexOf("Header>") + 7),
        isWhole ? blank : blank + "<a/>",
        pauseMillis);
    send();
    assertNothing();
  }

  @Test
  void thatOfAnyOtherMessageIsNotLookedAt() throws Exception {
    answers(200, XML, bytes(ACKNOWLEDGEMENT));
    ServiceClient client = client(false);
    assertTimeout(LIMIT, () -> client.fireAndForget(body()));
    client.cleanupTransport();
    assertNothing();
  }

  @Test
  void eachOfManyThreadsTakesItsOwn() throws Exception {
    int count = 8;
    answers(200, XML, bytes(ACKNOWLEDGEMENT));
    var sent =
        IntStream.range(0, count)
            .mapToObj(
                t ->
                    threads.submit(
                        () -> {
                          ServiceClient own = client(true);
                          for (int n = 0; n < count; n++) {
                            own.fireAndForget(body());
                          }
                          return t;
                        }))
            .toList();
    for (var each : sent) {
      assertTrue(each.get(60, TimeUnit.SECONDS) >= 0);
    }
    Awaits.soon().until(() -> GatewayHandlers.SEEN.size() == count * count);
    GatewayHandlers.SEEN.clear();
    assertNothing();
  }
}
