package org.dharch.samples;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.ListenerManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An Axis2 with its own HTTP server, without a repository folder. Unlike {@code SimpleHTTPServer}
 * it listens on one address only, and throws at once if the port is in use. Deploy services before
 * {@link #listen}. Close it once, also when the JVM ends: it registers no shutdown hook.
 * Thread-safe.
 */
public final class AxisServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AxisServer.class);
  private static final Duration ANSWERS = Duration.ofSeconds(5);
  private static final String CONFIGURATION = "org/dharch/samples/axis2.xml";

  private final ConfigurationContext context;
  private Optional<BoundHttpServer> http = Optional.empty();
  private Optional<ServerSocket> socket = Optional.empty();

  private AxisServer(ConfigurationContext context) {
    this.context = context;
  }

  /** Creates an Axis2 without services; it does not listen yet. */
  public static AxisServer create() throws AxisFault {
    try {
      ConfigurationContext context =
          ConfigurationContextFactory.createBasicConfigurationContext(CONFIGURATION);
      initSenders(context);
      return new AxisServer(context);
    } catch (AxisFault e) {
      throw e;
    } catch (Exception e) {
      throw AxisFault.makeFault(e);
    }
  }

  /**
   * Initializes senders, as only a repository's configurator does; otherwise SOAP 1.2 gets no
   * response.
   */
  private static void initSenders(ConfigurationContext context) throws AxisFault {
    for (TransportOutDescription out : context.getAxisConfiguration().getTransportsOut().values()) {
      out.getSender().init(context, out);
    }
  }

  /**
   * Axis2's shutdown hook would close everything at once, in parallel to the ordered shutdown of
   * this class.
   */
  private static void withoutShutdownHook(ConfigurationContext context) {
    ListenerManager listeners = new ListenerManager();
    listeners.setShutdownHookRequired(false);
    listeners.init(context);
  }

  public ConfigurationContext context() {
    return context;
  }

  public AxisConfiguration configuration() {
    return context.getAxisConfiguration();
  }

  public void deploy(AxisService service) throws AxisFault {
    configuration().addService(service);
  }

  /**
   * Starts to listen.
   *
   * @param address port 0 takes a free one
   * @throws IOException if the port is in use, or not this process's to take
   */
  public void listen(InetSocketAddress address) throws IOException {
    ServerSocket bound = new ServerSocket();
    try {
      bound.setReuseAddress(true);
      bound.bind(address, 128);
      withoutShutdownHook(context);
      BoundHttpServer server = new BoundHttpServer(context, bound);
      server.start();
      http = Optional.of(server);
      socket = Optional.of(bound);
    } catch (IOException | RuntimeException e) {
      bound.close();
      throw e;
    }
  }

  /** Starts to listen on a free port of the loopback address. */
  public void listen() throws IOException {
    listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** Answers browsers with this page, once it listens. */
  public void page(String html) {
    http.orElseThrow(() -> new IllegalStateException("not listening yet")).page(html);
  }

  public int port() {
    return bound().getLocalPort();
  }

  /** Returns the URI of {@code service}. */
  public URI endpoint(String service) {
    InetAddress host = bound().getInetAddress();
    String name = host.isAnyLocalAddress() ? "127.0.0.1" : host.getHostAddress();
    String bracketed = name.contains(":") ? "[" + name + "]" : name;
    return URI.create("http://" + bracketed + ":" + port() + "/axis2/services/" + service);
  }

  private ServerSocket bound() {
    return socket.orElseThrow(() -> new IllegalStateException("not listening yet"));
  }

  /**
   * Shuts down in this order, so that every received request gets a response:
   *
   * <ol>
   *   <li>requests in progress get {@link #ANSWERS} to complete;
   *   <li>the modules shut down: DHArch responds to remaining and new requests with a fault;
   *   <li>no connection is accepted, and each open one closes after its response.
   * </ol>
   */
  @Override
  public void close() {
    try {
      http.ifPresent(AxisServer::finish);
      http.ifPresent(server -> server.clients().answerOnce());
      context.shutdownModulesAndServices();
      http.ifPresent(BoundHttpServer::stop);
      context.terminate();
    } catch (AxisFault e) {
      throw new IllegalStateException(e);
    }
  }

  private static void finish(BoundHttpServer server) {
    try {
      LOG.info("ends; {} requests are being answered", server.clients().answering());
      int left = server.clients().awaitAnswers(ANSWERS);
      if (left > 0) {
        LOG.warn(
            "{} requests had no answer after {} s; they get a fault", left, ANSWERS.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
