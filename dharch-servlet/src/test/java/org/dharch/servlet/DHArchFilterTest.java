package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.Target;
import org.dharch.core.DHManager;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.message.Direction;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.testing.DocsPage;
import org.dharch.testing.HttpRecorder;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the filter is configured, and what it says if it is not right. */
class DHArchFilterTest {
  private static final String STAMPED =
      """
      <orchestrations xmlns='urn:dharch:orchestration:1'>
        <orchestration name='o'><handler name='stamp'/></orchestration>
        <rule orchestration='o' flow='in'/>
        <rule orchestration='o' flow='out'/>
      </orchestrations>
      """;

  @TempDir Path folder;

  private Map<String, String> parameters(String... more) throws Exception {
    Path inside = Files.createDirectories(folder.resolve("WEB-INF"));
    Files.writeString(inside.resolve("orchestration.xml"), STAMPED);
    Map<String, String> parameters = new HashMap<>();
    parameters.put("dharch.orchestration", "orchestration.xml");
    parameters.put("dharch.broker", "memory:" + folder);
    for (int i = 0; i < more.length; i += 2) {
      parameters.put(more[i], more[i + 1]);
    }
    return parameters;
  }

  private static void awaitStamp(String url, String stamp) {
    ignoringServerErrors()
        .until(() -> OrderCalls.post(url, OrderCalls.order11("1")).body().contains(stamp));
  }

  /** A broker, a node and handlers by configuration alone. */
  @Test
  void aNodeOverActiveMqIsAParameterAway() throws Exception {
    Map<String, String> parameters =
        parameters("dharch.broker", "embedded:tcp://127.0.0.1:0", "dharch.node", "node.xml");
    Files.writeString(
        folder.resolve("WEB-INF/node.xml"),
        """
        <node xmlns='urn:dharch:node:1' name='near'>
          <handler name='stamp' class='org.dharch.servlet.NativeStampHandler'/>
        </node>
        """);
    FilterServer server =
        FilterServer.tomcat(folder, new FilterServer.Site(new DHArchFilter(), parameters));
    try {
      awaitStamp(server.url("/services/Orders"), ">1|A,|");
      HttpResponse<String> answer =
          OrderCalls.post(server.url("/services/Orders"), OrderCalls.order11("caf\u00e9"));
      assertEquals(200, answer.statusCode());
      assertTrue(answer.body().contains("caf\u00e9|A,|null|order"), answer.body());
      assertTrue(answer.body().contains("<t:stamp"), "the way out too: " + answer.body());
    } finally {
      server.close();
    }
  }

  @Test
  void whatHandlersEmitGoesOutsideIfThatIsSaid() throws Exception {
    String broker = "memory:" + folder;
    HandlerNode.Builder builder = HandlerNode.builder("emitting");
    NodeContext context = builder.context("emits");
    FilterServer server =
        FilterServer.tomcat(
            folder,
            new FilterServer.Site(
                new DHArchFilter(), parameters("dharch.outbound.hosts", "127.0.0.1")));
    try (HttpRecorder outside = new HttpRecorder();
        HandlerNode node =
            builder
                .handler("emits", 1, message -> Changes.NONE)
                .handler("stamp", 1, message -> Changes.NONE)
                .start(new InMemoryProvider().node(URI.create(broker), Map.of()))) {
      assertEquals("emitting", node.id().name());
      String envelope = OrderCalls.order11("1");
      ignoringServerErrors()
          .until(
              () ->
                  context
                      .emitter()
                      .emit(
                          new Emission(
                              new MessageId(1, 2),
                              Target.Endpoint.of(URI.create(outside.url())),
                              "urn:test:order",
                              Utf8.bytes(envelope),
                              MessageProperties.empty(),
                              Optional.empty(),
                              Duration.ofSeconds(20))));
      assertEquals(envelope, outside.next());
    } finally {
      server.close();
    }
  }

  @Test
  void aFileMaySayTheParametersAndTheDocumentMayChange() throws Exception {
    Map<String, String> parameters = parameters();
    Files.writeString(
        folder.resolve("WEB-INF/dharch.properties"),
        "dharch.orchestration=orchestration.xml\ndharch.broker=memory:file\ndharch.reload=20ms");
    FilterServer server;
    try (HandlerNode node = FilterHandlers.node("file")) {
      server =
          FilterServer.tomcat(
              folder,
              new FilterServer.Site(
                  new DHArchFilter(), Map.of("dharch.config", "dharch.properties")));
      String url = server.url("/raw/Raw");
      awaitStamp(url, "<t:stamp");
      Files.writeString(
          folder.resolve("WEB-INF/orchestration.xml"), STAMPED.replace("stamp", "shout"));
      ignoringServerErrors()
          .until(() -> OrderCalls.post(url, OrderCalls.order11("quiet")).body().contains("LOUD"));
      assertEquals("test-node", node.id().name());
    }
    server.close();
    assertEquals(2, parameters.size());
  }

