package org.dharch.ws.handlers;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.testing.Awaits;
import org.dharch.testing.DocsPage;
import org.dharch.testing.SoapCalls;

/**
 * The sensor of docs/eventing.md in Axis2, with a broker of its own; its handlers are those of a
 * node document, on a node in this JVM, and notifications go out by HTTP.
 */
final class EventingServer implements AutoCloseable {
  static final DocsPage PAGE = DocsPage.of("eventing.md");
  static final String ORCHESTRATIONS = PAGE.blocks("xml").get(1);
  static final String HANDLERS = PAGE.blocks("xml").get(2);
  private static final String ACTIONS =
      PAGE.blocks("xml").get(0).replaceAll("(?s)<[^>]*>", "").strip();
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

  private final AxisServer server;

  private EventingServer(AxisServer server) {
    this.server = server;
  }

  /** As the page has it. */
  static EventingServer start(Path folder) throws Exception {
    return start(folder, ORCHESTRATIONS, HANDLERS);
  }

  static EventingServer start(Path folder, String orchestrations, String handlers)
      throws Exception {
    SensorService.TOLD.clear();
    AxisServer server = AxisServer.create();
    var module =
        DHArchModule.install(
            server.context(),
            Map.of(
                "dharch.broker",
                "embedded:tcp://127.0.0.1:0",
                "dharch.orchestration",
                Files.writeString(folder.resolve("sensor.xml"), orchestrations).toString(),
                "dharch.node",
                RmServer.node(folder, handlers).toString(),
                "dharch.outbound.hosts",
                "127.0.0.1"));
    server.deploy(service(server));
    server.configuration().getService("Sensor").engageModule(module);
    server.listen();
    Awaits.besideAServer()
        .until(() -> !DHArchModule.manager(server.context()).orElseThrow().nodes().isEmpty());
    return new EventingServer(server);
  }

  private static AxisService service(AxisServer server) throws Exception {
    AxisService service = new AxisService("Sensor");
    service.setTargetNamespace(GreeterService.NAMESPACE);
    service.setClassLoader(SensorService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, SensorService.class.getName()));
    service.addParameter(new Parameter("dharch.protocol.actions", ACTIONS));
    for (String name : new String[] {"reading", "note"}) {
      AxisOperation operation = new InOnlyAxisOperation(new QName(GreeterService.NAMESPACE, name));
      operation.setMessageReceiver(new RawXMLINOnlyMessageReceiver());
      service.addOperation(operation);
      server.configuration().getPhasesInfo().setOperationPhases(operation);
    }
    return service;
  }

  URI url() {
    return server.endpoint("Sensor");
  }

  // ---- what clients send

  /** Tells a reading; it is taken when this returns. */
  void read(String location, int strength) throws Exception {
    tell(
        GreeterService.NAMESPACE + ":Sensor:reading",
        "<s:reading xmlns:s='"
            + GreeterService.NAMESPACE
            + "'><location>"
            + location
            + "</location><strength>"
            + strength
            + "</strength></s:reading>");
  }

  /** Tells something. */
  void tell(String action, String body) throws Exception {
    HttpResponse<String> response =
        SoapCalls.post11(
            url().toString(),
            action,
            "<s:Envelope xmlns:s='" + SOAP11 + "'><s:Body>" + body + "</s:Body></s:Envelope>");
    if (response.statusCode() / 100 != 2) {
      throw new AssertionError(response.statusCode() + " " + response.body());
    }
  }

  /**
   * Sends a request of WS-Eventing.
   *
   * @param wse namespaces of WS-Eventing, WS-Addressing: {@code wse}, {@code wsa}
   */
  HttpResponse<String> request(
      String wse, String wsa, boolean isSoap12, String request, String headers, String body)
      throws Exception {
    String action = wse + "/" + request;
    String envelope =
        "<s:Envelope xmlns:s='"
            + (isSoap12 ? SOAP12 : SOAP11)
            + "' xmlns:wsa='"
            + wsa
            + "' xmlns:wse='"
            + wse
            + "'><s:Header><wsa:Action>"
            + action
            + "</wsa:Action><wsa:MessageID>urn:uuid:"
            + UUID.randomUUID()
            + "</wsa:MessageID><wsa:To>"
            + url()
            + "</wsa:To>"
            + headers
            + "</s:Header><s:Body><wse:"
            + request
            + ">"
            + body
            + "</wse:"
            + request
            + "></s:Body></s:Envelope>";
    return isSoap12
        ? SoapCalls.post12(url().toString(), action, envelope)
        : SoapCalls.post11(url().toString(), action, envelope);
  }

  @Override
  public void close() {
    server.close();
  }
}
