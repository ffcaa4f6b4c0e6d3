package org.dharch.cmanager.broker;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.broker.util.TimeStampingBrokerPlugin;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.CommandTypes;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.SimpleAuthenticationPlugin;
import org.apache.activemq.usage.SystemUsage;
import org.apache.activemq.util.URISupport;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.guard.BrokerGate;
import org.dharch.cmanager.guard.BrokerLogin;
import org.dharch.cmanager.guard.BrokerLogins;
import org.dharch.cmanager.guard.BrokerPolicies;
import org.dharch.cmanager.guard.BrokerRefusals;
import org.dharch.cmanager.guard.FrameBudget;
import org.dharch.cmanager.guard.GuardedConnector;
import org.dharch.cmanager.guard.GuardedTransports;
import org.dharch.cmanager.guard.ReplyQueues;
import org.dharch.cmanager.options.BrokerUris;
import org.dharch.cmanager.options.CManagerException;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyFile;
import org.dharch.cmanager.options.KeyStores;
import org.dharch.core.spi.BridgeState;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An ActiveMQ broker in this JVM, configured for DHArch: no disk, no JMX, no web console, bounded
 * sizes. Queues of departed nodes and managers are removed. Listens at the configured address: use
 * a loopback address unless other hosts must connect. Options as for {@link JmsCManagerProvider}.
 * Admits only managers and nodes with keys of its namespace ({@code keyFile}), and with {@code
 * user} and {@code password} if those are set.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final String SCHEME = "embedded";
  private static final long SEND_WAIT_MILLIS = 3_000;
  private static final int AMPLE_PERCENT = 70;
  private static final int QUEUE_IDLE_MILLIS = 60_000;

  /** Enough for a message of 10 KB. Each connection has two, also before its login. */
  private static final int IO_BUFFER = 16 << 10;

  /** Equal to the time that our clients wait for the response to their login. */
  static final Duration LOGIN_LIMIT = Duration.ofSeconds(10);

  /**
   * The longest wait of a large frame for memory, and the time after which a slow one can be
   * closed.
   */
  private static final Duration FRAME_WAIT = Duration.ofSeconds(20);

  private static final Duration FRAME_LIMIT = Duration.ofSeconds(10);

  private final BrokerService broker;
  private final URI uri;
  private final BrokerRefusals refusals;
  private final List<Bridge> bridges;

  private EmbeddedBroker(
      BrokerService broker, URI uri, BrokerRefusals refusals, List<Bridge> bridges) {
    this.broker = broker;
    this.uri = uri;
    this.refusals = refusals;
    this.bridges = bridges;
  }

  /**
   * Starts a broker.
   *
   * @param bind {@code tcp://host:port} or {@code ssl://host:port}; port 0 takes any free one
   * @param options user, password, maxFrameSize, brokerMemoryMiB, keyStore, bridge …
   * @throws CManagerException naming the address or option that cannot be used
   */
  public static EmbeddedBroker start(URI bind, Map<String, String> options) {
    return start(bind, JmsOptions.of(options));
  }

  public static EmbeddedBroker start(URI bind, JmsOptions options) {
    return start(bind, options, Bounds.of(options));
  }

  /**
   * The bounds of the broker.
   *
   * @param idleMillis how long an empty queue or topic without consumers is kept
   * @param loginLimit how long a connection may take to log in
   * @param refusals counts rejected requests and connections
   * @param capacity the budget for large incomplete frames
   */
  public record Bounds(
      int idleMillis, Duration loginLimit, BrokerRefusals refusals, FrameBudget capacity) {
    public static Bounds of(JmsOptions options) {
      return new Bounds(
          QUEUE_IDLE_MILLIS,
          LOGIN_LIMIT,
          new BrokerRefusals(),
          new FrameBudget(options.memory() / 2, FRAME_WAIT, FRAME_LIMIT));
    }
  }

  public static EmbeddedBroker start(URI bind, JmsOptions options, Bounds bounds) {
    String scheme = String.valueOf(bind.getScheme());
    if (!List.of("tcp", "ssl").contains(scheme) || bind.getHost() == null || bind.getPort() < 0) {
      throw new CManagerException(
          "the address of a broker must be tcp://host:port or ssl://host:port (got '"
              + bind
              + "')");
    }
    options.bridges().forEach(each -> BrokerUris.of(each, options)); // fails before the start
    BrokerService broker = new BrokerService();
    List<Bridge> bridges = new ArrayList<>();
    try {
      BrokerLogins logins = new BrokerLogins(KeyFile.namespace(options.security().findKeyFile()));
      BrokerRefusals refusals = bounds.refusals();
      ReplyQueues replies = new ReplyQueues(options.memory() / 8);
      configure(
          broker,
          options,
          bounds.idleMillis(),
          next -> new BrokerGate(next, logins, refusals, replies, options.memory() / 8));
      if (scheme.equals("ssl")) {
        broker.setSslContext(KeyStores.brokerContext(options.security().tls()));
      }
      TransportConnector connector =
          broker.addConnector(
              new GuardedConnector(
                  GuardedTransports.bind(broker, withLimits(bind, options), bounds.capacity()),
                  logins,
                  refusals,
                  bounds.loginLimit()));
      broker.start();
      if (!broker.waitUntilStarted(10_000)) {
        throw new CManagerException("the broker at " + bind + " did not start within 10 s");
      }
      InetSocketAddress at = connector.getServer().getSocketAddress();
      URI actual = new URI(scheme, null, bind.getHost(), at.getPort(), null, null, null);
      LOG.info("Broker listens at={}", actual);
      for (URI each : options.bridges()) {
        bridges.add(Bridge.start(localUri(broker), each, options));
      }
      return new EmbeddedBroker(broker, actual, refusals, List.copyOf(bridges));
    } catch (Exception e) {
      bridges.forEach(Bridge::close);
      stop(broker);
      throw e instanceof CManagerException known ? known : cannotListen(bind, e);
    }
  }

  private static CManagerException cannotListen(URI bind, Exception e) {
    Exception cause = e;
    while (cause.getCause() instanceof Exception next && !(cause instanceof BindException)) {
      cause = next;
    }
    String hint = cause instanceof BindException ? "; use another port, or 0 for any" : "";
    return new CManagerException("cannot listen at " + bind + ": " + Reason.of(cause) + hint, e);
  }

  private static void configure(
      BrokerService broker, JmsOptions options, int idleMillis, BrokerPlugin gate) {
    broker.setBrokerName("dharch-" + UUID.randomUUID());
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.setSchedulerSupport(false);
    broker.setUseShutdownHook(false);
    broker.setAdvisorySupport(true);
    broker.setSchedulePeriodForDestinationPurge(Math.max(1, idleMillis / 3));
    SystemUsage usage = broker.getSystemUsage();
    usage.getMemoryUsage().setLimit(options.memory());
    usage.setSendFailIfNoSpaceAfterTimeout(SEND_WAIT_MILLIS);
    broker.setDestinationPolicy(BrokerPolicies.of(idleMillis, options.memory()));
    List<BrokerPlugin> plugins = new ArrayList<>();
    plugins.add(new TimeStampingBrokerPlugin()); // clocks of hosts may differ
    options
        .login()
        .ifPresent(
            login -> {
              AuthenticationUser known =
                  new AuthenticationUser(login.user(), login.password(), "dharch");
              plugins.add(new SimpleAuthenticationPlugin(List.of(known)));
            });
    plugins.add(gate);
    broker.setPlugins(plugins.toArray(BrokerPlugin[]::new));
  }

  public static URI withLimits(URI bind, JmsOptions options) throws URISyntaxException {
    Map<String, String> parameters = new TreeMap<>(URISupport.parseParameters(bind));
    parameters.putIfAbsent("wireFormat.maxFrameSize", "" + options.maxFrameSize());
    parameters.putIfAbsent("wireFormat.maxInactivityDuration", "10000");
    parameters.putIfAbsent("maximumConnections", "1000");
    parameters.putIfAbsent("transport.socketBufferSize", "" + BrokerUris.SOCKET_BUFFER);
    parameters.putIfAbsent("transport.ioBufferSize", "" + IO_BUFFER);
    // Otherwise accepted connections wait unbounded before they can be rejected.
    parameters.put("useQueueForAccept", "false");
    parameters.put("minmumWireFormatVersion", "" + CommandTypes.PROTOCOL_VERSION);
    parameters.put("wireFormat.stackTraceEnabled", "false");
    return URISupport.createRemainingURI(URISupport.removeQuery(bind), parameters);
  }

  public static boolean isEmbedded(URI uri) {
    return SCHEME.equals(uri.getScheme());
  }

  /** Returns {@code tcp://…} for {@code embedded:tcp://…}. */
  public static URI bindUri(URI embedded) {
    return URI.create(embedded.getSchemeSpecificPart());
  }

  /**
   * Creates a client id that gives one connection to such a broker a manager's rights.
   *
   * @param options the client's, of which {@code keyFile} is read
   * @throws CManagerException if there is no such key
   */
  public static String clientId(Map<String, String> options) {
    return BrokerLogin.ofManager(
        KeyFile.namespace(JmsOptions.of(options).security().findKeyFile()));
  }

  /** The address for clients, with the actual port. */
  public URI uri() {
    return uri;
  }

  /** The address for clients in this JVM. */
  public URI localUri() {
    return localUri(broker);
  }

  private static URI localUri(BrokerService broker) {
    return URI.create("vm://" + broker.getBrokerName());
  }

  /**
   * Returns {@link #localUri()} without a thread switch. A client that uses it must send nothing
   * from a listener while it waits for a response of the broker; see {@link BatchAcknowledger}.
   */
  public URI directUri() {
    return URI.create(localUri() + "?async=false");
  }

  /** Returns the number of rejected requests plus the connections closed without login. */
  public long rejectedCount() {
    return refusals.count();
  }

  /** Returns the names of the current queues and topics. */
  public Set<String> destinations() {
    try {
      return broker.getBroker().getDestinationMap().keySet().stream()
          .map(ActiveMQDestination::getPhysicalName)
          .collect(Collectors.toSet());
    } catch (Exception e) {
      throw new CManagerException("the broker cannot list its queues: " + e.getMessage(), e);
    }
  }

  /** Returns whether it accepts messages without blocking their senders. */
  public boolean hasCapacity() {
    return broker.getSystemUsage().getMemoryUsage().getPercentUsage() < AMPLE_PERCENT;
  }

  /** Returns the states of its bridges. */
  public List<BridgeState> bridgeStates() {
    return bridges.stream().map(bridge -> bridge.state(this::waiting)).toList();
  }

  private long waiting(Set<String> queues) {
    try {
      return broker.getBroker().getDestinationMap().entrySet().stream()
          .filter(at -> at.getKey().isQueue() && queues.contains(at.getKey().getPhysicalName()))
          .mapToLong(at -> at.getValue().getDestinationStatistics().getMessages().getCount())
          .sum();
    } catch (Exception e) {
      return 0; // stopped
    }
  }

  /** Its bridges to other brokers. */
  List<Bridge> bridges() {
    return bridges;
  }

  @Override
  public void close() {
    bridges.forEach(Bridge::close);
    stop(broker);
  }

  private static void stop(BrokerService broker) {
    try {
      broker.getScheduler().stop(); // otherwise it might remove queues of a stopped broker
      broker.stop();
      broker.waitUntilStopped();
      broker.getScheduler().stop(); // stopping restarts it
    } catch (Exception e) {
      LOG.warn("Failed to stop the broker: {}", Reason.of(e));
    }
  }
}
