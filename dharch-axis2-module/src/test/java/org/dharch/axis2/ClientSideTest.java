package org.dharch.axis2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.awaitility.Awaitility;
import org.dharch.api.HandlerMessage;
import org.dharch.core.node.HandlerNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module engaged on the client; the service knows nothing of it. */
class ClientSideTest {
  @TempDir Path folder;

  private OMElement call(String orchestrations, String operation) throws Exception {
    GatewayServer server =
        GatewayServer.simple(
            new TestRepository(Files.createDirectory(folder.resolve("server")))
                .service("Plain", ""));
    TestRepository repository =
        new TestRepository(Files.createDirectory(folder.resolve("client")))
            .parameter("dharch.broker", "memory:client-side")
            .parameter("dharch.deadline", "5s")
            .orchestration(orchestrations);
    try (HandlerNode node = GatewayHandlers.node("client-side")) {
      assertTrue(node.status().handlers().contains("stamp"));
      ConfigurationContext context =
          ConfigurationContextFactory.createConfigurationContextFromFileSystem(
              repository.write().toString(), repository.axis2Xml().toString());
      try {
        Awaitility.await()
            .atMost(Duration.ofSeconds(10))
            .until(() -> !DHArchModule.manager(context).orElseThrow().status().nodes().isEmpty());
        ServiceClient client = new ServiceClient(context, null);
        client.engageModule("dharch");
        Options options = new Options();
        options.setTo(new EndpointReference(server.url("Plain")));
        options.setAction("urn:test:" + operation);
        client.setOptions(options);
        OMElement request =
            OMAbstractFactory.getOMFactory()
                .createOMElement(new QName(BackendService.NS, operation, "t"));
        request.setText("quiet");
        OMElement answer = client.sendReceive(request);
        answer.build();
        client.cleanupTransport();
        return answer;
      } finally {
        context.terminate();
      }
    } finally {
      server.close();
    }
  }

  @Test
  void requestIsHandledBeforeItLeaves() throws Exception {
    OMElement answer = call(GatewayScenarios.orchestration("o", "", "stamp") + rule("out"), "look");
    assertEquals("S", answer.getAttributeValue(new QName("stamp")));
  }

  @Test
  void responseIsHandledBeforeTheCallerSeesIt() throws Exception {
    OMElement answer = call(GatewayScenarios.orchestration("o", "", "shout") + rule("in"), "echo");
    assertEquals("LOUD", answer.getText());
  }

  @Test
  void handlersFaultIsThrownAtTheCaller() {
    AxisFault fault =
        assertThrows(
            AxisFault.class,
            () -> call(GatewayScenarios.orchestration("o", "", "boom") + rule("out"), "echo"));
    assertTrue(fault.getMessage().contains("handler 'boom'"), fault.getMessage());
  }

  @Test
  void faultOfTheServiceIsHandledBeforeTheCallerSeesIt() {
    GatewayHandlers.SEEN.clear();
    AxisFault fault =
        assertThrows(
            AxisFault.class,
            () ->
                call(
                    GatewayScenarios.orchestration("o", "", "look", "soften") + rule("in-fault"),
                    "fail"));
    assertEquals("service softened on fail", fault.getMessage());
    HandlerMessage seen = GatewayHandlers.SEEN.remove();
    assertTrue(seen.text().contains("service failed on fail"), seen.text());
    assertEquals("in-fault", seen.properties().text("dharch.flow", ""));
  }

  @Test
  void faultThatCannotBeHandledIsStillAFault() {
    AxisFault fault =
        assertThrows(
            AxisFault.class,
            () -> call(GatewayScenarios.orchestration("o", "", "boom") + rule("in-fault"), "fail"));
    assertTrue(fault.getMessage().contains("handler 'boom'"), fault.getMessage());
  }

  @Test
  void handlersOfTheFaultFlowDoNotSeeAnAnswer() throws Exception {
    OMElement answer =
        call(GatewayScenarios.orchestration("o", "", "boom") + rule("in-fault"), "echo");
    assertEquals("quiet", answer.getText());
  }

  private static String rule(String flow) {
    return "<rule orchestration='o' flow='" + flow + "'/>";
  }
}
