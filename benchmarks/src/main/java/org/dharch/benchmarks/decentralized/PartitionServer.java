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
import org.dharch.benchmarks.harness.ScratchFolder;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.hemanager.HEManager;
import org.dharch.samples.findroute.RouteHandlers;

/**
 * What runs beside one of the three services: its partition of the paper's decentralized ways, over
 * HTTP and over JMS, and a node with its handler. A JVM of its own: {@code PLACE THREADS BROKER
 * SERVICE NEXT}. It prints READY and where its partition takes parcels over HTTP, and ends when its
 * standard input does.
 */
final class PartitionServer implements AutoCloseable {
  private final ScratchFolder folder;
  private final EnginePool pool;
  private final JmsCourier jms;
  private final ServiceHost http;
  private final HEManager node;
  private final URI uri;

  /**
   * What a place is.
   *
   * @param name one of {@link RouteHandlers}' names
   * @param threads in each pool, and workers of the node
   * @param service the service that it asks
   * @param next where the HTTP way goes on: another place, or the origin
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
    // whoever started it ends it by a signal
    Runtime.getRuntime().addShutdownHook(new Thread(server.folder::close, "dharch-place-end"));
    System.out.println("READY " + server.uri());
    while (System.in.read() >= 0) {
      // only its end says something
    }
    System.exit(0);
  }

  /** Starts it in this JVM. */
  static PartitionServer start(Setting setting) throws Exception {
    return new PartitionServer(setting);
  }

  private Consumer<Parcel> partition(Setting setting, Courier courier) {
    if (setting.name().equals(RouteHandlers.ROADMAP)) {
      return new RoadMapPartition(setting.service(), pool, courier)::received;
    }
    return new AddressPartition(setting.service(), pool, courier)::received;
  }

  /** That address of this machine from which its broker is reached. */
  private static String addressTowards(URI broker) throws IOException {
    try (DatagramSocket way = new DatagramSocket()) {
      way.connect(new InetSocketAddress(broker.getHost(), broker.getPort())); // sends nothing
      return way.getLocalAddress().getHostAddress();
    }
  }

  private static void noAxis2(Object context, String description, Path scratch) {
    throw new IllegalStateException("no services here");
  }

  private static String document(Setting setting) {
    URI service = setting.service();
    return RouteDocuments.node(
        setting.name(), setting.threads(), RouteHandlers.of(service, service, service));
  }

  /** Where it takes parcels over HTTP. */
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
