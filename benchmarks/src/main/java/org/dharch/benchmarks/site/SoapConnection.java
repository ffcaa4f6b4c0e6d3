package org.dharch.benchmarks.site;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A minimal SOAP 1.1 client on one persistent connection, so that the time is the server's. One
 * thread at a time.
 */
public final class SoapConnection implements AutoCloseable {
  private static final int MAX_ANSWER_BYTES = 64 << 20;

  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;
  private final String head;

  /** Connects. */
  public SoapConnection(URI endpoint, String action) throws IOException {
    socket = new Socket(endpoint.getHost(), endpoint.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    out = socket.getOutputStream();
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    head =
        "POST "
            + endpoint.getPath()
            + " HTTP/1.1\r\nHost: "
            + endpoint.getHost()
            + "\r\nContent-Type: text/xml; charset=UTF-8\r\nSOAPAction: \""
            + action
            + "\"\r\nContent-Length: ";
  }

  /**
   * Sends a request and returns the body of the answer.
   *
   * @throws IOException if the status is not 200; with the start of the answer
   */
  public byte[] call(byte[] envelope) throws IOException {
    byte[] first = (head + envelope.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] request = new byte[first.length + envelope.length];
    System.arraycopy(first, 0, request, 0, first.length);
    System.arraycopy(envelope, 0, request, first.length, envelope.length);
    out.write(request); // in one write, so that it leaves as one segment
    String status = line();
    int length = 0;
    boolean chunked = false;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(15).trim());
      }
      chunked |= header.equals("transfer-encoding: chunked");
    }
    byte[] body = chunked ? chunks() : in.readNBytes(bounded(length));
    if (!status.startsWith("HTTP/1.1 200")) {
      String text = new String(body, StandardCharsets.UTF_8).replaceAll("\\s+", " ");
      throw new IOException(status + ": " + text.substring(0, Math.min(300, text.length())));
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream(4096);
    for (int size = chunk(); size > 0; size = chunk()) {
      body.write(in.readNBytes(bounded(size)));
      line();
      bounded(body.size());
    }
    line();
    return body.toByteArray();
  }

  private static int bounded(int length) throws IOException {
    if (length < 0 || length > MAX_ANSWER_BYTES) {
      throw new IOException(
          "the answer must have at most " + MAX_ANSWER_BYTES + " bytes (got " + +MAX_ANSWER_BYTES);
    }
    return length;
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
