package org.dharch.ws.security;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.PhaseRule;
import org.apache.axis2.engine.Phase;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;
import org.dharch.axis2.DHArchModule;
import org.dharch.axis2.chain.ChainHandler;
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;

/** A service in Axis2 with the handlers of the page, on a node or in Axis2's own chain. */
final class SecureAxis implements AutoCloseable {
  static final DocsPage PAGE = DocsPage.of("security-handlers.md");

  private final AxisServer server;

  private SecureAxis(AxisServer server) {
    this.server = server;
  }

  /** With a broker and a node in this JVM, whose documents are the first two of the page. */
  static SecureAxis onANode(Path folder) throws Exception {
    AxisServer server = AxisServer.create();
    Files.copy(DocsPage.example("security-policy.xml"), folder.resolve("security-policy.xml"));
    var module =
        DHArchModule.install(
            server.context(),
            Map.of(
                "dharch.broker",
                "embedded:tcp://127.0.0.1:0",
                "dharch.orchestration",
                Files.writeString(folder.resolve("orchestration.xml"), PAGE.blocks("xml").get(0))
                    .toString(),
                "dharch.node",
                Files.writeString(
                        folder.resolve("node.xml"),
                        "<node xmlns='urn:dharch:node:1' name='n'>" + handlers() + "</node>")
                    .toString()));
    server.deploy(service(server));
    server.configuration().getService("Greeter").engageModule(module);
    server.listen();
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
    return new SecureAxis(server);
  }

  /** What the page says of handlers, with the tests' files. */
  private static String handlers() throws Exception {
    return PAGE.blocks("xml")
        .get(1)
        .replace("com.example.Stamp", StampHandler.class.getName())
        .replace("trust.p12", TestKeys.certificates("ca", "client").toString())
        .replace("partner.p12", TestKeys.certificates("client").toString())
        .replace("keys.p12", TestKeys.keys("server").toString())
        .replace("users.properties", Secured.users())
        .replace("env:KEYS_PASSWORD", TestKeys.password())
        .replace("file:/run/secrets/trust", TestKeys.password());
  }

  /** Without a manager and a node. */
  static SecureAxis inItsChain(Map<String, String> in, Map<String, String> out) throws Exception {
    AxisServer server = AxisServer.create();
    var configuration = server.configuration();
    add(configuration.getInFlowPhases(), "PreDispatch", SecurityInHandler.class, in);
    add(configuration.getOutFlowPhases(), "MessageOut", SecurityOutHandler.class, out);
    server.deploy(service(server));
    server.listen();
    return new SecureAxis(server);
  }

  private static void add(
      List<Phase> phases, String name, Class<?> type, Map<String, String> parameters)
      throws Exception {
    HandlerDescription description = new HandlerDescription(type.getSimpleName());
    description.setRules(new PhaseRule(name));
    description.addParameter(new Parameter(ChainHandler.HANDLER, type.getName()));
    for (Map.Entry<String, String> each : parameters.entrySet()) {
      description.addParameter(new Parameter(each.getKey(), each.getValue()));
    }
    ChainHandler handler = new ChainHandler();
    handler.init(description);
    description.setHandler(handler);
    phases.stream()
        .filter(phase -> phase.getName().equals(name))
        .findFirst()
        .orElseThrow()
        .addHandler(handler);
  }

  private static AxisService service(AxisServer server) throws Exception {
    AxisService service = new AxisService("Greeter");
    service.setTargetNamespace(GreetService.NAMESPACE);
    service.setClassLoader(GreetService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, GreetService.class.getName()));
    InOutAxisOperation operation =
        new InOutAxisOperation(new QName(GreetService.NAMESPACE, "greet"));
    operation.setMessageReceiver(new RawXMLINOutMessageReceiver());
    operation.setSoapAction(GreetService.ACTION);
    service.addOperation(operation);
    service.mapActionToOperation(GreetService.ACTION, operation);
    server.configuration().getPhasesInfo().setOperationPhases(operation);
    return service;
  }

  URI url() {
    return server.endpoint("Greeter");
  }

  @Override
  public void close() {
    server.close();
  }
}
