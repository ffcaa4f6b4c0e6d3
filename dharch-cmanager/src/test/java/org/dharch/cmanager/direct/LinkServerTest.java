package org.dharch.cmanager.direct;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.dharch.cmanager.Logs;
import org.dharch.cmanager.Opened;
import org.dharch.cmanager.link.Link;
import org.dharch.cmanager.link.LinkTls;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many strangers at the door: they hold no link's thread, have few places, and keep nobody out. */
class LinkServerTest {
  private static final int MANY = 100;
  private static final int PLACES = 64;

  @TempDir private Path folder;
  private final Opened open = new Opened();

  @AfterEach
  void close() throws Exception {
    open.close();
  }

  private <T extends AutoCloseable> T with(T one) {
    return open.with(one);
  }

  private Socket unknownClient(LinkServer server, String from) throws IOException {
    Socket socket =
        with(
            new Socket(
                server.address().getAddress(),
                server.address().getPort(),
                InetAddress.getByName(from),
                0));
    socket.setSoTimeout(20_000);
    return socket;
  }

  private List<Socket> unknownClients(LinkServer server, int many) throws IOException {
    List<Socket> all = new ArrayList<>();
    while (all.size() < many) {
      all.add(unknownClient(server, "127.0.0.1"));
    }
    return all;
  }

