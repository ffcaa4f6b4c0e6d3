package org.dharch.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One HTTP request over a socket of its own, with bytes that no client library would send. */
final class RawCall {
  /** What came back, all of it as it is on the wire. */
  record Answer(int status, String all) {
    boolean contains(String text) {
      return all.contains(text);
    }
  }

  private RawCall() {}

  static Answer post(int port, String path, List<String> headers, byte[] body) throws IOException {
    return call(port, "POST", path, headers, body);
  }

  static Answer call(int port, String method, String path, List<String> headers, byte[] body)
      throws IOException {
    try (Socket socket = begin(port, method, path, headers, body.length)) {
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      return answer(socket);
    }
  }

  /** A client that has sent its head, and says that {@code length} bytes follow. */
  static Socket begin(int port, String method, String path, List<String> headers, int length)
      throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: a\r\n");
    headers.forEach(header -> head.append(header).append("\r\n"));
    head.append("Connection: close\r\nContent-Length: " + length + "\r\n\r\n");
    socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return socket;
  }

  /** What comes until the server closes the connection, or has nothing to say any more. */
  static Answer answer(Socket socket) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    byte[] chunk = new byte[8192];
    int read;
    try {
      while ((read = in.read(chunk)) >= 0) {
        all.write(chunk, 0, read);
      }
    } catch (IOException e) {
      if (all.size() == 0) {
        throw e;
      } // else the server closed while the rest was still being sent
    }
    String text = all.toString(StandardCharsets.ISO_8859_1);
    int blank = text.indexOf(' ');
    return new Answer(blank < 0 ? 0 : Integer.parseInt(text.substring(blank + 1, blank + 4)), text);
  }
}
