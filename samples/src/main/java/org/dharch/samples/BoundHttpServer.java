package org.dharch.samples;

import java.io.IOException;
import java.net.ServerSocket;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.transport.http.HTTPTransportUtils;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.apache.axis2.transport.http.server.SimpleHttpServer;

/** Axis2's HTTP server on a socket that is bound already, and silent on standard output. */
final class BoundHttpServer extends SimpleHTTPServer {
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

  @Override
  public void stop() {
    try {
      socket.close();
      factory.closeClients();
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
