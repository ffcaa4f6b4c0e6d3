package org.dharch.cmanager;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a broker that can be cut without either end being asked. */
public final class Cut implements AutoCloseable {
  public final AtomicInteger ways = new AtomicInteger();
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private final URI broker;
  private volatile CountDownLatch thawed = new CountDownLatch(0);

  public Cut(URI broker) throws IOException {
    this.broker = broker;
    SocketThreads.start("test-cut", this::accept);
  }

  /** A port that nobody listens at, of those that no connection is given by itself. */
  public static int freePort() throws IOException {
    for (int tries = 0; tries < 100; tries++) {
      int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
      try (ServerSocket any = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return any.getLocalPort();
      } catch (BindException e) {
        // another one, then
      }
    }
    throw new IOException("no port is free");
  }

  public URI uri() {
    return URI.create("tcp://127.0.0.1:" + server.getLocalPort());
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket(broker.getHost(), broker.getPort());
      open.add(near);
      open.add(far);
      ways.incrementAndGet();
      SocketThreads.start("test-cut", () -> pump(near, far));
      SocketThreads.start("test-cut", () -> pump(far, near));
    }
  }

  private void pump(Socket from, Socket to) throws IOException {
    byte[] buffer = new byte[8192];
    for (int n = 0; n >= 0; n = from.getInputStream().read(buffer)) {
      to.getOutputStream().write(buffer, 0, n);
      try {
        thawed.await();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** From now on nothing moves, and nothing is closed. */
  public void freeze() {
    thawed = new CountDownLatch(1);
  }

  /** Cuts what is open now; new ways may be opened. */
  public void cut() throws IOException {
    for (Socket socket = open.poll(); socket != null; socket = open.poll()) {
      socket.setSoLinger(true, 0); // a reset, not a polite end
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
    thawed.countDown();
  }
}
