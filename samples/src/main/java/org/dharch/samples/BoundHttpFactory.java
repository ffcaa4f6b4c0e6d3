package org.dharch.samples;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.transport.http.HTTPWorker;
import org.apache.axis2.transport.http.server.AxisHttpRequest;
import org.apache.axis2.transport.http.server.DefaultConnectionListener;
import org.apache.axis2.transport.http.server.DefaultConnectionListenerFailureHandler;
import org.apache.axis2.transport.http.server.HttpConnectionManager;
import org.apache.axis2.transport.http.server.HttpFactory;
import org.apache.axis2.transport.http.server.IOProcessor;
import org.apache.axis2.transport.http.server.Worker;
import org.apache.axis2.transport.http.server.WorkerFactory;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets Axis2's HTTP server accept on a socket that is bound already. */
final class BoundHttpFactory extends HttpFactory {
  private static final Logger LOG = LoggerFactory.getLogger(BoundHttpFactory.class);

  private static final int MAX_CONNECTIONS = 256;

  /** The pause after a failure to accept. */
  static final long PAUSE_MILLIS = 100;

  private static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ServerSocket socket;
  private final ClientConnections clients = new ClientConnections();
  private volatile Optional<String> page = Optional.empty();

  BoundHttpFactory(ConfigurationContext context, ServerSocket socket) throws AxisFault {
    super(context, socket.getLocalPort());
    this.socket = socket;
  }

  @Override
  public IOProcessor newRequestConnectionListener(
      String scheme,
      int port,
      HttpConnectionManager manager,
      Http1Config http1,
      SocketConfig socketConfig)
      throws IOException {
    return new Listener(scheme, manager, http1, socketConfig);
  }

  /** A thread for each connection, up to the bound; Axis2's own pool queues without one. */
  @Override
  public ExecutorService newRequestExecutor(int port) {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        MAX_CONNECTIONS,
        30,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> new Thread(task, "dharch-samples-http-" + number.incrementAndGet()));
  }

  ClientConnections clients() {
    return clients;
  }

  /** Answers a browser's requests with this page. */
  void page(String html) {
    page = Optional.of(html);
  }

  @Override
  public WorkerFactory newRequestWorkerFactory() {
    return () -> {
      Worker axis2 = new HTTPWorker();
      return (request, response, context) -> {
        Optional<String> shown = isBrowser(request) ? page : Optional.empty();
        if (shown.isEmpty()) {
          axis2.service(request, response, context);
          return;
        }
        response.setStatus(200);
        response.setContentType("text/html; charset=utf-8");
        response.getOutputStream().write(shown.get().getBytes(StandardCharsets.UTF_8));
      };
    };
  }

  /** A query, such as {@code ?wsdl}, is for Axis2. */
  private static boolean isBrowser(AxisHttpRequest request) {
    Header accepted = request.getFirstHeader("Accept");
    return request.getMethod().equals("GET")
        && !request.getRequestURI().contains("?")
        && accepted != null
        && accepted.getValue().contains("text/html");
  }

  private final class Listener extends DefaultConnectionListener {
    private final String scheme;
    private final HttpConnectionManager manager;
    private final Http1Config http1;
    private final SocketConfig socketConfig;
    private boolean logged; // this and the next: used by its own thread
    private long loggedAt;

    Listener(
        String scheme, HttpConnectionManager manager, Http1Config http1, SocketConfig socketConfig)
        throws IOException {
      super(
          scheme,
          socket.getLocalPort(),
          manager,
          new DefaultConnectionListenerFailureHandler(),
          http1,
          socketConfig);
      this.scheme = scheme;
      this.manager = manager;
      this.http1 = http1;
      this.socketConfig = socketConfig;
    }

    @Override
    public void run() {
      while (!socket.isClosed()) {
        try {
          accept(socket.accept());
        } catch (IOException e) {
          if (!socket.isClosed() && !waits(e)) {
            return;
          }
        }
      }
    }

    /**
     * Waits after a failure such as a lack of file descriptors, before the next try. Returns false
     * if the server ends.
     */
    private boolean waits(IOException e) {
      if (!logged || System.nanoTime() - loggedAt >= LOG_INTERVAL_NANOS) {
        LOG.warn("connections are not accepted: {}; trying on", e.getMessage());
        logged = true;
        loggedAt = System.nanoTime();
      }
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        return true;
      } catch (InterruptedException interrupted) {
        return false; // as Axis2's own one
      }
    }

    private void accept(Socket client) throws IOException {
      ClientConnections.Connection connection =
          clients.accepted(scheme, client, http1, socketConfig);
      try {
        manager.process(connection);
      } catch (RejectedExecutionException e) {
        connection.close(); // every worker is busy, or the server is closing
      }
    }

    @Override
    public synchronized void awaitSocketOpen() {}

    @Override
    public synchronized int getPort() {
      return socket.getLocalPort();
    }

    @Override
    public synchronized void close() throws IOException {
      socket.close();
    }
  }
}
