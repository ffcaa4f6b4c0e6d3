package org.dharch.servlet;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A client of HTTP/2 (RFC 9113), without TLS, that sends the beginning of each of its messages and
 * no more, all on one connection.
 */
final class HalfStreams implements AutoCloseable {
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final int MAX_FRAME = 1 << 20;

  /** Tomcat ends a connection whose frames are smaller. */
  private static final byte[] BEGUN =
      ("<a>" + "x".repeat(2000)).getBytes(StandardCharsets.US_ASCII);

  private final Socket socket;
  private final byte[] head;
  private int stream = -1;

  HalfStreams(int port, String path, String type) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    head = head(path, type);
    send(PREFACE.getBytes(StandardCharsets.US_ASCII), frame(SETTINGS, 0, 0, new byte[0]));
  }

  /** Names, and what it can, of the static table; none in a table (RFC 7541, appendix A, 6.2.2). */
  private static byte[] head(String path, String type) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x83); // :method POST
    out.write(0x86); // :scheme http
    out.write(1); // :authority
    text(out, "a");
    out.write(4); // :path
    text(out, path);
    out.writeBytes(new byte[] {15, 16}); // content-type
    text(out, type);
    return out.toByteArray();
  }

  private static void text(ByteArrayOutputStream out, String value) {
    out.write(value.length()); // less than 127
    out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {(byte) (payload.length >> 16), (byte) (payload.length >> 8)});
    out.write(payload.length);
    out.write(type);
    out.write(flags);
    out.writeBytes(new byte[] {0, 0, (byte) (stream >> 8), (byte) stream});
    out.writeBytes(payload);
    return out.toByteArray();
  }

  private void send(byte[]... frames) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each : frames) {
      all.writeBytes(each);
    }
    socket.getOutputStream().write(all.toByteArray());
    socket.getOutputStream().flush();
  }

  void open(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      stream += 2;
      send(frame(HEADERS, END_HEADERS, stream, head), frame(DATA, 0, stream, BEGUN));
    }
  }

  /** Until so many of them have been answered. */
  void awaitAnswers(int count) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int answers = 0;
    while (answers < count) {
      int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      in.readInt();
      if (length > MAX_FRAME) {
        throw new IOException("no frame: " + length + " bytes");
      }
      in.skipNBytes(length);
      if (type == HEADERS) {
        answers++;
      } else if (type == SETTINGS && flags != ACK) {
        send(frame(SETTINGS, ACK, 0, new byte[0]));
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
