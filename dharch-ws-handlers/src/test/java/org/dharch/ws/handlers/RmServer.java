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
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;

/**
 * A reliable service in Axis2 with a broker of its own; its handlers are those of a node document,
 * on a node in this JVM, and what they send goes out by HTTP.
 */
final class RmServer implements AutoCloseable {
  private static final DocsPage PAGE = DocsPage.of("rm-handlers.md");

  /** The second of the page's XML blocks. */
  private static final String ORCHESTRATIONS = PAGE.blocks("xml").get(1);

  /** The first says them. */
  private static final String ACTIONS =
      PAGE.blocks("xml").get(0).replaceAll("(?s)<[^>]*>", "").strip();

  /** The third is what stands in the node document. */
  private static final String HANDLERS = PAGE.blocks("xml").get(2);

  private final AxisServer server;

  private RmServer(AxisServer server) {
    this.server = server;
  }

  static RmServer start(Path folder) throws Exception {
    return start(folder, ACTIONS);
  }

  /**
   * @param actions that are for its handlers though they are no operation of it
   */
  static RmServer start(Path folder, String actions) throws Exception {
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
                node(folder, HANDLERS).toString(),
                "dharch.outbound.hosts",
                "127.0.0.1"));
    server.deploy(service(server, actions));
    server.configuration().getService("Greeter").engageModule(module);
    server.listen();
    Awaits.besideAServer()
        .until(() -> !DHArchModule.manager(server.context()).orElseThrow().nodes().isEmpty());
    return new RmServer(server);
  }

  /** A node document with these handlers, whose store is in {@code folder}. */
  static Path node(Path folder, String handlers) throws Exception {
    return Files.writeString(
        folder.resolve("node.xml"),
        "<node xmlns='urn:dharch:node:1' name='rm'>"
            + handlers.replaceAll("jdbc:sqlite:([a-z]+[.]db)", "jdbc:sqlite:" + folder + "/$1")
            + "</node>");
  }

  private static AxisService service(AxisServer server, String actions) throws Exception {
    AxisService service = new AxisService("Greeter");
    service.setTargetNamespace(GreeterService.NAMESPACE);
    service.setClassLoader(GreeterService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, GreeterService.class.getName()));
    service.addParameter(new Parameter("dharch.protocol.actions", actions));
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
  }
}
