package org.dharch.benchmarks.decentralized;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.dharch.benchmarks.decentralized.courier.HttpCourier;
import org.dharch.benchmarks.decentralized.courier.JmsCourier;
import org.dharch.benchmarks.decentralized.courier.ParcelServlet;
import org.dharch.benchmarks.load.DeploymentDescription;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.cli.run.ServedHandlers;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.samples.findroute.RouteHandlers;
import org.dharch.samples.findroute.RouteMessages;
import org.dharch.servlet.DHArchFilter;

/**
 * The server for clients' requests: one Tomcat with a web application for each {@link
 * RouteVariant}, and a second Tomcat for callbacks, which is the second pool of the HTTP variant.
 * It runs in its own JVM: {@code FOLDER ADDRESS THREADS}. It prints READY, its port and the
 * callback address, and ends when its standard input ends. {@code POST /variants/ID} deploys a
 * variant once its dependencies are available. {@code GET /variants/http} returns the average time
 * of the dummy replies.
 */
final class GatewayServer implements AutoCloseable {
  private static final int CALLBACK_THREADS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String FILTER = "dharch";

  private final Path folder;
  private final String address;
  private final int threads;
  private final ServiceHost host;
  private final ServiceHost callbacks;
  private final AtomicReference<BlockingOrigin> called = new AtomicReference<>();
  private final AtomicReference<HttpCourier> calling = new AtomicReference<>();

  /**
   * The addresses that a variant needs.
   *
   * @param address1 the address where the HTTP variant's partition accepts parcels
   */
  record Endpoints(URI broker, URI book1, URI book2, URI map, URI address1, URI address2) {
    String text() {
      return DeploymentDescription.text(
          Map.of(
              "broker", broker.toString(),
              "book1", book1.toString(),
              "book2", book2.toString(),
              "map", map.toString(),
              "address1", address1.toString(),
              "address2", address2.toString()));
    }

    static Endpoints of(String text) {
      Properties properties = DeploymentDescription.read(text);
      return new Endpoints(
          URI.create(properties.getProperty("broker")),
          URI.create(properties.getProperty("book1")),
          URI.create(properties.getProperty("book2")),
          URI.create(properties.getProperty("map")),
          URI.create(properties.getProperty("address1")),
          URI.create(properties.getProperty("address2")));
    }
  }

  private GatewayServer(Path folder, String address, int threads) throws Exception {
    this.folder = folder;
    this.address = address;
    this.threads = threads;
    host = ServiceHost.start(folder, threads, GatewayServer::noAxis2);
    callbacks =
        ServiceHost.start(
            folder.resolve("callbacks"), address, CALLBACK_THREADS, GatewayServer::noAxis2);
    callbacks.add(
        "parcels",
        web ->
            Tomcat.addServlet(web, "parcels", new ParcelServlet(it -> called.get().received(it)))
                .addMapping("/*"));
    host.add("ways", web -> Tomcat.addServlet(web, "ways", new WaysServlet(this)).addMapping("/*"));
  }

