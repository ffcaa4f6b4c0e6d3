package org.dharch.ws.handlers;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dharch.samples.AxisServer;
import org.dharch.testing.DocsPage;

/**
 * A reliable service in Axis2 with a broker of its own; its handlers are those of a node document,
 * on a node in this JVM, and what they send goes out by HTTP.
 */
final class RmServer implements AutoCloseable {
  private static final DocsPage PAGE = DocsPage.of("rm-handlers.md");

  /** The second of the page's XML blocks. */
  static final String ORCHESTRATIONS = PAGE.blocks("xml").get(1);

  /** The first says them. */
  private static final String ACTIONS = EngagedService.actions(PAGE);

  /** The third is what stands in the node document. */
  static final String HANDLERS = PAGE.blocks("xml").get(2);

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
    return start(folder, actions, ORCHESTRATIONS, HANDLERS);
  }

  /** One of other documents. */
  static RmServer start(Path folder, String orchestrations, List<String> handlers)
      throws Exception {
    return start(folder, ACTIONS, orchestrations, String.join("", handlers));
  }

  private static RmServer start(Path folder, String actions, String orchestrations, String handlers)
      throws Exception {
    AxisServer server = AxisServer.create();
    EngagedService service =
        new EngagedService(
            server, GreeterService.class, "Greeter", GreeterService.NAMESPACE, actions);
    service.answers("greet");
    service.takes("note");
    service.start(module(folder, orchestrations, handlers));
    return new RmServer(server);
  }

  /** The module's parameters: a broker of its own, and what is sent goes to this machine only. */
  static Map<String, String> module(Path folder, String orchestrations, String handlers)
      throws Exception {
    return Map.of(
        "dharch.broker",
        "embedded:tcp://127.0.0.1:0",
        "dharch.orchestration",
        Files.writeString(folder.resolve("orchestration.xml"), orchestrations).toString(),
        "dharch.node",
        node(folder, handlers).toString(),
        "dharch.outbound.hosts",
        "127.0.0.1");
  }

  /** A node document with these handlers, whose store is in {@code folder}. */
  static Path node(Path folder, String handlers) throws Exception {
    return Files.writeString(
        folder.resolve("node.xml"),
        "<node xmlns='urn:dharch:node:1' name='rm'>"
            + handlers.replaceAll("jdbc:sqlite:([a-z]+[.]db)", "jdbc:sqlite:" + folder + "/$1")
            + "</node>");
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