  @ParameterizedTest
  @CsvSource({
    "dharch.concurrencyLimits, 1, filter dharch: parameter 'dharch.concurrencyLimits' is unknown",
    "dharch.orchestration, absent.xml, must be a readable file",
    "dharch.orchestration, '', parameter dharch.orchestration is not set",
    "dharch.broker, carrier-pigeon:x, must be an address of a transport in the lib folder",
    "dharch.service, /services/.*, must be a regular expression with one group",
    "dharch.service, ((, must be a regular expression with one group",
    "dharch.others, maybe, must be refuse or pass",
    "dharch.timeToRead, soon, 250ms",
    "dharch.maxHeldBytes, 1000, must be at least dharch.maxPayloadBytes=16777216",
    "dharch.maxHeldBytes, much, must be a whole number of at least 1",
    "dharch.config, absent.properties, must be a readable properties file",
    "dharch.deliver.Orders, http://192.0.2.1/services/Orders, 192.0.2.1 must be this machine",
    "dharch.deliver.Orders, services/Orders, it must be an http or https URL with a host",
    "dharch.deliver., http://127.0.0.1/services/Orders, the service's name is missing",
    "dharch.outbound.waiting, 5, dharch.outbound.waiting requires dharch.outbound.hosts",
    "dharch.outbound.hosts, http://a.example, http://a.example",
  })
  void whatIsWrongIsSaidAndNothingStarts(String name, String value, String output)
      throws Exception {
    Map<String, String> parameters = parameters(name, value);
    // Jetty throws what the filter throws
    Exception refused =
        assertThrows(
            Exception.class,
            () ->
                FilterServer.jetty(folder, new FilterServer.Site(new DHArchFilter(), parameters))
                    .close());
    assertTrue(refused.getMessage().contains(output), refused.toString());
  }

  /** Beside another version of XMLBeans, say 3.0.1, which Axis2 brings. */
  @Test
  void aLibraryThatDoesNotFitIsNamedWithItsPlace() throws Exception {
    Path place = folder.resolve("other");
    Map<String, String> parameters = parameters();
    try (OtherLibrary loader =
        OtherLibrary.at(
            place, "XmlOptions", "package org.apache.xmlbeans; public class XmlOptions {}")) {
      Filter filter =
          (Filter)
              loader.loadClass(DHArchFilter.class.getName()).getDeclaredConstructor().newInstance();
      Exception refused =
          assertThrows(
              Exception.class,
              () -> FilterServer.jetty(folder, new FilterServer.Site(filter, parameters)).close());
      String output = String.valueOf(refused.getMessage());
      assertTrue(output.contains("does not start: incompatible libraries: "), output);
      assertTrue(output.contains("org.apache.xmlbeans.XmlOptions is in file:"), output);
      assertTrue(output.contains("/other/"), output);
    }
  }

  @Test
  void anUnknownParametersFileIsNamed() throws Exception {
    Map<String, String> parameters = parameters("dharch.config", "dharch.properties");
    Path file = folder.resolve("WEB-INF/dharch.properties");
    Files.writeString(file, "dharch.concurrencyLimits=1");
    Exception refused =
        assertThrows(
            Exception.class,
            () ->
                FilterServer.jetty(folder, new FilterServer.Site(new DHArchFilter(), parameters))
                    .close());
    String output = file + ": parameter 'dharch.concurrencyLimits' is unknown";
    assertTrue(refused.getMessage().contains(output), refused.toString());
  }

  @Test
  void aFilterWithAManagerTakesNoParametersOfOne() throws Exception {
    try (DHManager manager = manager()) {
      Exception refused =
          assertThrows(
              Exception.class,
              () ->
                  FilterServer.jetty(
                      folder,
                      new FilterServer.Site(
                          new DHArchFilter(manager), Map.of("dharch.concurrencyLimit", "1"))));
      assertTrue(refused.getMessage().contains("requires a filter with its own manager"));
    }
  }

  private DHManager manager() {
    return DHManager.start(
        org.dharch.core.config.DHManagerConfig.DEFAULT,
        stamped(),
        new InMemoryProvider().manager(URI.create("memory:" + folder), Map.of()));
  }

  private static Orchestrations stamped() {
    return Orchestrations.of(
        List.of(Orchestration.of("o", Stage.of("stamp"))), List.of(Rule.all(Direction.IN, "o")));
  }

