package org.dharch.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JAX-WS handlers on a node behind a real service in Axis2, the documentation's among them. */
final class JaxwsServiceTest {
  private static final String ORCHESTRATIONS =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="in"><handler name="tenant"/><handler name="remember"/></orchestration>
        <orchestration name="out"><handler name="remember"/></orchestration>
        <orchestration name="refuse"><handler name="refuser" mayRespond="true"/></orchestration>
        <orchestration name="answer"><handler name="answerer" mayRespond="true"/></orchestration>
        <orchestration name="halt"><handler name="failing"/></orchestration>
        <rule orchestration="refuse" action="urn:refuse"/>
        <rule orchestration="answer" action="urn:answer"/>
        <rule orchestration="halt" action="urn:halt"/>
        <rule orchestration="in"/>
        <rule orchestration="out" flow="out"/>
      </orchestrations>
      """;

  @TempDir Path folder;

  private static String handler(String name, String type, String parameters) {
    return "<handler name='" + name + "' class='" + type + "'>" + parameters + "</handler>";
  }

  private static String handler(String name, Class<?> type, String parameters) {
    return handler(name, type.getName(), parameters);
  }

  /** The page's handler. */
  private void jar(Path jars) throws Exception {
    String source =
        DocsPage.of("handler-authors.md").blocks("java").stream()
            .filter(block -> block.contains("class TenantHandler"))
            .findFirst()
            .orElseThrow();
    HandlerJar.write(folder, jars.resolve("tenant.jar"), "com.example.TenantHandler", source);
  }

  private AxisServer serve() throws Exception {
    jar(Files.createDirectory(folder.resolve("handlers")));
    String node =
        "<node xmlns='urn:dharch:node:1' name='n' handlersFolder='handlers'>"
            + handler("tenant", "com.example.TenantHandler", parameter("tenant", "acme"))
            + handler("remember", AuthorsHandlers.Remember.class, "")
            + handler(
                "refuser", AuthorsHandlers.Refuser.class, parameter("dharch.faults", "respond"))
            + handler("failing", AuthorsHandlers.Refuser.class, "")
            + handler("answerer", AuthorsHandlers.Answerer.class, "")
            + "</node>";
    AxisServer server = AxisServer.create();
    var module =
        DHArchModule.install(
            server.context(),
            Map.of(
                "dharch.broker",
                "embedded:tcp://127.0.0.1:0",
                "dharch.orchestration",
                Files.writeString(folder.resolve("orchestration.xml"), ORCHESTRATIONS).toString(),
                "dharch.node",
                Files.writeString(folder.resolve("node.xml"), node).toString()));
    AxisService service = new AxisService("Look");
    service.setTargetNamespace(LookingService.NAMESPACE);
    service.setClassLoader(LookingService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, LookingService.class.getName()));
    InOutAxisOperation look = new InOutAxisOperation(new QName(LookingService.NAMESPACE, "look"));
    look.setMessageReceiver(new RawXMLINOutMessageReceiver());
    service.addOperation(look);
    server.configuration().getPhasesInfo().setOperationPhases(look);
    server.deploy(service);
    service.engageModule(module);
    server.listen();
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
    return server;
  }

  private static String parameter(String name, String value) {
    return "<parameter name='" + name + "'>" + value + "</parameter>";
  }

  private static HttpResponse<String> call(AxisServer server, String action) throws Exception {
    return SoapCalls.post11(
        server.endpoint("Look").toString(),
        action,
        EnvelopeText.SOAP11.of("<l:look xmlns:l='" + LookingService.NAMESPACE + "'/>"));
  }

  @Test
  void jaxwsHandlersRunForAxis2Service() throws Exception {
    try (AxisServer server = serve()) {
      HttpResponse<String> looked = call(server, "urn:look");
      assertEquals(200, looked.statusCode(), looked::body);
      assertTrue(looked.body().contains("blocks=\"Tenant=acme\""), looked::body);
      assertTrue(looked.body().contains("shown=\"7\""), looked::body);
      assertTrue(looked.body().contains("asker=\"null\""), "its scope is the handlers'");
      assertEquals(List.of("me"), looked.headers().allValues("X-Asked-By"));

      HttpResponse<String> refused = call(server, "urn:refuse");
      assertEquals(400, refused.statusCode(), "as Axis2 says that the client is at fault");
      assertTrue(refused.body().contains(">not signed</faultstring>"), refused::body);
      assertTrue(refused.body().contains(">no key<"), refused::body);

      HttpResponse<String> failed = call(server, "urn:halt");
      assertEquals(400, failed.statusCode(), "as Axis2 says that the client is at fault");
      assertTrue(failed.body().contains(">not signed</faultstring>"), failed::body);
      assertTrue(failed.body().contains("Client</faultcode>"), failed::body);

      HttpResponse<String> answered = call(server, "urn:answer");
      assertEquals(200, answered.statusCode(), answered::body);
      assertTrue(answered.body().contains("answered"), answered::body);
    }
  }
}
