package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.dharch.api.HandlerMessage;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Real HTTP, real CXF, handlers on a node in this JVM; what differs is the container. */
abstract class FilterBench {
  static final String RULE_IN = "<rule orchestration='o' flow='in'/>";
  static final String RULE_OUT = "<rule orchestration='o' flow='out'/>";

  @TempDir Path folder;
  HandlerNode node;
  DHManager manager;
  FilterServer server;

  abstract FilterServer start(Path folder, FilterServer.Site site) throws Exception;

  @BeforeEach
  void startNode() {
    FilterHandlers.SEEN.clear();
    RawServlet.ARRIVED.clear();
    RawServlet.COMPLETED.set(0);
    node = FilterHandlers.node(name());
  }

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      server.close();
    }
    if (manager != null) {
      manager.close();
    }
    node.close();
  }

  String name() {
    return getClass().getSimpleName();
  }

  void serve(String orchestrations) throws Exception {
    serve(orchestrations, DHManagerConfig.DEFAULT.deadline(Duration.ofSeconds(5)), Map.of());
  }

  void serve(String orchestrations, DHManagerConfig config, Map<String, String> parameters)
      throws Exception {
    serve(orchestrations, config, parameters, site -> site);
  }

  void serve(
      String orchestrations,
      DHManagerConfig config,
      Map<String, String> parameters,
      UnaryOperator<FilterServer.Site> more)
      throws Exception {
    String document =
        "<orchestrations xmlns='urn:dharch:orchestration:1'>"
            + orchestrations
            + "</orchestrations>";
    manager =
        DHManager.start(
            config,
            OrchestrationDocument.parse("test", document),
            new InMemoryProvider().manager(URI.create("memory:" + name()), Map.of()));
    ignoringServerErrors().until(() -> !manager.status().nodes().isEmpty());
    server =
        start(folder, more.apply(new FilterServer.Site(new DHArchFilter(manager), parameters)));
  }

  static String orchestration(String name, String... handlers) {
    StringBuilder xml = new StringBuilder("<orchestration name='" + name + "'>");
    for (String handler : handlers) {
      xml.append("<handler name='" + handler + "'/>");
    }
    return xml.append("</orchestration>").toString();
  }

  String orders() {
    return server.url("/services/Orders");
  }

  String raw() {
    return server.url("/raw/Raw");
  }

  static RawServlet.Arrived arrived() throws InterruptedException {
    return RawServlet.ARRIVED.poll(10, TimeUnit.SECONDS);
  }

  static HandlerMessage seen() throws InterruptedException {
    return FilterHandlers.SEEN.poll(10, TimeUnit.SECONDS);
  }
}
