package org.dharch.benchmarks.overhead;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A SOAP client on one kept connection, as bare as it can be, so that the server is what is timed.
 */
final class SoapSocket implements AutoCloseable {
  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;
  private final byte[] request;

  SoapSocket(URI endpoint, byte[] envelope) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
    out = socket.getOutputStream();
    in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16));
    String head =
        "POST "
            + endpoint.getPath()
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: text/xml; charset=UTF-8\r\nSOAPAction: \"urn:echo\"\r\n"
            + "Content-Length: "
            + envelope.length
            + "\r\n\r\n";
    byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
    request = new byte[bytes.length + envelope.length];
    System.arraycopy(bytes, 0, request, 0, bytes.length);
    System.arraycopy(envelope, 0, request, bytes.length, envelope.length);
  }

  /** One round trip; the length of the answer's body. */
  int call() throws IOException {
    out.write(request);
    String status = line();
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException(status);
    }
    int length = -1;
    boolean chunked = false;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(15).trim());
      }
      chunked |= header.equals("transfer-encoding: chunked");
    }
    if (!chunked) {
      in.skipNBytes(length);
      return length;
    }
    int total = 0;
    for (int size = chunk(); size > 0; size = chunk()) {
      in.skipNBytes(size);
      line();
      total += size;
    }
    line();
    return total;
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line().trim(), 16);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
