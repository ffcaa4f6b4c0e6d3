package org.dharch.axis2.message;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.dharch.axis2.BackendCalls;

/** A request whose header lines reach the server as they are written here. */
final class RawPost {
  private RawPost() {}

  /** The whole response to a SOAP 1.1 request for {@code operation}. */
  static String send(String url, String operation, String envelope, String... headerLines)
      throws IOException {
    URI uri = URI.create(url);
    byte[] body = envelope.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST "
            + uri.getRawPath()
            + " HTTP/1.1\r\nHost: "
            + uri.getAuthority()
            + "\r\nContent-Type: text/xml; charset=UTF-8\r\nSOAPAction: \""
            + BackendCalls.action(operation)
            + "\"\r\nContent-Length: "
            + body.length
            + "\r\nConnection: close\r\n"
            + String.join("", lines(headerLines))
            + "\r\n";
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(30_000);
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      out.write(body);
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String[] lines(String... headers) {
    String[] lines = new String[headers.length];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = headers[i] + "\r\n";
    }
    return lines;
  }
}