  public static void main(String[] args) throws Exception {
    GatewayServer server = start(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    System.out.println("READY " + server.port() + " " + server.callback());
    while (System.in.read() >= 0) {
      // only the end of the input matters
    }
    Runtime.getRuntime().halt(0);
  }

  /** Starts it in this JVM, at loopback for clients and at {@code address} for callbacks. */
  static GatewayServer start(Path folder, String address, int threads) throws Exception {
    return new GatewayServer(folder, address, threads);
  }

  private static void noAxis2(Object context, String description, Path scratch) {
    throw new IllegalStateException("this server has no Axis2 services");
  }

  int port() {
    return host.port();
  }

  URI callback() {
    return URI.create("http://" + address + ":" + callbacks.port() + "/parcels");
  }

  /** Returns the path of a variant's service. */
  static String path(RouteVariant variant) {
    return "/" + variant.id() + "/" + RouteMessages.SERVICE;
  }

  /** Deploys a variant; its requests are served when this returns. */
  void deploy(RouteVariant variant, Endpoints endpoints) throws IOException, InterruptedException {
    if (variant.isDHArch()) {
      dharch(variant, endpoints);
      return;
    }
    RouteEngine engine = engine(variant, endpoints);
    host.add(variant.id(), web -> serve(web, new EngineServlet(engine)));
  }

  private RouteEngine engine(RouteVariant variant, Endpoints endpoints) throws IOException {
    switch (variant) {
      case CENTRALIZED -> {
        return centralized(endpoints);
      }
      case BALANCED -> {
        return new BalancedEngine(
            Stream.generate(() -> centralized(endpoints)).limit(RouteVariant.SERVERS).toList());
      }
      case HTTP -> {
        HttpCourier http =
            new HttpCourier(
                Map.of(
                    RouteHandlers.ADDRESS1, endpoints.address1(),
                    RouteHandlers.ADDRESS2, endpoints.address2()));
        calling.set(http);
        called.set(new BlockingOrigin(variant, threads, http));
        return called.get();
      }
      case JMS -> {
        JmsCourier jms = JmsCourier.connect(endpoints.broker());
        BlockingOrigin origin = new BlockingOrigin(variant, threads, jms);
        jms.receive(variant.id(), origin::received);
        return origin;
      }
      default -> {
        JmsCourier jms = JmsCourier.connect(endpoints.broker());
        SplitOrigin origin = new SplitOrigin(threads, jms);
        jms.receive(variant.id(), origin::received);
        return origin;
      }
    }
  }

  private RouteEngine centralized(Endpoints endpoints) {
    return new CentralizedEngine(threads, endpoints.book1(), endpoints.book2(), endpoints.map());
  }

  private static void serve(Context web, HttpServlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(web, RouteMessages.SERVICE, servlet);
    wrapper.setAsyncSupported(true);
    wrapper.addMapping("/" + RouteMessages.SERVICE);
  }

  private void dharch(RouteVariant variant, Endpoints endpoints)
      throws IOException, InterruptedException {
    Path document =
        Files.writeString(
            folder.resolve(variant.id() + ".xml"), RouteDocuments.findRoute(variant.isDirect()));
    Path flow = Files.writeString(folder.resolve("flow.xml"), RouteDocuments.FLOW);
    AtomicReference<Context> made = new AtomicReference<>();
    host.add(
        variant.id(),
        web -> {
          made.set(web);
          serve(web, new DirectionsServlet());
          filter(
              web,
              Map.of(
                  "dharch.orchestration",
                  document.toString(),
                  "dharch.flow",
                  flow.toString(),
                  "dharch.broker",
                  endpoints.broker().toString(),
                  "dharch.link",
                  "off",
                  "dharch.deadline",
                  "120s",
                  "dharch.nodeSilence",
                  "10s")); // all share the processors
        });
    Object manager =
        made.get().getServletContext().getAttribute("org.dharch.servlet.manager." + FILTER);
    List<String> handlers =
        List.of(RouteHandlers.ADDRESS1, RouteHandlers.ADDRESS2, RouteHandlers.ROADMAP);
    Set<String> missing = ServedHandlers.missingAfter(TIMEOUT, (DHManager) manager, handlers);
    if (!missing.isEmpty()) {
      throw new DHArchException("no node hosts " + missing + " after 30 s");
    }
  }

  private static void filter(Context web, Map<String, String> parameters) {
    FilterDef filter = new FilterDef();
    filter.setFilterName(FILTER);
    filter.setFilter(new DHArchFilter());
    filter.setAsyncSupported("true");
    parameters.forEach(filter::addInitParameter);
    web.addFilterDef(filter);
    FilterMap map = new FilterMap();
    map.setFilterName(FILTER);
    map.addURLPattern("/*");
    map.setDispatcher(DispatcherType.REQUEST.name());
    map.setDispatcher(DispatcherType.ASYNC.name());
    web.addFilterMap(map);
  }

  private static final class WaysServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient GatewayServer server;

    WaysServlet(GatewayServer server) {
      this.server = server;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().print(server.calling.get().replyMillis());
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      byte[] body = request.getInputStream().readAllBytes();
      try {
        server.deploy(
            RouteVariant.of(request.getPathInfo().substring(1)),
            Endpoints.of(new String(body, StandardCharsets.UTF_8)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }

  @Override
  public void close() {
    host.close();
    callbacks.close();
  }
}
