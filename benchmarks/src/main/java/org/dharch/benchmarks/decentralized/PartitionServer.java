package org.dharch.benchmarks.decentralized;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.catalina.startup.Tomcat;
import org.dharch.benchmarks.decentralized.courier.Courier;
import org.dharch.benchmarks.decentralized.courier.HttpCourier;
import org.dharch.benchmarks.decentralized.courier.JmsCourier;
import org.dharch.benchmarks.decentralized.courier.Parcel;
import org.dharch.benchmarks.decentralized.courier.ParcelServlet;
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.hemanager.HEManager;
import org.dharch.samples.findroute.RouteHandlers;

/**
 * The part of the set-up next to one of the three services: its partition of the paper's
 * decentralized variants, over HTTP and over JMS, and a node with its handler. It runs in its own
 * JVM: {@code PLACE THREADS BROKER SERVICE NEXT}. It prints READY and the HTTP address of its
 * partition, and ends when its standard input ends.
 */
final class PartitionServer implements AutoCloseable {
  private final ScratchFolder folder;
  private final EnginePool pool;
  private final JmsCourier jms;
  private final ServiceHost http;
  private final HEManager node;
  private final URI uri;

  /**
   * The settings of a partition server.
   *
   * @param name one of {@link RouteHandlers}' names
   * @param threads in each pool, and workers of the node
   * @param service the URI of the service
   * @param next the next HTTP partition, or the origin
   */
  record Setting(String name, int threads, URI broker, URI service, URI next) {
    List<String> arguments() {
      return List.of(
          name, Integer.toString(threads), broker.toString(), service.toString(), next.toString());
    }

    static Setting of(String... arguments) {
      return new Setting(
          arguments[0],
          Integer.parseInt(arguments[1]),
          URI.create(arguments[2]),
          URI.create(arguments[3]),
          URI.create(arguments[4]));
    }
  }

  private PartitionServer(Setting setting) throws Exception {
    folder = ScratchFolder.create("dharch-place");
    pool = new EnginePool(setting.name(), setting.threads());
    jms = JmsCourier.connect(setting.broker());
    jms.receive(setting.name(), partition(setting, jms));
    String address = addressTowards(setting.broker());
    http = ServiceHost.start(folder.path(), address, setting.threads(), PartitionServer::noAxis2);
    String onwards = setting.name().equals(RouteHandlers.ROADMAP) ? "http" : RouteHandlers.ROADMAP;
    HttpCourier courier = new HttpCourier(Map.of(onwards, setting.next()));
    ParcelServlet servlet = new ParcelServlet(partition(setting, courier));
    http.add("parcels", web -> Tomcat.addServlet(web, "parcels", servlet).addMapping("/*"));
    uri = URI.create("http://" + address + ":" + http.port() + "/parcels");
    Path document = Files.writeString(folder.path().resolve("node.xml"), document(setting));
    node = HEManager.start(document, Map.of("broker", setting.broker().toString()));
  }

  public static void main(String[] args) throws Exception {
    PartitionServer server = start(Setting.of(args));
    // the parent process ends this one by a signal
    Runtime.getRuntime().addShutdownHook(new Thread(server.folder::close, "dharch-place-end"));
    System.out.println("READY " + server.uri());
    while (System.in.read() >= 0) {
      // only the end of the input matters
    }
    System.exit(0);
  }

  /** Starts the server in this JVM. */
  static PartitionServer start(Setting setting) throws Exception {
    return new PartitionServer(setting);
  }

  private Consumer<Parcel> partition(Setting setting, Courier courier) {
    if (setting.name().equals(RouteHandlers.ROADMAP)) {
      return new RoadMapPartition(setting.service(), pool, courier)::received;
    }
    return new AddressPartition(setting.service(), pool, courier)::received;
  }

  /** Returns the address of this machine from which it reaches the broker. */
  private static String addressTowards(URI broker) throws IOException {
    try (DatagramSocket probe = new DatagramSocket()) {
      probe.connect(new InetSocketAddress(broker.getHost(), broker.getPort())); // sends nothing
      return probe.getLocalAddress().getHostAddress();
    }
  }

  private static void noAxis2(Object context, String description, Path scratch) {
    throw new IllegalStateException("this server has no Axis2 services");
  }

  private static String document(Setting setting) {
    URI service = setting.service();
    return RouteDocuments.node(
        setting.name(), setting.threads(), RouteHandlers.of(service, service, service));
  }

  /** Returns the HTTP address for parcels. */
  URI uri() {
    return uri;
  }

  @Override
  public void close() throws IOException {
    pool.close();
    node.close();
    http.close();
    jms.close();
    folder.close();
  }
}
