package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.orders.AuditHandler;
import com.example.orders.CheckHandler;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.awaitility.Awaitility;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.DHManager;
import org.dharch.monitor.AdminPort;
import org.dharch.monitor.ManagerPages;
import org.dharch.testing.DocsPage;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/tutorial.md says, with what it shows: Axis2's own server over a repository folder, the
 * node in a process of its own, and the command line. The module is the class path's, and its admin
 * port is opened by code.
 */
final class TutorialTest {
  private static final DocsPage PAGE = DocsPage.of("tutorial.md");
  private static final String ACTION = "urn:orders:place";
  private static final String FOLDER_OF_SERVICES =
      "<deployer extension='.aar' directory='services'"
          + " class='org.apache.axis2.deployment.ServiceDeployer'/>";
  private static final String EMPTY_PHASE = "<phase name=\"OperationInPhase\"/>";

  // what the page shows, in its order
  private static final String CHAIN = PAGE.blocks("xml").get(0);
  private static final String SERVICE = PAGE.blocks("xml").get(1);
  private static final String REQUEST = PAGE.blocks("xml").get(2);
  private static final String NODE = PAGE.blocks("xml").get(3);
  private static final String MODULE = PAGE.blocks("xml").get(4);
  private static final String ENGAGED = PAGE.blocks("xml").get(5);
  private static final String IN_SEQUENCE = PAGE.blocks("xml").get(6);
  private static final String LEFT = PAGE.blocks("xml").get(7);
  private static final String SIDE_BY_SIDE = PAGE.blocks("xml").get(8);

  @TempDir Path folder;
  private Path axis2;

  @BeforeEach
  void serviceIsAvailable() throws Exception {
    axis2 = Files.createDirectories(folder.resolve("axis2"));
    for (String each : List.of("conf", "modules", "services/Orders/META-INF")) {
      Files.createDirectories(axis2.resolve(each));
    }
    write("services/Orders/META-INF/services.xml", SERVICE);
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(axis2.resolve(name), text);
  }

  /** A configuration of Axis2 with this in the requests' chain, and before it. */
  private void configure(String chain, String module) throws Exception {
    String xml;
    try (InputStream in = getClass().getResourceAsStream("/org/dharch/samples/axis2.xml")) {
      xml = Utf8.text(in.readAllBytes());
    }
    String order = "<phaseOrder type=\"InFlow\">";
    int at = xml.indexOf(EMPTY_PHASE, xml.indexOf(order));
    assertTrue(at > 0, xml);
    xml = xml.substring(0, at) + chain + xml.substring(at + EMPTY_PHASE.length());
    write("conf/axis2.xml", xml.replace(order, FOLDER_OF_SERVICES + module + order));
  }

  /** Axis2's own server, as it reads the folder. */
  private record Server(ConfigurationContext context, SimpleHTTPServer http)
      implements AutoCloseable {
    static Server start(Path axis2) throws Exception {
      ConfigurationContext context =
          ConfigurationContextFactory.createConfigurationContextFromFileSystem(
              axis2.toString(), axis2.resolve("conf/axis2.xml").toString());
      // else it waits three seconds when it is stopped
      System.setProperty("org.apache.axis2.transport.http.server.fastShutdown", "true");
      SimpleHTTPServer http = new SimpleHTTPServer(context, 0);
      http.start();
      return new Server(context, http);
    }

    HttpResponse<String> place(String envelope) throws Exception {
      String url = http.getEPRForService("Orders", "127.0.0.1").getAddress();
      return SoapCalls.post11(url.replaceAll("/$", ""), ACTION, envelope);
    }

    void assertPlaced(String audits) throws Exception {
      HttpResponse<String> answer = place(REQUEST);
      assertEquals(200, answer.statusCode(), answer::body);
      assertTrue(answer.body().contains(audits), answer::body);
    }

    @Override
    public void close() throws AxisFault {
      http.stop();
      context.terminate();
    }
  }

  private static String answer(int audits) {
    String answer = "placed xmlns:o=\"urn:orders\" amount=\"12\" audits=\"" + audits + "\"";
    assertTrue(PAGE.text().contains("<o:placed amount=\"12\" audits=\"1\"/>"));
    return answer;
  }

