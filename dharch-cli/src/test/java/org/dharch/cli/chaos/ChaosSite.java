package org.dharch.cli.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.awaitility.Awaitility;
import org.dharch.axis2.DHArchModule;
import org.dharch.core.DHManager;
import org.dharch.core.wire.NodeStatus;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleServices;

/**
 * An Axis2 server with the module engaged in this JVM; a broker and nodes in JVMs of their own. One
 * thread.
 */
final class ChaosSite implements AutoCloseable {
  private static final String SERVICE = "Chaos";

  private final Path folder;
  private final String host;
  private final int port;
  private final Optional<NetworkNamespace> namespace;
  private final Map<String, ChaosJvm> nodes = new TreeMap<>();
  private final AxisServer server;
  private final Thread hook = new Thread(this::endAll, "dharch-chaos-end");
  private ChaosJvm broker;
  private int started;

  private ChaosSite(Path folder, Optional<NetworkNamespace> namespace) throws IOException {
    this.folder = folder;
    this.namespace = namespace;
    this.host = namespace.map(NetworkNamespace::address).orElse("127.0.0.1");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      port = free.getLocalPort(); // the same again after each restart
    }
    this.server = AxisServer.create();
  }

  /**
   * Starts all of it.
   *
   * @param nodes how many on this machine's own network
   * @param namespace where one more node lives
   */
  static ChaosSite start(Path folder, int nodes, Optional<NetworkNamespace> namespace)
      throws Exception {
    ChaosSite site = new ChaosSite(folder, namespace);
    Runtime.getRuntime().addShutdownHook(site.hook);
    try {
      site.startBroker();
      for (int i = 1; i <= nodes; i++) {
        site.startNode("node" + i);
      }
      if (namespace.isPresent()) {
        site.startNode(site.remote());
      }
      site.startServer();
      for (String node : site.nodes.keySet()) {
        site.awaitHeard(node);
      }
      return site;
    } catch (Exception | AssertionError e) {
      site.close();
      throw e;
    }
  }

  private void startServer() throws IOException {
    AxisModule module =
        DHArchModule.install(
            server.context(),
            Map.of(
                "dharch.broker", brokerUri(),
                "dharch.orchestration", orchestration(),
                "dharch.store", folder.resolve("store").toString(),
                "dharch.keptHalted", "1000000",
                "dharch.keptHaltedBytes", "1073741824"));
    AxisService service = SampleServices.create(SERVICE);
    service.setClassLoader(ChaosService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, ChaosService.class.getName()));
    server.deploy(service);
    service.engageModule(module);
    server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private String orchestration() throws IOException {
    return Files.writeString(folder.resolve("orchestration.xml"), ChaosDocuments.ORCHESTRATION)
        .toString();
  }

  private String brokerUri() {
    return "tcp://" + host + ':' + port;
  }

  private Path nextLog(String name) {
    return folder.resolve(name + '-' + ++started + ".log");
  }

  URI endpoint() {
    return server.endpoint(SERVICE);
  }

  DHManager manager() {
    return DHArchModule.manager(server.context()).orElseThrow();
  }

  /** The nodes on this machine's own network. */
  List<String> nearNodes() {
    return nodes.keySet().stream().filter(name -> !name.equals(remote())).toList();
  }

  /** The node in the namespace, if there is one. */
  String remote() {
    return "remote";
  }

  ChaosJvm node(String name) {
    return nodes.get(name);
  }

  /** Starts the broker and waits until it listens. */
  void startBroker() throws IOException {
    broker = ChaosJvm.start(List.of(), nextLog("broker"), BrokerMain.class.getName(), brokerUri());
    broker.awaitReady();
  }

  void killBroker() {
    broker.close();
  }

  /** The second one does not. */
  private static boolean remembers(String node) {
    return !node.equals("node2");
  }

  /** Starts a node and waits until it takes work. */
  void startNode(String name) throws IOException {
    Path document = folder.resolve(name + ".xml");
    Files.writeString(document, ChaosDocuments.node(name, folder, remembers(name)));
    List<String> prefix =
        name.equals(remote()) ? namespace.orElseThrow().prefix() : List.<String>of();
    ChaosJvm node =
        ChaosJvm.start(
            prefix,
            nextLog(name),
            "org.dharch.cli.Main",
            "node",
            "--until-eof",
            "--config",
            document.toString(),
            "--broker",
            brokerUri());
    nodes.put(name, node);
    node.awaitReady();
  }

  /** The node's life that the manager knows now. */
  Optional<String> life(String node) {
    return manager().nodes().stream()
        .filter(s -> s.node().name().equals(node) && s.state() == NodeStatus.State.READY)
        .map(s -> s.node().incarnation())
        .findFirst();
  }

  /** Waits until the manager knows the node to be ready. */
  void awaitHeard(String node) {
    awaitHeard(node, "");
  }

  /** The same, in another life than {@code before}. */
  void awaitHeard(String node, String before) {
    Awaitility.await(node + " is heard of; known are " + manager().nodes())
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(() -> life(node).filter(life -> !life.equals(before)).isPresent());
  }

  private void endAll() {
    nodes.values().forEach(ChaosJvm::close);
    if (broker != null) {
      broker.close();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } finally {
      endAll();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