  private static void isClosed(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      in.readAllBytes();
    } catch (SocketException e) {
      // reset
    }
  }

  private static long openFiles() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }

  /** What handshakes draw from, as slowly as a test wants. */
  private static final class Slow extends SecureRandom {
    private static final long serialVersionUID = 1;
    private final AtomicInteger waiting = new AtomicInteger();
    private transient volatile CountDownLatch shut = new CountDownLatch(0);

    @Override
    public void nextBytes(byte[] bytes) {
      waiting.incrementAndGet();
      try {
        assertTrue(shut.await(30, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      super.nextBytes(bytes);
    }
  }

  private SSLContext context(SecureRandom random) throws Exception {
    Path file = folder.resolve("keys.p12");
    if (!Files.exists(file)) {
      Keytool.run(
          file, "changeit", "-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=a");
    }
    KeyStore store = KeyStore.getInstance(file.toFile(), "changeit".toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, "changeit".toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), random);
    return context;
  }

  @Test
  void pendingHandshakesBlockNoLink() throws Exception {
    Slow random = new Slow();
    Optional<LinkTls> managers = Optional.of(new LinkTls(context(new SecureRandom()), true));
    LinkServer server = with(new LinkServer(Optional.of(new LinkTls(context(random), false))));
    LinkServer.Comer link = with(new LinkServer.Comer(server, managers));
    assertEquals("first", link.echo("first"));

    random.shut = new CountDownLatch(1);
    int before = random.waiting.get();
    long files = openFiles();
    List<Socket> unknownClients = unknownClients(server, MANY);
    soon().until(() -> random.waiting.get() > before);
    for (long end = System.nanoTime() + 1_000_000_000; System.nanoTime() < end; ) {
      assertEquals("still", link.echo("still"));
    }
    long more = openFiles() - files;
    assertTrue(more <= MANY + PLACES + 10, more + " files more for " + MANY + " strangers");

    random.shut.countDown();
    LinkServer.Comer another = with(new LinkServer.Comer(server, managers));
    assertEquals("second", another.echo("second"));
    for (Socket each : unknownClients) {
      isClosed(each);
    }
    assertEquals("last", link.echo("last"));
    assertFalse(link.closed.isDone());
  }

  @Test
  void pendingConnectionsAreBounded() throws Exception {
    LinkServer server = with(new LinkServer(Optional.empty()));
    long files = openFiles();
    int many = 5 * MANY;
    unknownClients(server, many);
    soon().until(() -> server.refused.size() >= 2 * MANY);
    long more = openFiles() - files;
    assertTrue(more <= many + PLACES + 10, more + " files more for " + many + " strangers");
    assertEquals("hello", with(new LinkServer.Comer(server, Optional.empty())).echo("hello"));
  }

  @Test
  void manyConnectionsOfOneHostDisplaceEachOther() throws Exception {
    LinkServer server = with(new LinkServer(Optional.empty()));
    Socket single = unknownClient(server, "127.0.0.2");
    List<Socket> many = unknownClients(server, 2 * MANY);
    soon().until(() -> server.refused.size() >= MANY);
    assertStillReceived(server, single);
    for (Socket each : many) {
      isClosed(each);
    }
  }

  @Test
  void laterHandshakeStageIsDisplacedLast() throws Exception {
    LinkServer server = with(new LinkServer(Optional.empty()));
    Socket farther = unknownClient(server, "127.0.0.1");
    farther.getOutputStream().write(hello());
    assertEquals(52, farther.getInputStream().readNBytes(52).length);
    unknownClients(server, 2 * MANY);
    soon().until(() -> server.refused.size() >= MANY);
    farther.getOutputStream().write(block(new byte[32]));
    soon().until(() -> server.refused.contains("its manager must have the node's key"));
  }

  private static void assertStillReceived(LinkServer server, Socket socket) throws IOException {
    socket.getOutputStream().write(hello());
    assertEquals(52, socket.getInputStream().readNBytes(52).length, server.refused::toString);
  }

  private static byte[] hello() {
    byte[] from = "manager".getBytes(StandardCharsets.UTF_8);
    byte[] to = LinkServer.NODE.toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(20 + 2 + from.length + 2 + to.length);
    out.put((byte) 'D').put((byte) 'L').put((byte) 1).put((byte) 0).put(new byte[16]);
    out.putShort((short) from.length).put(from).putShort((short) to.length).put(to);
    return block(out.array());
  }

  private static byte[] block(byte[] content) {
    return ByteBuffer.allocate(4 + content.length).putInt(content.length).put(content).array();
  }

  @Test
  void bytesOfUnauthenticatedClientAreNotLogged() throws Exception {
    LinkServer server = with(new LinkServer(Optional.of(new LinkTls(context(null), false))));
    byte[] garbage = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    Socket waits = unknownClient(server, "127.0.0.1");
    assertTrue(waits.getInputStream().read() >= 0); // the node's hello
    waits.getOutputStream().write(garbage);
    assertEquals("TLS: no TLS", server.refused.poll(10, TimeUnit.SECONDS));
  }

  @Test
  void blockLostByMemoryShortageClosesLink() throws Exception {
    LinkServer server = with(new LinkServer(Optional.empty()));
    LinkServer.Comer comer = with(new LinkServer.Comer(server, Optional.empty()));
    assertEquals("first", comer.echo("first"));
    Link link = comer.link.get();
    String output =
        Logs.of(
            () -> {
              link.run(() -> link.write(9, out -> out.accept(new byte[Integer.MAX_VALUE])));
              soon().until(comer.closed::isDone);
            });
    assertTrue(comer.closed.get().contains("VM limit"), comer.closed::toString);
    assertTrue(output.contains("WARN") && output.contains("OutOfMemoryError"), output);
  }

  @Test
  void memoryShortageOfReaderClosesLink() throws Exception {
    LinkServer server = with(new LinkServer(Optional.empty()));
    LinkServer.Comer comer = with(new LinkServer.Comer(server, Optional.empty()));
    Link link = comer.link.get(10, TimeUnit.SECONDS);
    byte[] text = LinkServer.TOO_MUCH.getBytes(StandardCharsets.UTF_8);
    String output =
        Logs.of(
            () -> {
              link.run(
                  () -> {
                    link.write(text.length, out -> out.accept(text));
                    link.flush();
                  });
              soon().until(comer.closed::isDone);
            });
    assertTrue(output.contains("WARN") && output.contains("OutOfMemoryError"), output);
  }
}
