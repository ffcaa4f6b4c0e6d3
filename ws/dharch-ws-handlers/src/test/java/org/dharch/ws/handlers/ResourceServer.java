package org.dharch.ws.handlers;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.dharch.axis2.DHArchModule;
import org.dharch.samples.AxisServer;
import org.dharch.testing.DocsPage;

/**
 * A service with resources in Axis2, as docs/resource-properties.md shows it: the handler on a
 * node, or in Axis2's own chain.
 */
final class ResourceServer implements AutoCloseable {
  private static final DocsPage PAGE = DocsPage.of("resource-properties.md");

  /** What the page shows, in its order. */
  private static final String ORCHESTRATIONS = PAGE.blocks("xml").get(1);

  private static final String HANDLERS = PAGE.blocks("xml").get(2);
  private static final String DOCUMENT = PAGE.blocks("xml").get(3);
  private static final String SCHEMA = PAGE.blocks("xml").get(4);
  private static final String CHAIN = PAGE.blocks("xml").get(5);

  private final AxisServer server;

  private ResourceServer(AxisServer server) {
    this.server = server;
  }

  /** The handler is on a node of this JVM. */
  static ResourceServer onANode(Path folder) throws Exception {
    AxisServer server = AxisServer.create();
    service(server)
        .start(
            Map.of(
                "dharch.broker",
                "memory:resources",
                "dharch.orchestration",
                Files.writeString(folder.resolve("orchestration.xml"), ORCHESTRATIONS).toString(),
                "dharch.node",
                Files.writeString(
                        folder.resolve("node.xml"),
                        "<node xmlns='urn:dharch:node:1' name='resources'>"
                            + placed(folder, HANDLERS)
                            + "</node>")
                    .toString()));
    return new ResourceServer(server);
  }

  /** The handler is in Axis2's own chain, without a node. */
  static ResourceServer inTheChain(Path folder) throws Exception {
    AxisServer server = AxisServer.create();
    var module =
        DHArchModule.install(
            server.context(),
            Map.of(
                "dharch.broker",
                "memory:chain",
                "dharch.orchestration",
                Files.writeString(
                        folder.resolve("orchestration.xml"),
                        ORCHESTRATIONS.replace("service=\"Weather\"", "service=\"Other\""))
                    .toString()));
    AxisService service = service(server).service();
    service.addParameter(parameter(placed(folder, CHAIN)));
    server.deploy(service);
    service.engageModule(module);
    server.listen();
    return new ResourceServer(server);
  }

  private static Parameter parameter(String xml) {
    Parameter parameter = new Parameter();
    parameter.setName("dharch.chain.in");
    parameter.setParameterElement(
        OMXMLBuilderFactory.createOMBuilder(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement());
    return parameter;
  }

  /** The files that it names lie in {@code folder}. */
  private static String placed(Path folder, String text) throws Exception {
    Files.writeString(folder.resolve("station.xml"), DOCUMENT);
    Files.writeString(folder.resolve("station.xsd"), SCHEMA);
    return text.replace("station.x", folder.resolve("station.x").toString())
        .replace("jdbc:sqlite:resources.db", "jdbc:sqlite:" + folder.resolve("resources.db"));
  }

  private static EngagedService service(AxisServer server) throws Exception {
    EngagedService service =
        new EngagedService(
            server,
            WeatherService.class,
            "Weather",
            WeatherService.NAMESPACE,
            EngagedService.actions(PAGE));
    service.answers("reading");
    return service;
  }

  URI url() {
    return server.endpoint("Weather");
  }

  /** The answer to a message about the resource b1, in SOAP 1.1. */
  String ask(String action, String body) throws Exception {
    String envelope =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
            + " xmlns:w=\"urn:weather\" xmlns:rp=\"http://docs.oasis-open.org/wsrf/rp-2\""
            + " xmlns:rl=\"http://docs.oasis-open.org/wsrf/rl-2\"><s:Header>"
            + "<r:ResourceId xmlns:r=\"urn:dharch:resource:1\" s:mustUnderstand=\"1\">b1"
            + "</r:ResourceId></s:Header><s:Body>"
            + body
            + "</s:Body></s:Envelope>";
    HttpRequest request =
        HttpRequest.newBuilder(url())
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", '"' + action + '"')
            .POST(HttpRequest.BodyPublishers.ofString(envelope))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Override
  public void close() {
    server.close();
  }
}
