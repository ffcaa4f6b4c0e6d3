package org.dharch.axis2.install;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.SOAP12;
import static org.dharch.axis2.BackendCalls.call11;
import static org.dharch.axis2.BackendCalls.call12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.handlers.NativeStamp;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.EmittingNode;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.GatewayScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.core.node.HandlerNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The archive as an operator installs it: dropped into the modules folder, found by its name. Fault
 * A1: beside all libraries of Axis2's own web application, XMLBeans 3.0.1, SLF4J, JMS and JAX-WS
 * among them, and with Axis2's class loaders in either order.
 */
class MarInstallationIT {
  private static final Pattern BROKER = Pattern.compile("DHArch started broker=(\\S+)");
  private static final Pattern ADMIN = Pattern.compile("ADMIN (\\S+) token-file");
  private static final Pattern TOKEN = Pattern.compile("ADMIN \\S+ token-file (\\S+)");
  private static final Pattern READY = Pattern.compile("READY (\\S+)");

  private static final String JMS = "com.example.handlers.JmsService";

  @TempDir Path folder;

  private Installation start(String kind, boolean childFirst, TestRepository repository)
      throws Exception {
    repository.service("Echo", GatewayScenarios.ENGAGED).service("Plain", "");
    if (childFirst) {
      repository.childFirst();
    }
    if (kind.equals("tomcat")) {
      repository.forServlet().write();
      return Installation.tomcat(folder);
    }
    repository.write();
    return Installation.simple(folder);
  }

