package org.dharch.cmanager.direct;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.link.Link;
import org.dharch.cmanager.link.LinkBounds;
import org.dharch.cmanager.link.LinkDialer;
import org.dharch.cmanager.link.LinkListener;
import org.dharch.cmanager.link.LinkSettings;
import org.dharch.cmanager.link.LinkTls;
import org.dharch.cmanager.link.LinkUser;
import org.dharch.core.wire.NodeId;

/** A listener whose links say again what they hear, and those that come to it. Close it. */
final class LinkServer implements AutoCloseable {
  static final NodeId NODE = new NodeId("node", "1");

  /** What there is no memory to answer. */
  static final String TOO_MUCH = "too much";

  private static final LinkBounds BOUNDS = LinkBounds.of(1 << 20);

  final BlockingQueue<String> refused = new LinkedBlockingQueue<>();
  private final LinkListener listener;

  LinkServer(Optional<LinkTls> tls) throws Exception {
    listener =
        LinkListener.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            handshake ->
                new LinkHandshake.Nodes(
                    TestKeys.NAMESPACE,
                    false,
                    NODE,
                    handshake,
                    (manager, frames) -> new Echo(frames.link())),
            new LinkSettings(BOUNDS, tls),
            refused::add);
  }

  InetSocketAddress address() {
    return listener.address();
  }

  @Override
  public void close() {
    listener.close();
  }

  private static byte[] bytes(ByteBuffer block) {
    byte[] bytes = new byte[block.remaining()];
    block.get(bytes);
    return bytes;
  }

  private record Echo(Link link) implements LinkUser {
    @Override
    public void opened() {}

    @Override
    public void received(ByteBuffer block) {
      byte[] output = bytes(block);
      boolean isMuch = new String(output, StandardCharsets.UTF_8).equals(TOO_MUCH);
      byte[] answer = isMuch ? new byte[Integer.MAX_VALUE] : output;
      link.write(answer.length, out -> out.accept(answer));
      link.flush();
    }

    @Override
    public void receivedAll() {}

    @Override
    public void writable() {}

    @Override
    public void closed(String reason) {}
  }

  /** Who has the key, and has come. */
  static final class Comer implements LinkUser, AutoCloseable {
    final CompletableFuture<Link> link = new CompletableFuture<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    private final BlockingQueue<String> recorder = new LinkedBlockingQueue<>();
    private final LinkDialer dialer;
    private Link mine;

    Comer(LinkServer server, Optional<LinkTls> tls) {
      dialer = new LinkDialer(1, new LinkSettings(BOUNDS, tls));
      dialer.dial(
          server.address(),
          handshake ->
              new LinkHandshake.Managers(
                  TestKeys.NAMESPACE,
                  false,
                  "manager",
                  NODE,
                  handshake,
                  frames -> of(frames.link())),
          why -> link.completeExceptionally(new AssertionError(why)));
    }

    private LinkUser of(Link own) {
      mine = own;
      return this;
    }

    /** What it hears when it says {@code text}. */
    String echo(String text) throws Exception {
      Link open = link.get(10, TimeUnit.SECONDS);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      open.run(
          () -> {
            open.write(bytes.length, out -> out.accept(bytes));
            open.flush();
          });
      return recorder.poll(5, TimeUnit.SECONDS);
    }

    @Override
    public void opened() {
      link.complete(mine);
    }

    @Override
    public void received(ByteBuffer block) {
      recorder.add(new String(bytes(block), StandardCharsets.UTF_8));
    }

    @Override
    public void receivedAll() {}

    @Override
    public void writable() {}

    @Override
    public void closed(String reason) {
      closed.complete(reason);
    }

    @Override
    public void close() {
      dialer.close();
    }
  }
}
