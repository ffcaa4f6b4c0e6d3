package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.load.HostProcess;
import org.dharch.benchmarks.load.ServiceAddress;
import org.dharch.samples.findroute.RouteHandlers;
import org.dharch.samples.findroute.RouteService;

/** All the JVMs that FindRoute runs in, in each of the ways. One thread; close it. */
final class RouteDeployment implements AutoCloseable {
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx512m", "-XX:+UseSerialGC");
  private static final int SERVICES = 3;

  private final NetworkDelay distance;
  private final List<AutoCloseable> started = new ArrayList<>();
  private final List<ChildJvm> jvms = new ArrayList<>();
  private final HostProcess services;
  private final HostProcess home;
  private final GatewayServer.Surroundings around;

  private RouteDeployment(Nodes nodes, NetworkDelay distance, String folder, int threads)
      throws IOException, InterruptedException {
    this.distance = distance;
    try {
      String address = nodes.address();
      services =
          add(
              HostProcess.startAt(
                  address,
                  "services",
                  JVM,
                  ServicesServer.class.getName(),
                  folder + "/services",
                  address,
                  Integer.toString((SERVICES + RouteVariant.SERVERS) * threads)));
      home =
          add(
              HostProcess.start(
                  "home",
                  JVM,
                  GatewayServer.class.getName(),
                  folder + "/home",
                  address,
                  Integer.toString(threads)));
      URI broker = URI.create(services.more());
      URI callback = distance.toHome(URI.create(home.more()));
      URI roadmap =
          ready(place(nodes, RouteHandlers.ROADMAP, threads, broker, RouteService.MAP, callback));
      ChildJvm first =
          place(nodes, RouteHandlers.ADDRESS1, threads, broker, RouteService.BOOK1, roadmap);
      ChildJvm second =
          place(nodes, RouteHandlers.ADDRESS2, threads, broker, RouteService.BOOK2, roadmap);
      URI address1 = ready(first);
      URI address2 = ready(second);
      around =
          new GatewayServer.Surroundings(
              distance.fromHome(broker),
              distance.fromHome(service(RouteService.BOOK1)),
              distance.fromHome(service(RouteService.BOOK2)),
              distance.fromHome(service(RouteService.MAP)),
              distance.fromHome(address1),
              distance.fromHome(address2));
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts it, without ways yet.
   *
   * @param distance between home and the others
   * @param folder for files
   * @param threads in each pool
   */
  static RouteDeployment start(Nodes nodes, NetworkDelay distance, String folder, int threads)
      throws IOException, InterruptedException {
    return new RouteDeployment(nodes, distance, folder, threads);
  }

  private HostProcess add(HostProcess host) {
    started.add(host);
    jvms.add(host.jvm());
    return host;
  }

  private ChildJvm place(
      Nodes nodes, String name, int threads, URI broker, String service, URI next)
      throws IOException, InterruptedException {
    PartitionServer.Setting setting =
        new PartitionServer.Setting(name, threads, broker, service(service), next);
    ChildJvm jvm = nodes.start(name, PartitionServer.class.getName(), setting.arguments());
    started.add(jvm);
    jvms.add(jvm);
    return jvm;
  }

  /** Where it takes parcels over HTTP. */
  private static URI ready(ChildJvm place) throws InterruptedException {
    return URI.create(place.awaitReady().strip().split(" ", 2)[1]);
  }

  private URI service(String name) throws IOException {
    return services.uri(ServicesServer.path(name));
  }

  /** Makes a way. */
  void make(RouteVariant way) throws IOException, InterruptedException {
    home.post("/ways/" + way.id(), around.text());
  }

  /** Says how long each service's work takes from now on, and how long its answers are. */
  void behave(long waitMillis, int characters) throws IOException, InterruptedException {
    services.post("/load", ServicesServer.load(waitMillis, characters));
  }

  /** How long the HTTP way's dummy replies to its origin took since this was asked, in ms. */
  double dummyReplyMillis() throws IOException, InterruptedException {
    return Double.parseDouble(home.get("/ways/" + RouteVariant.HTTP.id()));
  }

  /** Where a way's requests go. */
  ServiceAddress target(RouteVariant way) {
    return home.at(GatewayServer.path(way));
  }

  /** The broker, for home. */
  URI broker() {
    return around.broker();
  }

  /** The broker, for nodes. */
  URI nearBroker() {
    return URI.create(services.more());
  }

  /** The processor time that all its JVMs have used. */
  Duration cpu() {
    return jvms.stream().map(ChildJvm::cpu).reduce(Duration.ZERO, Duration::plus);
  }

  /** Their process ids. */
  List<Long> pids() {
    return jvms.stream().map(ChildJvm::pid).toList();
  }

  @Override
  public void close() throws IOException {
    try {
      for (int i = started.size() - 1; i >= 0; i--) {
        started.get(i).close();
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      distance.close();
    }
  }
}
