package org.dharch.axis2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.hc.core5.http.io.EofSensorInputStream;

/**
 * Reads an HTTP response to its end, within a limit of bytes and time, so that its connection can
 * be reused. Otherwise it closes the connection, because closing the stream would read the rest.
 */
final class BackBytes {
  private static final int CHUNK = 8 << 10;
  private static final String HTTP = "org.apache.hc.core5.http.io.EofSensorInputStream";

  private BackBytes() {}

  /**
   * Reads all of {@code in} and closes it.
   *
   * @param limit the largest number of bytes
   * @param time the longest time; a single read may wait for the timeout of the socket
   * @throws IOException if the response is larger, takes longer or is incomplete
   */
  static byte[] read(InputStream in, int limit, Duration time) throws IOException {
    long begin = System.nanoTime();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    boolean isWhole = false;
    try {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        if (n > limit - all.size()) {
          throw new IOException("the response must have at most " + limit + " bytes");
        }
        all.write(chunk, 0, n);
        if (System.nanoTime() - begin > time.toNanos()) {
          throw new SocketTimeoutException(
              "the response must end within " + time.toMillis() + " ms");
        }
      }
      isWhole = true;
    } finally {
      end(in, isWhole);
    }
    return all.toByteArray();
  }

  /** Closes {@code in}, or its connection; a compressed stream gives no access to the latter. */
  private static void end(InputStream in, boolean isWhole) throws IOException {
    if (isWhole) {
      in.close();
    } else if (in.getClass().getName().equals(HTTP)) { // this transport is optional
      Connection.close(in);
    }
  }

  /** Loaded only if the transport is present. */
  private static final class Connection {
    static void close(InputStream in) throws IOException {
      ((EofSensorInputStream) in).abort();
    }
  }
}