  @ParameterizedTest
  @CsvSource({
    "false, true, must be declared with async-supported=true",
    "true, false, must be mapped for the dispatchers REQUEST and ASYNC"
  })
  void incompleteDeclarationIsReportedOnEachRequest(
      boolean async, boolean dispatched, String output) throws Exception {
    EnumSet<DispatcherType> dispatchers =
        dispatched
            ? EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC)
            : EnumSet.of(DispatcherType.REQUEST);
    try (HandlerNode node = FilterHandlers.node(folder.toString())) {
      FilterServer server =
          FilterServer.tomcat(
              folder, new FilterServer.Site(new DHArchFilter(), parameters(), async, dispatchers));
      HttpResponse<String> answer =
          OrderCalls.post(server.url("/raw/Raw"), OrderCalls.order11("1"));
      assertEquals(500, answer.statusCode());
      assertTrue(answer.body().contains(output), answer.body());
      server.close();
      assertEquals(0, node.status().active());
    }
  }

  /** What docs/servlet-filter.md shows is what works. */
  @Test
  void theDeploymentDescriptorIsTheOneOnThePageAndWorks() throws Exception {
    String descriptor = Files.readString(DocsPage.example("servlet/web.xml"));
    assertTrue(DocsPage.of("servlet-filter.md").shows("xml", descriptor));
    parameters();
    Files.writeString(
        folder.resolve("WEB-INF/web.xml"),
        descriptor
            .replace("embedded:tcp://127.0.0.1:61616", "memory:page")
            .replace(
                "org.apache.cxf.transport.servlet.CXFNonSpringServlet",
                OrdersServlet.class.getName()));
    Tomcat tomcat = FilterServer.container(folder);
    ContextConfig config = new ContextConfig();
    config.setDefaultWebXml(tomcat.noDefaultWebXmlPath());
    Context web = tomcat.addWebapp(tomcat.getHost(), "/app", folder.toString(), config);
    web.setParentClassLoader(getClass().getClassLoader());
    ((StandardJarScanner) web.getJarScanner()).setScanClassPath(false);
    try (HandlerNode node = FilterHandlers.node("page")) {
      FilterServer server = FilterServer.started(tomcat);
      String url = server.url("/services/Orders");
      awaitStamp(url, ">1|S,|");
      ServletContext context = web.getServletContext();
      DHManager manager = (DHManager) context.getAttribute(DHArchFilter.MANAGER + "dharch");
      assertEquals(node.id(), manager.status().nodes().get(0).node());
      server.close();
    }
  }

  @Test
  void theCodeIsTheOneOnThePageAndWorks() throws Exception {
    String source =
        Files.readString(Path.of("src/test/java/org/dharch/servlet/EmbeddedExample.java"));
    String code =
        source.substring(source.indexOf("// begin\n") + 9, source.indexOf("    // end")).indent(-4);
    assertTrue(DocsPage.of("servlet-filter.md").shows("java", code), code);
    Tomcat tomcat = FilterServer.container(folder);
    Context web = tomcat.addContext("/app", folder.toString());
    DHManager[] started = {null};
    web.addServletContainerInitializer(
        (classes, context) ->
            started[0] =
                EmbeddedExample.start(
                    context,
                    stamped(),
                    new InMemoryProvider().manager(URI.create("memory:code"), Map.of())),
        null);
    Wrapper servlet = Tomcat.addServlet(web, "raw", new RawServlet());
    servlet.setAsyncSupported(true);
    servlet.addMapping("/services/*");
    try (HandlerNode node = FilterHandlers.node("code")) {
      FilterServer server = FilterServer.started(tomcat);
      ignoringServerErrors().until(() -> started[0].status().nodes().size() == 1);
      HttpResponse<String> answer =
          OrderCalls.post(server.url("/services/X"), OrderCalls.order11("1"));
      assertTrue(answer.body().contains("<t:stamp"), answer.body());
      server.close();
      started[0].close();
      assertEquals(0, node.status().active());
    }
  }

  @Test
  void aServletThatSaysNothingOfAsyncIsNamedWhenItsResponseHasHandlers() throws Exception {
    try (HandlerNode node = FilterHandlers.node(folder.toString())) {
      FilterServer server =
          FilterServer.tomcat(
              folder, new FilterServer.Site(new DHArchFilter(), parameters()).plainServlets());
      HttpResponse<String> answer =
          OrderCalls.post(server.url("/raw/Raw"), OrderCalls.order11("1"));
      assertEquals(500, answer.statusCode());
      assertTrue(
          answer.body().contains("must be declared with async-supported=true: RawServlet"),
          answer.body());
      server.close();
      assertEquals(0, node.status().active());
    }
  }

  @Test
  void aResourceOfTheApplicationMayBeTheDocument() throws Exception {
    Path classes = Files.createDirectories(folder.resolve("WEB-INF/classes"));
    Files.writeString(classes.resolve("o.xml"), STAMPED);
    Map<String, String> parameters = parameters("dharch.orchestration", "classpath:o.xml");
    try (HandlerNode node = FilterHandlers.node(folder.toString())) {
      FilterServer server =
          FilterServer.tomcat(folder, new FilterServer.Site(new DHArchFilter(), parameters));
      awaitStamp(server.url("/raw/Raw"), "<t:stamp");
      server.close();
      assertEquals(0, node.status().active());
    }
  }
}
