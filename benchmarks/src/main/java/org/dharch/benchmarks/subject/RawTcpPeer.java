package org.dharch.benchmarks.subject;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The other end of {@link RawTcp}: one thread per connection, which handles and replies. */
final class RawTcpPeer {
  private static final int BUFFER = 64 * 1024;

  private RawTcpPeer() {}

  /**
   * Serves clients on the host of {@code other} until the JVM ends; returns {@code address:port}.
   */
  static String serve(URI other, FarHandler handler) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, addressTowards(other));
    Executor threads = Executors.newCachedThreadPool(RawTcpPeer::thread);
    threads.execute(() -> accept(server, threads, handler));
    return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
  }

  private static InetAddress addressTowards(URI other) throws IOException {
    try (DatagramSocket nothingIsSent = new DatagramSocket()) {
      nothingIsSent.connect(new InetSocketAddress(other.getHost(), other.getPort()));
      return nothingIsSent.getLocalAddress();
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "raw-tcp");
    thread.setDaemon(true);
    return thread;
  }

  private static void accept(ServerSocket server, Executor threads, FarHandler handler) {
    try {
      while (true) {
        Socket client = server.accept();
        client.setTcpNoDelay(true);
        threads.execute(() -> answer(client, handler));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(Socket client, FarHandler handler) {
    byte[] reply = RawPeer.reply();
    try (DataInputStream in =
            new DataInputStream(new BufferedInputStream(client.getInputStream(), BUFFER));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(client.getOutputStream()))) {
      while (true) {
        long number = in.readLong();
        handler.handle(in.readNBytes(in.readInt()), 1);
        out.writeLong(number);
        out.write(reply);
        if (in.available() == 0) {
          out.flush(); // sends all available replies together
        }
      }
    } catch (IOException e) {
      // the other side has closed the connection
    }
  }
}
