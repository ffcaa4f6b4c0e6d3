package org.dharch.servlet;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.dharch.api.HandlerMessage;
import org.dharch.core.DHManager;
import org.dharch.core.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.OrchestrationDocument;
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
  TestServer server;

  abstract TestServer start(Path folder, TestServer.Site site) throws Exception;

  @BeforeEach
  void startNode() {
    TestHandlers.SEEN.clear();
    RawServlet.ARRIVED.clear();
    RawServlet.COMPLETED.set(0);
    node = TestHandlers.node(name());
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

  static ConditionFactory await() {
    return Awaitility.await().dontCatchUncaughtExceptions().atMost(Duration.ofSeconds(10));
  }

  void serve(String orchestrations) throws Exception {
    serve(orchestrations, DHManagerConfig.DEFAULT.deadline(Duration.ofSeconds(5)), Map.of());
  }

  void serve(String orchestrations, DHManagerConfig config, Map<String, String> parameters)
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
    await().until(() -> !manager.nodes().isEmpty());
    server = start(folder, new TestServer.Site(new DHArchFilter(manager), parameters));
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
    return TestHandlers.SEEN.poll(10, TimeUnit.SECONDS);
  }
}
