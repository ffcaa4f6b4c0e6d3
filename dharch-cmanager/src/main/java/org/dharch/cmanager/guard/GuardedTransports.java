package org.dharch.cmanager.guard;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSocket;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.SslContext;
import org.apache.activemq.transport.Transport;
import org.apache.activemq.transport.tcp.SslTransport;
import org.apache.activemq.transport.tcp.SslTransportFactory;
import org.apache.activemq.transport.tcp.SslTransportServer;
import org.apache.activemq.transport.tcp.TcpTransport;
import org.apache.activemq.transport.tcp.TcpTransportFactory;
import org.apache.activemq.transport.tcp.TcpTransportServer;
import org.apache.activemq.wireformat.WireFormat;

/** ActiveMQ's tcp and ssl transports, reading by {@link FrameReader}. */
public final class GuardedTransports {
  interface Framed {
    FrameReader frames();
  }

  private GuardedTransports() {}

  /** Listens at {@code location}, tcp or ssl, with ActiveMQ's options. */
  public static TcpTransportServer bind(BrokerService broker, URI location, FrameBudget capacity)
      throws IOException {
    TcpTransportFactory factory =
        location.getScheme().equals("ssl") ? new SslFactory(capacity) : new TcpFactory(capacity);
    try {
      SslContext.setCurrentSslContext(broker.getSslContext());
      return (TcpTransportServer) factory.doBind(location);
    } finally {
      SslContext.setCurrentSslContext(null);
    }
  }

  private static final class TcpFactory extends TcpTransportFactory {
    private final FrameBudget capacity;

    TcpFactory(FrameBudget capacity) {
      this.capacity = capacity;
    }

    @Override
    protected TcpTransportServer createTcpTransportServer(URI at, ServerSocketFactory sockets)
        throws IOException, URISyntaxException {
      return new TcpTransportServer(this, at, sockets) {
        @Override
        protected Transport createTransport(Socket socket, WireFormat format) throws IOException {
          return new TcpEnd(format, socket, new FrameReader(capacity.reserve()));
        }
      };
    }
  }

  private static final class SslFactory extends SslTransportFactory {
    private final FrameBudget capacity;

    SslFactory(FrameBudget capacity) {
      this.capacity = capacity;
    }

    @Override
    protected SslTransportServer createSslTransportServer(URI at, SSLServerSocketFactory sockets)
        throws IOException, URISyntaxException {
      return new SslTransportServer(this, at, sockets) {
        @Override
        protected Transport createTransport(Socket socket, WireFormat format) throws IOException {
          return new SslEnd(format, (SSLSocket) socket, new FrameReader(capacity.reserve()));
        }
      };
    }
  }

  private static final class TcpEnd extends TcpTransport implements Framed {
    private final FrameReader frames;

    TcpEnd(WireFormat format, Socket socket, FrameReader frames) throws IOException {
      super(format, socket);
      this.frames = frames;
    }

    @Override
    public FrameReader frames() {
      return frames;
    }

    @Override
    protected Object readCommand() throws IOException {
      return frames.read(wireFormat, dataIn);
    }
  }

  private static final class SslEnd extends SslTransport implements Framed {
    private final FrameReader frames;

    SslEnd(WireFormat format, SSLSocket socket, FrameReader frames) throws IOException {
      super(format, socket);
      this.frames = frames;
    }

    @Override
    public FrameReader frames() {
      return frames;
    }

    @Override
    protected Object readCommand() throws IOException {
      return frames.read(wireFormat, dataIn);
    }
  }
}
