package org.dharch.axis2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.hc.core5.http.io.EofSensorInputStream;

/**
 * What a server says in an HTTP response that nobody waits for, read to its end, so that its
 * connection can be used again; as many bytes, and for as long, as it may. A connection whose
 * server goes on is closed, since to close the stream alone would read on until that ends.
 */
final class BackBytes {
  private static final int CHUNK = 8 << 10;
  private static final String HTTP = "org.apache.hc.core5.http.io.EofSensorInputStream";

  private BackBytes() {}

  /**
   * All of {@code came}, which is closed then.
   *
   * @param limit how many bytes it may have
   * @param time how long they may take; one that does not come is waited for as long as the socket
   *     waits
   * @throws IOException if it is more, takes longer, or breaks off
   */
  static byte[] read(InputStream came, int limit, Duration time) throws IOException {
    long begin = System.nanoTime();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    boolean isWhole = false;
    try {
      for (int n = came.read(chunk); n >= 0; n = came.read(chunk)) {
        if (n > limit - all.size()) {
          throw new IOException("it has more than " + limit + " bytes");
        }
        all.write(chunk, 0, n);
        if (System.nanoTime() - begin > time.toNanos()) {
          throw new SocketTimeoutException("it has not ended after " + time.toMillis() + " ms");
        }
      }
      isWhole = true;
    } finally {
      end(came, isWhole);
    }
    return all.toByteArray();
  }

  /** Of a compressed stream that goes on the connection cannot be had; it is left as it is. */
  private static void end(InputStream came, boolean isWhole) throws IOException {
    if (isWhole) {
      came.close();
    } else if (came.getClass().getName().equals(HTTP)) { // Axis2 can be without this transport
      Connection.close(came);
    }
  }

  /** Loaded where there is such a stream only. */
  private static final class Connection {
    static void close(InputStream came) throws IOException {
      ((EofSensorInputStream) came).abort();
    }
  }
}
