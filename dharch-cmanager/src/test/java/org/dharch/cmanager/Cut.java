package org.dharch.cmanager;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a broker that can be cut without either end being asked. */
final class Cut implements AutoCloseable {
  final AtomicInteger ways = new AtomicInteger();
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private final URI broker;

  Cut(URI broker) throws IOException {
    this.broker = broker;
    thread(this::accept);
  }

  URI uri() {
    return URI.create("tcp://127.0.0.1:" + server.getLocalPort());
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(broker.getHost(), broker.getPort());
      open.add(near);
      open.add(far);
      ways.incrementAndGet();
      thread(() -> near.getInputStream().transferTo(far.getOutputStream()));
      thread(() -> far.getInputStream().transferTo(near.getOutputStream()));
    }
  }

  /** Cuts what is open now; new ways may be opened. */
  void cut() throws IOException {
    for (Socket socket = open.poll(); socket != null; socket = open.poll()) {
      socket.setSoLinger(true, 0); // a reset, not a polite end
      socket.close();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // cut
              }
            },
            "test-cut");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}
