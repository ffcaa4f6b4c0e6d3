package org.dharch.ws.handlers;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.UUID;
import org.dharch.samples.AxisServer;
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
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

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
    EngagedService service =
        new EngagedService(
            server,
            SensorService.class,
            "Sensor",
            GreeterService.NAMESPACE,
            EngagedService.actions(PAGE));
    service.takes("reading");
    service.takes("note");
    service.start(RmServer.module(folder, orchestrations, handlers));
    return new EventingServer(server);
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
        envelope(isSoap12 ? SOAP12 : SOAP11, wse, wsa, url().toString(), request, headers, body);
    return isSoap12
        ? SoapCalls.post12(url().toString(), action, envelope)
        : SoapCalls.post11(url().toString(), action, envelope);
  }

  /** An envelope of a request of WS-Eventing to this address. */
  static String envelope(
      String soap, String wse, String wsa, String to, String request, String headers, String body) {
    return "<s:Envelope xmlns:s='"
        + soap
        + "' xmlns:wsa='"
        + wsa
        + "' xmlns:wse='"
        + wse
        + "'><s:Header><wsa:Action>"
        + wse
        + "/"
        + request
        + "</wsa:Action><wsa:MessageID>urn:uuid:"
        + UUID.randomUUID()
        + "</wsa:MessageID><wsa:To>"
        + to
        + "</wsa:To>"
        + headers
        + "</s:Header><s:Body><wse:"
        + request
        + ">"
        + body
        + "</wse:"
        + request
        + "></s:Body></s:Envelope>";
  }

  @Override
  public void close() {
    server.close();
  }
}
