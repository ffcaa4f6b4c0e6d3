package org.dharch.axis2.delivery;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.TestRepository;
import org.dharch.core.DHManager;
import org.dharch.core.flow.JobSizesFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module alone, without a handler, a node or a broker: seed 003's transparent scheduler. */
class TransparentSchedulerTest {
  private static final String ECHO = SOAP11.of("<t:echo>1</t:echo>");
  private static final String HOLD = SOAP11.of("<t:hold/>");

  @TempDir Path folder;
  private final ExecutorService clients = Executors.newCachedThreadPool();
  private GatewayServer server;

  private void serve(String waiting, boolean tomcat) throws Exception {
    BackendService.HOLD = new CountDownLatch(1);
    BackendService.HELD = new CountDownLatch(1);
    Files.writeString(
        folder.resolve("flow.xml"),
        "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='1' scope='request'/>"
            + waiting
            + "</flow>");
    TestRepository repository =
        new TestRepository(folder)
            .parameter("dharch.flow", "flow.xml")
            .parameter("dharch.store", "store")
            .service("Echo", "<module ref='dharch'/>");
    server = tomcat ? GatewayServer.tomcat(repository) : GatewayServer.simple(repository);
  }

  @AfterEach
  void stop() throws Exception {
    BackendService.HOLD.countDown();
    clients.shutdownNow();
    server.close();
  }

  private DHManager manager() {
    return DHArchModule.manager(server.context()).orElseThrow();
  }

  private HttpResponse<String> call(String operation, String envelope) throws Exception {
    return call11(server.url("Echo"), operation, envelope);
  }

  private CompletableFuture<HttpResponse<String>> begin(String operation, String envelope) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call(operation, envelope);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        clients);
  }

  /** One request is with the service. */
  private CompletableFuture<HttpResponse<String>> hold() throws Exception {
    CompletableFuture<HttpResponse<String>> held = begin("hold", HOLD);
    assertTrue(BackendService.HELD.await(10, TimeUnit.SECONDS));
    return held;
  }

  private void oneAtATime() throws Exception {
    CompletableFuture<HttpResponse<String>> first = hold();
    CompletableFuture<HttpResponse<String>> second = begin("echo", ECHO);
    Awaitility.await().until(() -> manager().status().inFlight() == 1);
    BackendService.HOLD.countDown();
    assertEquals(200, first.get().statusCode(), first.get().body());
    assertEquals(200, second.get().statusCode(), second.get().body());
    assertTrue(second.get().body().contains(">1<"), second.get().body());
    Awaitility.await().until(() -> manager().jobSizes().all().messages() == 2);
    assertTrue(
        manager().jobSizes().classes().stream().anyMatch(c -> c.name().equals("Echo/hold")),
        () -> manager().jobSizes().classes().toString());
  }

  @Test
  void serviceReceivesNoMoreRequestsThanItsLimit() throws Exception {
    serve("", false);
    oneAtATime();
    Path kept = folder.resolve("store/classes.tsv");
    Awaitility.await().until(() -> !JobSizesFile.read(kept).isEmpty());
    assertEquals(2, JobSizesFile.read(kept).get(0).messages());
  }

  @Test
  void inAServletContainerToo() throws Exception {
    serve("", true);
    oneAtATime();
  }

  @Test
  void failedAndOneWayRequestsFreeTheirSlots() throws Exception {
    serve("", false);
    for (int i = 0; i < 3; i++) {
      String fail = SOAP11.of("<t:fail/>");
      assertEquals(500, call("fail", fail).statusCode());
      String note = SOAP11.of("<t:note>n</t:note>");
      assertEquals(202, call("note", note).statusCode());
      assertEquals(200, call("echo", ECHO).statusCode());
    }
    Awaitility.await().until(() -> manager().jobSizes().all().messages() == 9);
  }

  /** Nobody waits for it, but its service for the answer to a call: with the only slot. */
  @Test
  void theServiceOfAOneWayMessageCallsWithinIt() throws Exception {
    OneWayService.HEARD.clear();
    Path letters = Files.createDirectories(folder.resolve("services/Letters/META-INF"));
    Files.writeString(
        letters.resolve("services.xml"),
        "<service name='Letters'><module ref='dharch'/>"
            + "<parameter name='ServiceClass'>org.dharch.axis2.delivery.OneWayService</parameter>"
            + "<operation name='note' mep='http://www.w3.org/ns/wsdl/in-only'>"
            + "<actionMapping>urn:test:note</actionMapping><messageReceiver"
            + " class='org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver'/></operation>"
            + "</service>");
    serve("<waiting bound='1' limit='300ms'/>", false);
    OneWayService.url = server.url("Echo");
    String note = SOAP11.of("<t:note>n</t:note>");
    assertEquals(202, call11(server.url("Letters"), "note", note).statusCode());
    String heard = String.valueOf(OneWayService.HEARD.poll(20, TimeUnit.SECONDS));
    assertTrue(heard.matches("[0-9a-f]{32} 200"), heard);
    assertEquals(200, call("echo", ECHO).statusCode(), "its slot is free again");
  }

  @Test
  void overloadIsRejectedWithBusyAndRetryAfter() throws Exception {
    serve("<waiting bound='1' limit='300ms' retryAfter='3s'/>", true);
    CompletableFuture<HttpResponse<String>> first = hold();
    CompletableFuture<HttpResponse<String>> waits = begin("echo", ECHO);
    Awaitility.await().until(() -> manager().status().inFlight() == 1);
    HttpResponse<String> full = call("echo", ECHO);
    // it may have found the place free again: then it has waited too long as the other
    for (HttpResponse<String> busy : List.of(full, waits.get())) {
      assertEquals(503, busy.statusCode(), busy.body());
      assertEquals("3", busy.headers().firstValue("Retry-After").orElse(""));
      assertTrue(busy.body().contains(">BUSY<"), busy.body());
    }
    assertTrue(waits.get().body().contains(" ms for a slot"), waits.get().body());
    BackendService.HOLD.countDown();
    assertEquals(200, first.get().statusCode());
    assertEquals(200, call("echo", ECHO).statusCode());
  }
}
