package org.dharch.benchmarks.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A persistent connection with at most one request in flight. One thread. */
final class ClientConnection implements AutoCloseable {
  private final ServiceAddress target;
  private final Object owner;
  private final Selector selector;
  private final HttpResponseParser response = new HttpResponseParser();
  private ByteBuffer out = ByteBuffer.allocate(0);
  private Optional<Call> call = Optional.empty();
  private long dueAt;
  private boolean counts;
  private SocketChannel channel;
  private SelectionKey key;

  /**
   * Connects.
   *
   * @param owner the stream whose requests it carries
   */
  ClientConnection(ServiceAddress target, Selector selector, Object owner) throws IOException {
    this.target = target;
    this.owner = owner;
    this.selector = selector;
    channel = connected();
    key = channel.register(selector, SelectionKey.OP_READ, this);
  }

  private SocketChannel connected() throws IOException {
    SocketChannel made =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), target.port()));
    made.setOption(StandardSocketOptions.TCP_NODELAY, true);
    made.configureBlocking(false);
    return made;
  }

  /**
   * Sends {@code next}.
   *
   * @param due its due time
   * @param recorded whether it counts
   */
  void send(Call next, long due, boolean recorded) throws IOException {
    String head =
        "POST "
            + target.path()
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + next.contentType()
            + "\r\n"
            + (next.action().isEmpty() ? "" : "SOAPAction: \"" + next.action() + "\"\r\n")
            + (next.client().isEmpty() ? "" : Call.CLIENT + ": " + next.client() + "\r\n")
            + "Content-Length: "
            + next.body().length
            + "\r\n\r\n";
    byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
    out = ByteBuffer.allocate(bytes.length + next.body().length);
    out.put(bytes).put(next.body()).flip();
    call = Optional.of(next);
    dueAt = due;
    counts = recorded;
    if (!channel.isOpen()) {
      channel = connected();
      key = channel.register(selector, SelectionKey.OP_READ, this);
    }
    response.reset();
    write();
  }

  void write() throws IOException {
    channel.write(out);
    key.interestOps(out.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
  }

  /** Reads available bytes and returns whether the answer is complete. */
  boolean read(ByteBuffer buffer) throws IOException {
    while (true) {
      buffer.clear();
      int count = channel.read(buffer);
      if (count < 0) {
        throw new EOFException("the server closed the connection");
      } else if (count == 0) {
        return false;
      }
      if (response.add(buffer.flip())) {
        if (response.isLast()) {
          channel.close();
        }
        return true;
      }
    }
  }

  Object owner() {
    return owner;
  }

  boolean writes() {
    return out.hasRemaining();
  }

  Call call() {
    return call.orElseThrow();
  }

  long dueAt() {
    return dueAt;
  }

  boolean counts() {
    return counts;
  }

  int status() {
    return response.status();
  }

  String text() {
    return response.text();
  }

  ByteBuffer body() {
    return response.body();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