  @Test
  void tutorialStepsWork() throws Exception {
    configure(CHAIN, "");
    try (Server server = Server.start(axis2)) {
      server.assertPlaced(answer(1));
    }
    jar(folder.resolve("handlers").resolve("orders-handlers.jar"));
    Path node = Files.writeString(folder.resolve("node.xml"), NODE);
    write("services/Orders/META-INF/services.xml", ENGAGED);
    Path orchestration = write("conf/orchestration.xml", IN_SEQUENCE);
    assertEquals(0, CommandRun.of("validate", orchestration.toString()).exitCode());
    String module = MODULE.replace(":61616", ":0");
    forgottenInTheChainTheyPerformTwice(module, node);
    configure(LEFT, module);
    try (Server server = Server.start(axis2);
        CommandProcess started = node(server, node);
        AdminPort admin = admin(server)) {
      started.await("READY node1 audit,check");
      served(server);
      server.assertPlaced(answer(1));
      aRefusalIsTheHandlersFault(server, started);
      assertTrue(said(admin, "status").contains("manager is ready"));
      assertEquals(List.of("1 audit", "2 check"), stages(admin));
      assertEquals(0, validated(write("conf/orchestration.xml", SIDE_BY_SIDE)));
      Awaitility.await("the document is read again")
          .atMost(Duration.ofSeconds(20))
          .until(() -> reloaded(server));
      server.assertPlaced(answer(1));
      assertEquals(List.of("1 audit", "1 check"), stages(admin));
    }
  }

  private static int validated(Path orchestration) {
    return CommandRun.of("validate", orchestration.toString()).exitCode();
  }

  private void forgottenInTheChainTheyPerformTwice(String module, Path node) throws Exception {
    configure(CHAIN, module);
    try (Server server = Server.start(axis2);
        CommandProcess started = node(server, node)) {
      started.await("READY node1 ");
      served(server);
      server.assertPlaced(answer(2));
    }
  }

  private static void aRefusalIsTheHandlersFault(Server server, CommandProcess node)
      throws Exception {
    HttpResponse<String> fault = server.place(REQUEST.replace(" amount=\"12\"", ""));
    assertEquals(500, fault.statusCode());
    assertTrue(fault.body().contains(">an order without an amount<"), fault::body);
    Awaitility.await("the trace")
        .until(() -> node.output().stream().anyMatch(l -> l.contains("CheckHandler.invoke")));
  }

  // ---- what runs

  private static DHManager manager(Server server) {
    return DHArchModule.manager(server.context()).orElseThrow();
  }

  private static void served(Server server) {
    Awaitility.await("the node")
        .atMost(Duration.ofSeconds(30))
        .until(() -> !manager(server).status().nodes().isEmpty());
  }

  private static boolean reloaded(Server server) {
    return manager(server)
        .orchestrations()
        .byName()
        .get("orders")
        .notation()
        .contains("{audit,check}");
  }

  private CommandProcess node(Server server, Path document) throws Exception {
    Map<String, String> environment = new HashMap<>();
    Optional.ofNullable(System.getenv("DHARCH_HOME"))
        .ifPresent(home -> environment.put("DHARCH_HOME", home));
    String broker = manager(server).status().nodeUri().orElseThrow().toString();
    return new CommandProcess(
        folder,
        List.of(),
        environment,
        "node",
        "--config",
        document.toString(),
        "--broker",
        broker);
  }

  private AdminPort admin(Server server) {
    return AdminPort.start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        folder.resolve("admin"),
        ManagerPages.of(manager(server), () -> true));
  }

  private static String said(AdminPort admin, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(
        List.of("--url", admin.uri().toString(), "--token-file", admin.tokenFile().toString()));
    CommandRun run = CommandRun.of(all.toArray(new String[0]));
    assertEquals(0, run.exitCode(), run.err());
    return run.out();
  }

  /** Of the latest message that completed: the number of its stage before each handler. */
  private static List<String> stages(AdminPort admin) {
    String messages = said(admin, "messages", "--service", "Orders");
    Matcher completed = Pattern.compile("([0-9a-f]{32}) +COMPLETED").matcher(messages);
    assertTrue(completed.find(), messages);
    String trace = said(admin, "trace", completed.group(1));
    return Pattern.compile("\\b(\\d) (audit|check)\\b")
        .matcher(trace)
        .results()
        .map(found -> found.group(1) + " " + found.group(2))
        .sorted()
        .toList();
  }

  private static void jar(Path jar) throws Exception {
    Files.createDirectories(jar.getParent());
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Class<?> type : List.of(AuditHandler.class, CheckHandler.class)) {
        String name = type.getName().replace('.', '/') + ".class";
        entries.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getResourceAsStream("/" + name)) {
          in.transferTo(entries);
        }
      }
    }
  }

  @Test
  void shownCodeIsTested() {
    Path code = Path.of("src", "test", "java", "com", "example", "orders");
    for (String name : List.of("Orders", "AuditHandler", "CheckHandler")) {
      assertTrue(PAGE.shows("java", code.resolve(name + ".java")), name);
    }
  }
}
