package org.dharch.cmanager.direct;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.link.LinkBounds;
import org.dharch.cmanager.link.LinkDialer;
import org.dharch.cmanager.link.LinkSettings;
import org.dharch.cmanager.node.JmsNodeChannel;
import org.dharch.core.message.Outcome;
import org.dharch.core.node.HandlerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strangers at a node's port: none gets in, and whoever belongs there does all the same. */
class PendingConnectionsTest {
  private final Opened open = new Opened();
  private LinkedSystem namespace;
  private JmsNodeChannel channel;
  private HandlerNode node;
  private int port;
  private Meddler meddler;

  /** The manager goes through the middle. */
  @BeforeEach
  void start() throws Exception {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = any.getLocalPort();
    }
    meddler = with(new Meddler(port));
    namespace = with(LinkedSystem.withBroker("nothing"));
    String link = "127.0.0.1:" + port + "=127.0.0.1:" + meddler.port();
    channel = new JmsCManagerProvider().node(namespace.broker(), Map.of("link", link));
    node =
        with(
            HandlerNode.builder("known")
                .handler("nothing", 4, message -> Changes.NONE)
                .start(channel));
  }

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private <T extends AutoCloseable> T with(T one) {
    return open.with(one);
  }

  private Socket unknownClient() throws IOException {
    Socket socket = with(new Socket(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** That the node closes it, after at most so many bytes. */
  private static void closes(Socket socket, int most) throws IOException {
    try {
      int output = socket.getInputStream().readAllBytes().length;
      assertTrue(output <= most, "said " + output);
    } catch (SocketException e) {
      // reset: what it was told was not read to its end
    }
  }

  private void messageCompletes() throws Exception {
    assertInstanceOf(Outcome.Completed.class, namespace.message().get(20, TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n",
        "\0\0\0\u0005DLxyz",
        "\0\0\u0010\u0001", // a block of 4097 bytes
        "\u007f\u007f\u007f\u007f",
        "\0\0\0\u0016DL\u0002\0aaaaaaaaaaaaaaaa\u007f\u007f" // a name that is longer than all
      })
  void garbageIsClosedAtOnce(String garbage) throws Exception {
    Socket socket = unknownClient();
    socket.getOutputStream().write(garbage.getBytes(StandardCharsets.ISO_8859_1));
    closes(socket, 0);
    namespace.awaitLinks(1);
    messageCompletes();
  }

  @Test
  void otherKeyIsRejected() throws Exception {
    namespace.awaitLinks(1);
    CompletableFuture<String> why = new CompletableFuture<>();
    try (LinkDialer dialer =
        new LinkDialer(1, new LinkSettings(LinkBounds.of(1 << 20), Optional.empty()))) {
      dialer.dial(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          handshake ->
              new LinkHandshake.Managers(
                  TestKeys.namespace(7),
                  false,
                  "stranger",
                  node.id(),
                  handshake,
                  frames -> {
                    throw new IllegalStateException("let in");
                  }),
          why::complete);
      assertEquals("its node must have the node's key", why.get(10, TimeUnit.SECONDS));
    }
    Socket socket = unknownClient(); // one that does not mind
    socket.getOutputStream().write(hello("stranger", node.id().toString()));
    byte[] answer = socket.getInputStream().readNBytes(4 + 48);
    assertEquals(52, answer.length);
    socket.getOutputStream().write(block(new byte[32]));
    closes(socket, 0);
    messageCompletes();
  }

  @Test
  void replayedHandshakeIsRejected() throws Exception {
    namespace.awaitLinks(1);
    messageCompletes();
    Socket socket = unknownClient();
    socket.getOutputStream().write(meddler.recorded());
    closes(socket, 52); // its answer has a nonce of its own
    messageCompletes();
    assertEquals(1, namespace.transport.linked().size());
  }

  @Test
  void repeatedFrameClosesLink() throws Exception {
    namespace.awaitLinks(1);
    messageCompletes();
    meddler.repeat();
    soon().until(() -> channel.forgedCount() == 1);
    messageCompletes();
    namespace.awaitLinks(1);
    messageCompletes();
  }

  @Test
  void injectedFrameClosesLink() throws Exception {
    namespace.awaitLinks(1);
    meddler.add(block(new byte[100]));
    soon().until(() -> channel.forgedCount() == 1);
    messageCompletes();
    namespace.awaitLinks(1);
  }

  @Test
  void idleConnectionsBlockNoLogin() throws Exception {
    namespace.awaitLinks(1);
    List<Socket> idle = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      idle.add(unknownClient());
    }
    LinkedSystem another = with(new LinkedSystem(namespace.broker(), Map.of(), "nothing"));
    another.awaitLinks(1);
    assertEquals(1, namespace.transport.linked().size());
    for (Socket each : idle) {
      closes(each, 0);
    }
    messageCompletes();
  }

  @Test
  void slowHandshakeIsClosed() throws Exception {
    Socket socket = unknownClient();
    socket.getOutputStream().write(hello("slow", node.id().toString()));
    closes(socket, 52);
  }

  private static byte[] hello(String manager, String node) {
    byte[] from = manager.getBytes(StandardCharsets.UTF_8);
    byte[] to = node.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(20 + 2 + from.length + 2 + to.length);
    out.put((byte) 'D').put((byte) 'L').put((byte) 1).put((byte) 0).put(new byte[16]);
    out.putShort((short) from.length).put(from).putShort((short) to.length).put(to);
    return block(out.array());
  }

  private static byte[] block(byte[] content) {
    return ByteBuffer.allocate(4 + content.length).putInt(content.length).put(content).array();
  }
}
