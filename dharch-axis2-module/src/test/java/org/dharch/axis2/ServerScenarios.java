package org.dharch.axis2;

import java.nio.file.Path;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.Awaits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Real Axis2, real HTTP, handlers on a node in this JVM; what differs is the server. */
public abstract class ServerScenarios {
  public static final String ENGAGED = "<module ref=\"dharch\"/>";

  public @TempDir Path folder;
  private HandlerNode node;
  public GatewayServer server;

  public abstract GatewayServer start(TestRepository repository) throws Exception;

  @BeforeEach
  void startNode() {
    GatewayHandlers.SEEN.clear();
    BackendService.NOTES.clear();
    BackendService.USERS.clear();
    node = GatewayHandlers.node(getClass().getSimpleName());
  }

  @AfterEach
  void stop() throws Exception {
    GatewayHandlers.letGo();
    if (server != null) {
      server.close();
    }
    node.close();
  }

  public TestRepository repository(String orchestrations) throws Exception {
    return new TestRepository(folder)
        .parameter("dharch.broker", "memory:" + getClass().getSimpleName())
        .parameter("dharch.deadline", "5s")
        .orchestration(orchestrations);
  }

  /** A server with service Echo, engaged, and Plain, not; one orchestration for one flow. */
  public void serve(String flow, String... handlers) throws Exception {
    serve(
        repository(
            orchestration("o", "", handlers) + "<rule orchestration='o' flow='" + flow + "'/>"));
  }

  public void serve(TestRepository repository) throws Exception {
    server = start(repository.service("Echo", ENGAGED).service("Plain", ""));
    Awaits.ignoringServerErrors()
        .until(
            () -> !DHArchModule.manager(server.context()).orElseThrow().status().nodes().isEmpty());
  }

  public static String orchestration(String name, String attributes, String... handlers) {
    StringBuilder xml = new StringBuilder("<orchestration name='" + name + "' " + attributes + ">");
    for (String handler : handlers) {
      xml.append("<handler name='" + handler + "'/>");
    }
    return xml.append("</orchestration>").toString();
  }

  public String echo() {
    return server.url("Echo");
  }
}
