package org.dharch.benchmarks.decentralized;

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
 * A way to something that is far away: a TCP proxy on the loopback address that keeps each piece
 * until it would be there. Two threads for each direction of a connection, one that stamps what it
 * reads and one that waits and writes; 8 MiB at most are on the way. Below a millisecond it is no
 * use.
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
   * Starts one.
   *
   * @param target where it leads: a URI with host and port
   */
  static DelayProxy start(URI target, DelayedLink there, DelayedLink back) throws IOException {
    DelayProxy proxy =
        new DelayProxy(new InetSocketAddress(target.getHost(), target.getPort()), there, back);
    proxy.thread("accept", proxy::accept);
    return proxy;
  }

  /** The same URI as {@code target}, through it. */
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
                // one end has closed it, and so is the other below
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
    BlockingQueue<Piece> way = new ArrayBlockingQueue<>(PIECES);
    thread("reader", () -> read(from, link, way));
    thread("writer", () -> write(to, way));
  }

  private void read(Socket from, DelayedLink link, BlockingQueue<Piece> way)
      throws InterruptedException {
    byte[] buffer = new byte[PIECE];
    try {
      InputStream in = from.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        way.put(new Piece(Arrays.copyOf(buffer, count), link.due(System.nanoTime(), count)));
      }
    } catch (IOException e) {
      // as its end
    }
    way.put(new Piece(new byte[0], link.due(System.nanoTime(), 0)));
  }

  private void write(Socket to, BlockingQueue<Piece> way) throws IOException, InterruptedException {
    OutputStream out = to.getOutputStream();
    while (true) {
      Piece piece = way.take();
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
