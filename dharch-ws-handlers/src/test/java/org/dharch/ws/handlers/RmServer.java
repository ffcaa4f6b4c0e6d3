package org.dharch.ws.handlers;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;

/** A reliable service in Axis2, its handlers on a node in this JVM. */
final class RmServer implements AutoCloseable {
  private static final DocsPage PAGE = DocsPage.of("rm-handlers.md");

  /** The second of the page's XML blocks. */
  private static final String ORCHESTRATIONS = PAGE.blocks("xml").get(1);

  /** The first says them. */
  private static final String ACTIONS =
      PAGE.blocks("xml").get(0).replaceAll("(?s)<[^>]*>", "").strip();

  private final AxisServer server;
  private final LoopbackNode context;
  private final HandlerNode node;

  private RmServer(AxisServer server, LoopbackNode context, HandlerNode node) {
    this.server = server;
    this.context = context;
    this.node = node;
  }

  static RmServer start(Path folder, String name, Map<String, String> parameters) throws Exception {
    Path orchestrations = Files.writeString(folder.resolve("orchestration.xml"), ORCHESTRATIONS);
    AxisServer server = AxisServer.create();
    String broker = "memory:" + name;
    var module =
        DHArchModule.install(
            server.context(),
            Map.of("dharch.broker", broker, "dharch.orchestration", orchestrations.toString()));
    server.deploy(service(server));
    server.configuration().getService("Greeter").engageModule(module);
    server.listen();
    LoopbackNode context = new LoopbackNode(name, server::endpoint);
    RmSinkHandler sink = new RmSinkHandler();
    sink.init(parameters, context);
    context.tells(sink);
    AddressingHandler addressing = new AddressingHandler();
    addressing.init(Map.of());
    HandlerNode node =
        HandlerNode.builder(name)
            .handler("addressing", 8, addressing)
            .handler("rm-sink", 8, sink)
            .start(new InMemoryProvider().node(URI.create(broker), Map.of()));
    Awaits.besideAServer()
        .until(() -> !DHArchModule.manager(server.context()).orElseThrow().nodes().isEmpty());
    return new RmServer(server, context, node);
  }

  private static AxisService service(AxisServer server) throws Exception {
    AxisService service = new AxisService("Greeter");
    service.setTargetNamespace(GreeterService.NAMESPACE);
    service.setClassLoader(GreeterService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, GreeterService.class.getName()));
    service.addParameter(new Parameter("dharch.protocol.actions", ACTIONS));
    add(server, service, new InOutAxisOperation(name("greet")), new RawXMLINOutMessageReceiver());
    add(server, service, new InOnlyAxisOperation(name("note")), new RawXMLINOnlyMessageReceiver());
    return service;
  }

  private static QName name(String operation) {
    return new QName(GreeterService.NAMESPACE, operation);
  }

  private static void add(
      AxisServer server, AxisService service, AxisOperation operation, MessageReceiver receiver)
      throws Exception {
    operation.setMessageReceiver(receiver);
    service.addOperation(operation);
    server.configuration().getPhasesInfo().setOperationPhases(operation);
  }

  URI url() {
    return server.endpoint("Greeter");
  }

  List<String> told() {
    return List.copyOf(GreeterService.TOLD);
  }

  @Override
  public void close() {
    server.close();
    node.close();
    context.close();
  }
}
