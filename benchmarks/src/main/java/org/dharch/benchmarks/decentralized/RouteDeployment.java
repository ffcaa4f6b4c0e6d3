package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.benchmarks.decentralized.delay.NetworkDelay;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.benchmarks.harness.Nodes;
import org.dharch.benchmarks.load.HostProcess;
import org.dharch.benchmarks.load.ServiceAddress;
import org.dharch.samples.findroute.RouteHandlers;
import org.dharch.samples.findroute.RouteService;

/** All JVMs of FindRoute, for each variant. One thread; close it. */
final class RouteDeployment implements AutoCloseable {
  private static final List<String> JVM = List.of("-Xms256m", "-Xmx512m", "-XX:+UseSerialGC");
  private static final int SERVICES = 3;

  private final NetworkDelay distance;
  private final List<AutoCloseable> started = new ArrayList<>();
  private final List<ChildJvm> jvms = new ArrayList<>();
  private final HostProcess services;
  private final HostProcess gateway;
  private final GatewayServer.Endpoints endpoints;

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
      gateway =
          add(
              HostProcess.start(
                  "gateway",
                  JVM,
                  GatewayServer.class.getName(),
                  folder + "/gateway",
                  address,
                  Integer.toString(threads)));
      URI broker = URI.create(services.more());
      URI callback = distance.toGateway(URI.create(gateway.more()));
      URI roadmap =
          ready(place(nodes, RouteHandlers.ROADMAP, threads, broker, RouteService.MAP, callback));
      ChildJvm first =
          place(nodes, RouteHandlers.ADDRESS1, threads, broker, RouteService.BOOK1, roadmap);
      ChildJvm second =
          place(nodes, RouteHandlers.ADDRESS2, threads, broker, RouteService.BOOK2, roadmap);
      URI address1 = ready(first);
      URI address2 = ready(second);
      endpoints =
          new GatewayServer.Endpoints(
              distance.fromGateway(broker),
              distance.fromGateway(service(RouteService.BOOK1)),
              distance.fromGateway(service(RouteService.BOOK2)),
              distance.fromGateway(service(RouteService.MAP)),
              distance.fromGateway(address1),
              distance.fromGateway(address2));
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts the JVMs, without variants.
   *
   * @param distance the network between the gateway and the others
   * @param folder the folder for files
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

  /** Returns the HTTP address for parcels. */
  private static URI ready(ChildJvm place) throws InterruptedException {
    return URI.create(place.awaitReady().strip().split(" ", 2)[1]);
  }

  private URI service(String name) throws IOException {
    return services.uri(ServicesServer.path(name));
  }

  /** Deploys a variant. */
  void deploy(RouteVariant variant) throws IOException, InterruptedException {
    gateway.post("/variants/" + variant.id(), endpoints.text());
  }

  /** Sets the time of the services and the length of their answers. */
  void configure(long waitMillis, int characters) throws IOException, InterruptedException {
    services.post("/load", ServicesServer.load(waitMillis, characters));
  }

  /**
   * Returns the average time of the HTTP variant's dummy replies to its origin since the last call,
   * in ms.
   */
  double dummyReplyMillis() throws IOException, InterruptedException {
    return Double.parseDouble(gateway.get("/variants/" + RouteVariant.HTTP.id()));
  }

  /** Returns the address for a variant's requests. */
  ServiceAddress target(RouteVariant variant) {
    return gateway.at(GatewayServer.path(variant));
  }

  /** Returns the broker address for the gateway. */
  URI broker() {
    return endpoints.broker();
  }

  /** Returns the broker address for nodes. */
  URI nearBroker() {
    return URI.create(services.more());
  }

  /** Returns the processor time of all JVMs so far. */
  Duration cpu() {
    return jvms.stream().map(ChildJvm::cpu).reduce(Duration.ZERO, Duration::plus);
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
