package org.dharch.servlet;

import static org.dharch.testing.Awaits.ignoringServerErrors;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Clients that would go on with their connections, and send the first byte of a message and no
 * more, or one at a time.
 */
final class HalfClients implements AutoCloseable {
  private final int port;
  private final String head;
  private final List<Socket> sockets = new ArrayList<>();

  HalfClients(int port, String path, String type, int length) {
    this.port = port;
    this.head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: a\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + length
            + "\r\n\r\n<";
  }

  void open(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    }
  }

  /** Until each is answered so. */
  void awaitStatus(int status) throws IOException {
    for (Socket socket : sockets) {
      byte[] line = socket.getInputStream().readNBytes(12);
      assertEquals("HTTP/1.1 " + status, new String(line, StandardCharsets.US_ASCII));
    }
  }

  /** While half of these go on to send, and the others do not. */
  void assertServedBesides(String url) throws Exception {
    CompletableFuture<HttpResponse<String>> other =
        OrderCalls.sendAsyncOnNewConnection(url, OrderCalls.order11("1"));
    ignoringServerErrors()
        .until(
            () -> {
              sockets.subList(0, sockets.size() / 2).forEach(HalfClients::oneByteMore);
              return other.isDone();
            });
    assertEquals(200, other.get().statusCode());
  }

  private static void oneByteMore(Socket socket) {
    try {
      socket.getOutputStream().write('x');
      socket.getOutputStream().flush();
    } catch (IOException e) {
      // the server has closed it
    }
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
