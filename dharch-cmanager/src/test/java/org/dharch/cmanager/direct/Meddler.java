package org.dharch.cmanager.direct;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import org.dharch.cmanager.SocketThreads;

/** Somebody in the middle of one connection: records what goes to the server, and can add to it. */
final class Meddler implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int port;
  private ByteArrayOutputStream recorded = new ByteArrayOutputStream();
  private byte[] latest = {};
  private OutputStream toServer;

  Meddler(int port) throws IOException {
    this.port = port;
    SocketThreads.start("test-meddler", this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
      synchronized (this) {
        recorded = new ByteArrayOutputStream();
        toServer = far.getOutputStream();
      }
      SocketThreads.start("test-meddler", () -> pump(near, far, true));
      SocketThreads.start("test-meddler", () -> pump(far, near, false));
    }
  }

  private void pump(Socket from, Socket to, boolean records) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      for (int n = 0; n >= 0; n = from.getInputStream().read(buffer)) {
        synchronized (this) {
          to.getOutputStream().write(buffer, 0, n);
          if (records && n > 0) {
            recorded.write(buffer, 0, n);
            latest = n > 4 ? Arrays.copyOf(buffer, n) : latest;
          }
        }
      }
    }
  }

  /** All that went to the server on the last connection. */
  synchronized byte[] recorded() {
    return recorded.toByteArray();
  }

  /** Says once more to the server what went there last, but for signs of life. */
  synchronized void repeat() throws IOException {
    toServer.write(latest);
  }

  /** Says something of its own to the server. */
  synchronized void add(byte[] bytes) throws IOException {
    toServer.write(bytes);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
