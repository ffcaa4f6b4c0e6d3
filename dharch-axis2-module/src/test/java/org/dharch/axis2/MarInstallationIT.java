package org.dharch.axis2;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.core.spi.NodeChannel;
import org.dharch.testing.SecondJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive as an operator installs it: dropped into the modules folder, found by its name. */
class MarInstallationIT {
  private static final Pattern BROKER = Pattern.compile("nodes meet at (\\S+)");
  private static final Pattern READY = Pattern.compile("READY (\\S+)");

  @TempDir Path folder;
  private SecondJvm server;

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      server.process().getOutputStream().close();
      boolean ended = server.process().waitFor(20, TimeUnit.SECONDS);
      server.close();
      assertTrue(ended, () -> "the server did not end: " + output());
    }
  }

  private static Path archive() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(f -> f.getFileName().toString().matches("dharch-.*\\.mar"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void start(String kind, TestRepository repository) throws Exception {
    repository
        .module(archive())
        .service("Echo", GatewayScenarios.ENGAGED)
        .service("Plain", "")
        .write();
    String own = "dharch|activemq|xmlbeans|slf4j|log4j|hawtbuf|jackson|jms|junit|awaitility";
    String classPath =
        Stream.of(SecondJvm.classPath().split(File.pathSeparator, -1))
            .filter(e -> e.endsWith("test-classes") || !e.matches(".*(" + own + ")[^/]*(/.*)?"))
            .collect(Collectors.joining(File.pathSeparator));
    server =
        SecondJvm.start(
            folder.resolve("server.log"),
            List.of("-cp", classPath),
            InstalledServer.class,
            kind,
            folder.toString());
  }

  private String output() {
    try {
      return server.said();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static NodeChannel channel(URI broker) {
    for (CManagerProvider provider : ServiceLoader.load(CManagerProvider.class)) {
      if (provider.supports(broker)) {
        return provider.node(broker, Map.of());
      }
    }
    throw new AssertionError("no transport for " + broker);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "tomcat"})
  void worksWithABrokerOfItsOwnAndANodeElsewhere(String kind) throws Exception {
    TestRepository repository =
        new TestRepository(folder)
            .parameter("dharch.broker", "embedded:tcp://127.0.0.1:0")
            .orchestration(
                GatewayScenarios.orchestration("o", "", "stamp")
                    + GatewayScenarios.orchestration("b", "", "boom")
                    + "<rule orchestration='b' operation='echo'/><rule orchestration='o'/>");
    start(kind, kind.equals("tomcat") ? repository.forServlet() : repository);
    String url = server.await(READY);
    URI broker = URI.create(server.await(BROKER));
    try (HandlerNode node = GatewayHandlers.node(channel(broker))) {
      assertTrue(node.status().handlers().contains("stamp"));
      String look = SOAP11.of("<t:look/>");
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> call11(url + "Echo", "look", look).body().contains("stamp=\"S\""));
      String note = SOAP11.of("<t:note>n</t:note>");
      assertEquals(202, call11(url + "Echo", "note", note).statusCode());
      String echo = SOAP12.of("<t:echo>x</t:echo>");
      HttpResponse<String> fault = call12(url + "Echo", "echo", echo);
      assertEquals(500, fault.statusCode());
      assertTrue(fault.body().contains("boom of the handler"), fault.body());
      HttpResponse<String> plain = call12(url + "Plain", "echo", echo);
      assertEquals(200, plain.statusCode());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "tomcat"})
  void worksWithANodeInTheContainersOwnJvm(String kind) throws Exception {
    Files.writeString(
        folder.resolve("node.xml"),
        "<node xmlns='urn:dharch:node:1' name='inside'>"
            + "<handler name='stamp' class='org.dharch.axis2.Axis2StampHandler'/></node>");
    TestRepository repository =
        new TestRepository(folder)
            .parameter("dharch.broker", "memory:inside")
            .parameter("dharch.node", "node.xml")
            .orchestration(
                GatewayScenarios.orchestration("o", "", "stamp") + "<rule orchestration='o'/>");
    start(kind, kind.equals("tomcat") ? repository.forServlet() : repository);
    String url = server.await(READY);
    HttpResponse<String> answer = call11(url + "Echo", "look", SOAP11.of("<t:look/>"));
    assertEquals(200, answer.statusCode(), answer.body() + output());
    assertTrue(answer.body().contains("stamp=\"A\""), answer.body());
  }
}