  @ParameterizedTest
  @CsvSource({"simple, false", "tomcat, true"})
  void worksWithABrokerOfItsOwnAndANodeElsewhere(String kind, boolean childFirst) throws Exception {
    TestRepository repository =
        Installation.repository(folder)
            .parameter("dharch.broker", "embedded:tcp://127.0.0.1:0")
            .orchestration(
                GatewayScenarios.orchestration("o", "", "stamp")
                    + GatewayScenarios.orchestration("b", "", "boom")
                    + "<rule orchestration='b' operation='echo'/>"
                    + "<rule orchestration='b' operation='note' flow='in'/>"
                    + "<rule orchestration='o'/>");
    try (Installation server = start(kind, childFirst, repository)) {
      String url = server.jvm().await(READY);
      URI broker = URI.create(server.jvm().await(BROKER));
      try (HandlerNode node = GatewayHandlers.node(EmittingNode.channel(broker))) {
        assertTrue(node.status().handlers().contains("stamp"));
        String look = SOAP11.of("<t:look/>");
        Awaitility.await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> call11(url + "Echo", "look", look).body().contains("stamp=\"S\""));
        String look12 = call12(url + "Echo", "look", SOAP12.of("<t:look/>")).body();
        assertTrue(look12.contains("stamp=\"S\""), look12);
        String echo = SOAP12.of("<t:echo>x</t:echo>");
        HttpResponse<String> fault = call12(url + "Echo", "echo", echo);
        assertEquals(500, fault.statusCode());
        assertTrue(fault.body().contains("boom of the handler"), fault.body());
        assertEquals(200, call12(url + "Plain", "echo", echo).statusCode());
        String note = SOAP11.of("<t:note>n</t:note>");
        assertEquals(202, call11(url + "Echo", "note", note).statusCode());
        // what DHArch says is in the container's own log, with nothing installed for it
        server.jvm().await(Pattern.compile("((?i)failed.*boom of the handler)"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"simple, true", "tomcat, false"})
  void worksWithANodeInTheContainersOwnJvm(String kind, boolean childFirst) throws Exception {
    TestRepository repository =
        Installation.repository(folder)
            .parameter("dharch.broker", "memory:inside")
            .parameter("dharch.admin", "127.0.0.1:0")
            .parameter("dharch.tracing", "true")
            .parameter("dharch.node", "node.xml")
            .orchestration(
                GatewayScenarios.orchestration("o", "", "library", "native")
                    + "<rule orchestration='o'/>");
    Files.writeString(
        folder.resolve("axis2/WEB-INF/node.xml"),
        "<node xmlns='urn:dharch:node:1' name='inside' handlersFolder='handlers'>"
            + "<handler name='library' class='com.example.handlers.LibraryStamp'/>"
            + "<handler name='native' class='com.example.handlers.NativeStamp'/></node>");
    try (Installation server = start(kind, childFirst, repository)) {
      String url = server.jvm().await(READY);
      HttpResponse<String> answer = call12(url + "Echo", "look", SOAP12.of("<t:look/>"));
      assertEquals(200, answer.statusCode(), () -> answer.body() + server.output());
      // the application's handler sees the application's library, and the native one DHArch
      String stamps = "stamp=\"" + Installation.library("xmlbeans").getFileName() + "native\"";
      assertTrue(answer.body().contains(stamps), answer.body());
      String status = asked(server, "/api/status");
      assertTrue(status.contains("\"COMPLETED\" : 1"), status);
      assertTrue(asked(server, "/metrics").contains("dharch_handler_run_seconds_bucket{handler="));
    }
  }

  /** The admin port, whose libraries are in the archive and nobody else's. */
  private static String asked(Installation server, String path) throws Exception {
    URI admin = URI.create(server.jvm().await(ADMIN));
    Path token = Path.of(server.jvm().await(TOKEN));
    HttpRequest request =
        HttpRequest.newBuilder(admin.resolve(path))
            .header("Authorization", "Bearer " + Files.readString(token).strip())
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** A service's own handlers in Axis2's chain see the archive, which nobody else does. */
  @ParameterizedTest
  @CsvSource({"simple, false", "tomcat, true"})
  void aServiceHasHandlersOfItsOwnInTheChain(String kind, boolean childFirst) throws Exception {
    TestRepository repository =
        Installation.repository(folder)
            .parameter("dharch.broker", "memory:chain")
            .orchestration(
                GatewayScenarios.orchestration("o", "", "none")
                    + "<rule orchestration='o' service='Nobody'/>");
    Installation.api(folder);
    repository.service(
        "Chained",
        GatewayScenarios.ENGAGED
            + "<parameter name=\"dharch.chain.in\">com.example.handlers.NativeStamp</parameter>");
    Installation.copy(folder.resolve("axis2/WEB-INF/services/Chained"), NativeStamp.class);
    try (Installation server = start(kind, childFirst, repository)) {
      String url = server.jvm().await(READY);
      HttpResponse<String> answer = call12(url + "Chained", "look", SOAP12.of("<t:look/>"));
      assertEquals(200, answer.statusCode(), () -> answer.body() + server.output());
      assertTrue(answer.body().contains("stamp=\"native\""), answer.body());
      String plain = call12(url + "Echo", "look", SOAP12.of("<t:look/>")).body();
      assertFalse(plain.contains("native"), plain);
    }
  }

  /** Its classes are not those of the archive, in which there is another client. */
  @Test
  void aOneWayServiceFindsTheApplicationsOwnClientByJndi() throws Exception {
    TestRepository repository =
        Installation.repository(folder)
            .parameter("dharch.broker", "embedded:tcp://127.0.0.1:0")
            .parameter("dharch.store", "store")
            .inPhase(
                "InFlow",
                "PreDispatch",
                "<handler name=\"User\" class=\"com.example.handlers.UserHandler\"/>")
            .orchestration(
                "<orchestration name='d' durable='true'><handler name='stamp'/></orchestration>"
                    + "<rule orchestration='d' flow='in'/>");
    Installation.jms(folder);
    repository.service("Jms", GatewayScenarios.ENGAGED);
    Path services = folder.resolve("axis2/WEB-INF/services/Jms/META-INF/services.xml");
    String own = Files.readString(services).replace(BackendService.class.getName(), JMS);
    Files.writeString(services, own);
    try (Installation server = start("tomcat", false, repository)) {
      String url = server.jvm().await(READY) + "Jms";
      assertEquals(202, call11(url, "note", SOAP11.of("<t:note>stored</t:note>")).statusCode());
      URI broker = URI.create(server.jvm().await(BROKER));
      server.jvm().await(Pattern.compile("(leave their transport's thread service=Jms).*"));
      try (HandlerNode node = GatewayHandlers.node(EmittingNode.channel(broker))) {
        assertTrue(node.status().handlers().contains("stamp"));
        server.jvm().await(Pattern.compile("FOUND stored (its own user=null)"));
        call11(url, "tell", SOAP11.of("<t:tell>two-way</t:tell>"));
        server.jvm().await(Pattern.compile("FOUND two-way (its own user=alice)"));
        call11(url, "note", SOAP11.of("<t:note>direct</t:note>"));
        server.jvm().await(Pattern.compile("FOUND direct (its own user=alice)"));
      }
    }
  }
}
