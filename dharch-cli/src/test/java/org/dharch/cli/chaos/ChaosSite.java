package org.dharch.cli.chaos;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.dharch.cli.Main;

/**
 * An Axis2 server with the module engaged, a broker, and nodes: each in a JVM of its own. One
 * thread.
 */
final class ChaosSite implements AutoCloseable {
  private final ChaosDocuments documents;
  private final Path folder;
  private final String host;
  private final int port;
  private final Optional<NetworkNamespace> namespace;
  private final Map<String, ChaosJvm> nodes = new TreeMap<>();
  private final Path store;
  private final int serverPort;
  private final int consolePort;
  private final ManagerConsole manager;
  private final Thread hook = new Thread(this::endAll, "dharch-chaos-end");
  private ChaosJvm broker;
  private ChaosJvm server;
  private int started;

  private ChaosSite(
      ChaosDocuments documents, Path folder, Path store, Optional<NetworkNamespace> namespace)
      throws IOException {
    this.documents = documents;
    this.folder = folder;
    this.store = store;
    this.namespace = namespace;
    this.host = namespace.map(NetworkNamespace::address).orElse("127.0.0.1");
    this.port = FreePort.on(host); // the same again after each restart
    this.serverPort = FreePort.on("127.0.0.1");
    this.consolePort = FreePort.on("127.0.0.1");
    this.manager = new ManagerConsole(consolePort);
  }

  /**
   * Starts all of it.
   *
   * @param documents what is on which node
   * @param store where the manager keeps its messages
   * @param nodes how many on this machine's own network
   * @param namespace where one more node lives
   */
  static ChaosSite start(
      ChaosDocuments documents,
      Path folder,
      Path store,
      int nodes,
      Optional<NetworkNamespace> namespace)
      throws Exception {
    ChaosSite site = new ChaosSite(documents, folder, store, namespace);
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
        site.awaitHeartbeat(node);
      }
      return site;
    } catch (Exception | AssertionError e) {
      site.close();
      throw e;
    }
  }

  /** Starts the server, on the same ports and store as before, and waits until it listens. */
  void startServer() throws IOException {
    server =
        ChaosJvm.start(
            List.of(),
            nextLog("server"),
            "384m",
            ServerMain.class,
            Integer.toString(serverPort),
            Integer.toString(consolePort),
            deliveries().toString(),
            "dharch.broker=" + brokerUri(),
            "dharch.orchestration=" + orchestration(),
            "dharch.store=" + store,
            "dharch.keptFailed=1000000",
            "dharch.keptFailedBytes=1073741824");
    server.awaitReady();
  }

  /** SIGKILL. */
  void killServer() {
    server.close();
  }

  /** What its service wrote down. */
  Path deliveries() {
    return folder.resolve("deliveries");
  }

  private String orchestration() throws IOException {
    return Files.writeString(folder.resolve("orchestration.xml"), documents.orchestrations())
        .toString();
  }

  private String brokerUri() {
    return "tcp://" + host + ':' + port;
  }

  private Path nextLog(String name) {
    return folder.resolve(name + '-' + ++started + ".log");
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + serverPort + "/axis2/services/" + ServerMain.SERVICE);
  }

  ManagerConsole manager() {
    return manager;
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
    broker = ChaosJvm.start(List.of(), nextLog("broker"), "160m", BrokerMain.class, brokerUri());
    broker.awaitReady();
  }

  void killBroker() {
    broker.close();
  }

  /** The second one does not. */
  private static boolean remembers(String node) {
    return !node.equals("node2");
  }

  private static boolean isOdd(String node) {
    return node.equals("node1") || node.equals("node3");
  }

  /** Starts a node and waits until it takes work. */
  void startNode(String name) throws IOException {
    Path document = folder.resolve(name + ".xml");
    Files.writeString(document, documents.node(name, isOdd(name), folder, remembers(name)));
    List<String> prefix =
        name.equals(remote()) ? namespace.orElseThrow().prefix() : List.<String>of();
    ChaosJvm node =
        ChaosJvm.start(
            prefix,
            nextLog(name),
            "160m",
            Main.class,
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
  Optional<String> incarnation(String node) {
    return Optional.ofNullable(manager.nodes().get(node));
  }

  /** Waits until the manager knows the node to be ready. */
  void awaitHeartbeat(String node) {
    awaitHeartbeat(node, "");
  }

  /** The same, in another life than {@code before}. */
  void awaitHeartbeat(String node, String before) {
    Awaitility.await(node + " is heard of; known are " + manager.nodes())
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(
            () -> incarnation(node).filter(incarnation -> !incarnation.equals(before)).isPresent());
  }

  private void endAll() {
    if (server != null) {
      server.close();
    }
    nodes.values().forEach(ChaosJvm::close);
    if (broker != null) {
      broker.close();
    }
  }

  @Override
  public void close() {
    endAll();
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
