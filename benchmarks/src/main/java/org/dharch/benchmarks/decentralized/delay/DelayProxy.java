package org.dharch.benchmarks.decentralized.delay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP proxy on the loopback address that holds each piece of data until its arrival time on a
 * slow line. Two threads for each direction of a connection: one stamps its input, one waits and
 * writes. At most 8 MiB are in transit. Delays below a millisecond are not accurate.
 */
final class DelayProxy implements AutoCloseable {
  private static final int PIECE = 8192;
  private static final int PIECES = 1024;

  private final InetSocketAddress target;
  private final DelayedLink there;
  private final DelayedLink back;
  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  private record Piece(byte[] bytes, long due) {}

  private DelayProxy(InetSocketAddress target, DelayedLink there, DelayedLink back)
      throws IOException {
    this.target = target;
    this.there = there;
    this.back = back;
    server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
  }

  /**
   * Starts a proxy.
   *
   * @param target the target: a URI with host and port
   */
  static DelayProxy start(URI target, DelayedLink there, DelayedLink back) throws IOException {
    DelayProxy proxy =
        new DelayProxy(new InetSocketAddress(target.getHost(), target.getPort()), there, back);
    proxy.thread("accept", proxy::accept);
    return proxy;
  }

  /** Returns {@code target} with the address of this proxy. */
  URI through(URI target) {
    return URI.create(
        target.getScheme()
            + "://"
            + server.getInetAddress().getHostAddress()
            + ":"
            + server.getLocalPort()
            + (target.getPath() == null ? "" : target.getPath()));
  }

  private interface Loop {
    void run() throws IOException, InterruptedException;
  }

  private void thread(String name, Loop loop) {
    Thread thread =
        new Thread(
            () -> {
              try {
                loop.run();
              } catch (IOException e) {
                // one end closed the connection; the other end is closed below
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "distant-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = server.accept();
      Socket far = new Socket();
      sockets.addAll(List.of(near, far));
      far.connect(target);
      near.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      carry(near, far, there);
      carry(far, near, back);
    }
  }

  private void carry(Socket from, Socket to, DelayedLink link) {
    BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(PIECES);
    thread("reader", () -> read(from, link, pieces));
    thread("writer", () -> write(to, pieces));
  }

  private void read(Socket from, DelayedLink link, BlockingQueue<Piece> pieces)
      throws InterruptedException {
    byte[] buffer = new byte[PIECE];
    try {
      InputStream in = from.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        pieces.put(new Piece(Arrays.copyOf(buffer, count), link.due(System.nanoTime(), count)));
      }
    } catch (IOException e) {
      // marks the end
    }
    pieces.put(new Piece(new byte[0], link.due(System.nanoTime(), 0)));
  }

  private void write(Socket to, BlockingQueue<Piece> pieces)
      throws IOException, InterruptedException {
    OutputStream out = to.getOutputStream();
    while (true) {
      Piece piece = pieces.take();
      for (long left = piece.due() - System.nanoTime();
          left > 0;
          left = piece.due() - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      if (piece.bytes().length == 0) {
        to.shutdownOutput();
        return;
      }
      out.write(piece.bytes());
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket each : sockets) {
      each.close();
    }
  }
}
