package org.dharch.axis2;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.core.message.CallDepth;
import org.dharch.hemanager.HEManager;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Axis2 handlers on a node of one worker that call services which need that node: real Axis2, real
 * HTTP, a real node.
 */
class NestedCallsTest {
  @TempDir Path folder;
  private HEManager node;
  private GatewayServer server;

  @AfterEach
  void stop() throws Exception {
    CallingHandler.says = true;
    if (server != null) {
      server.close();
    }
    if (node != null) {
      node.close();
    }
  }

  private void serve(List<String> flows, String timeToFinish) throws Exception {
    CallingHandler.CALLS.set(0);
    String broker = "memory:" + getClass().getSimpleName();
    Path document =
        Files.writeString(
            folder.resolve("node.xml"),
            "<node xmlns='urn:dharch:node:1' name='alone' workers='1' broker='"
                + broker
                + "'><handler name='calling' class='"
                + CallingHandler.class.getName()
                + "'/></node>");
    node = HEManager.start(document, Map.of());
    Path flow =
        Files.writeString(
            folder.resolve("flow.xml"),
            "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='1'/></flow>");
    StringBuilder rules =
        new StringBuilder(
            "<orchestration name='o'><handler name='calling' timeToFinish='"
                + timeToFinish
                + "' mustPerform='true'/></orchestration>");
    for (String each : flows) {
      rules.append("<rule orchestration='o' flow='" + each + "'/>");
    }
    server =
        GatewayServer.tomcat(
            new TestRepository(Files.createDirectories(folder.resolve("axis2")))
                .parameter("dharch.broker", broker)
                .parameter("dharch.flow", flow.toString())
                .parameter("dharch.deadline", "20s")
                .orchestration(rules.toString())
                .service("Echo", ServerScenarios.ENGAGED));
    CallingHandler.url = server.url("Echo");
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
  }

  private HttpResponse<String> ask(int nested) throws Exception {
    return BackendCalls.call11(
        server.url("Echo"), "echo", SOAP11.of("<t:echo>" + nested + "</t:echo>"));
  }

  @Test
  void oneWorkerAndOneSlotDoForCallsAsDeepAsTheyMayBe() throws Exception {
    serve(List.of("in"), "15s");
    HttpResponse<String> answer = ask(CallDepth.MOST);
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(">8<"), answer.body());
    assertEquals(CallDepth.MOST, CallingHandler.CALLS.get());
  }

  /** An answer's handler calls, too: each message of depth d makes two calls of depth d + 1. */
  @Test
  void responsesHaveTheDepthOfTheirRequests() throws Exception {
    serve(List.of("in", "out"), "15s");
    HttpResponse<String> answer = ask(3);
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(2 * (1 + 2 * (1 + 2)), CallingHandler.CALLS.get());
  }

  /** Its request meets no handler, so that only its answer has a turn. */
  @Test
  void soAreThoseWhoseRequestsMeetNoHandler() throws Exception {
    serve(List.of("out"), "15s");
    HttpResponse<String> answer = ask(4);
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals(4, CallingHandler.CALLS.get());
  }

  @Test
  void tooDeepCallsAreRejectedImmediately() throws Exception {
    serve(List.of("in"), "15s");
    HttpResponse<String> answer = ask(CallDepth.MOST + 1);
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("Transport error: 503"), answer.body());
    assertEquals(CallDepth.MOST + 1, CallingHandler.CALLS.get());
  }

  /** What the header is for. */
  @Test
  void callWithoutItsParentTimesOut() throws Exception {
    serve(List.of("in"), "300ms");
    CallingHandler.says = false;
    HttpResponse<String> answer = ask(1);
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("timeToFinish"), answer.body());
  }
}
