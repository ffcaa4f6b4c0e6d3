package org.dharch.benchmarks.decentralized;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.catalina.startup.Tomcat;
import org.dharch.benchmarks.load.DeploymentDescription;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.samples.findroute.RouteService;

/**
 * The two address books and the road map, each in its own Axis2 in one Tomcat, and the broker. They
 * run in one JVM: {@code FOLDER ADDRESS THREADS}. It prints READY, its port and the port of the
 * broker, and ends when its standard input ends. {@code POST /load} sets the behavior of the
 * services. Any thread.
 */
final class ServicesServer implements AutoCloseable {
  private final ServiceHost host;
  private final EmbeddedBroker broker;
  private final List<AxisService> services = new ArrayList<>();

  private ServicesServer(Path folder, String address, int threads) throws Exception {
    broker = EmbeddedBroker.start(URI.create("tcp://" + address + ":0"), Map.of());
    host = ServiceHost.start(folder, address, threads, this::deploy);
    for (String name : List.of(RouteService.BOOK1, RouteService.BOOK2, RouteService.MAP)) {
      host.deploy(name, "");
    }
    host.add("load", web -> Tomcat.addServlet(web, "load", new LoadServlet(this)).addMapping("/*"));
  }

  public static void main(String[] args) throws Exception {
    ServicesServer server = start(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    System.out.println("READY " + server.host.port() + " " + server.broker.uri());
    while (System.in.read() >= 0) {
      // only the end of the input matters
    }
    Runtime.getRuntime().halt(0);
  }

  /**
   * Starts the server in this JVM.
   *
   * @param threads the most concurrent requests of all three services together
   */
  static ServicesServer start(Path folder, String address, int threads) throws Exception {
    return new ServicesServer(folder, address, threads);
  }

  private void deploy(ConfigurationContext context, String description, Path scratch)
      throws IOException {
    AxisConfiguration axis = context.getAxisConfiguration();
    String name = scratch.getFileName().toString();
    AxisService service =
        name.equals(RouteService.MAP)
            ? RouteService.roadMap(axis)
            : RouteService.addressBook(axis, name);
    axis.addService(service);
    services.add(service);
  }

  /** Returns the path of a service. */
  static String path(String service) {
    return "/" + service + "/services/" + service;
  }

  int port() {
    return host.port();
  }

  URI broker() {
    return broker.uri();
  }

  /** Sets the time of the services and the length of their answers. */
  void configure(long waitMillis, int characters) throws IOException {
    for (AxisService each : services) {
      RouteService.behaves(each, waitMillis, characters);
    }
  }

  /** Returns the request body for {@link #configure}. */
  static String load(long waitMillis, int characters) {
    return DeploymentDescription.text(
        Map.of("wait", Long.toString(waitMillis), "characters", Integer.toString(characters)));
  }

  private static final class LoadServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient ServicesServer server;

    LoadServlet(ServicesServer server) {
      this.server = server;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      byte[] body = request.getInputStream().readAllBytes();
      Properties text = DeploymentDescription.read(new String(body, StandardCharsets.UTF_8));
      server.configure(
          Long.parseLong(text.getProperty("wait")),
          Integer.parseInt(text.getProperty("characters")));
    }
  }

  @Override
  public void close() {
    host.close();
    broker.close();
  }
}
