package org.dharch.benchmarks.subject;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The other end of {@link RawTcp}: one thread for each connection, which handles and answers. */
final class RawTcpPeer {
  private static final int BUFFER = 64 * 1024;

  private RawTcpPeer() {}

  /** Serves until the JVM ends; the port. */
  static int serve(FarHandler handler) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Executor threads = Executors.newCachedThreadPool(RawTcpPeer::thread);
    threads.execute(() -> accept(server, threads, handler));
    return server.getLocalPort();
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
        in.readNBytes(in.readInt());
        handler.handle();
        out.writeLong(number);
        out.write(reply);
        if (in.available() == 0) {
          out.flush(); // replies of one turn leave together
        }
      }
    } catch (IOException e) {
      // the other side has closed it
    }
  }
}
