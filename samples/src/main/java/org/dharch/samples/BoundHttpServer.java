package org.dharch.samples;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.transport.http.HTTPTransportUtils;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.apache.axis2.transport.http.server.SimpleHttpServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Axis2's HTTP server on a socket that is bound already, and silent on standard output. */
final class BoundHttpServer extends SimpleHTTPServer {
  private static final Logger LOG = LoggerFactory.getLogger(BoundHttpServer.class);
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(3);

  private final BoundHttpFactory factory;
  private final ServerSocket socket;
  private final SimpleHttpServer server;

  BoundHttpServer(ConfigurationContext context, ServerSocket socket) throws IOException {
    this(new BoundHttpFactory(context, socket), socket);
  }

  private BoundHttpServer(BoundHttpFactory factory, ServerSocket socket) throws IOException {
    super(factory);
    this.factory = factory;
    this.socket = socket;
    this.server = new SimpleHttpServer(factory, socket.getLocalPort());
  }

  @Override
  public void start() throws AxisFault {
    try {
      server.init();
      server.start();
    } catch (IOException e) {
      throw AxisFault.makeFault(e);
    }
  }

  void page(String html) {
    factory.page(html);
  }

  /** Returns the open connections. */
  ClientConnections clients() {
    return factory.clients();
  }

  /**
   * Accepts no more requests, waits up to {@link #LAST_ANSWERS} for those in progress, and ends.
   * Idempotent.
   */
  @Override
  public void stop() {
    if (socket.isClosed()) {
      return;
    }
    try {
      socket.close();
      int cut = factory.clients().end(LAST_ANSWERS);
      if (cut > 0) {
        LOG.warn("{} connections were cut off before their answer was out", cut);
      }
      server.destroy();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return server.isRunning();
  }

  @Override
  public EndpointReference[] getEPRsForService(String service, String ip) throws AxisFault {
    return HTTPTransportUtils.getEPRsForService(
        configurationContext,
        configurationContext.getAxisConfiguration().getTransportIn(Constants.TRANSPORT_HTTP),
        service,
        ip,
        socket.getLocalPort());
  }
}
