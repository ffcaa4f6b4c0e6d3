package org.dharch.cmanager.direct;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.core.message.Outcome;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Direct links beside a broker with TLS, and with frames that are encrypted. */
class LinkTlsTest {
  @TempDir private Path folder;

  private Map<String, String> keys(String name, boolean shows) throws Exception {
    Path keys = folder.resolve(name + ".p12");
    if (!Files.exists(keys)) {
      Keytool.pair(keys, "changeit", name, "ip:127.0.0.1");
    }
    String store = shows ? "keyStore" : "trustStore";
    return Map.of(store, keys.toString(), store + "Password", "changeit");
  }

  private static HandlerNode node(URI broker, Map<String, String> options) {
    return HandlerNode.builder("node")
        .handler("nothing", 4, message -> Changes.NONE)
        .start(new JmsCManagerProvider().node(broker, options));
  }

  private static void completes(LinkedSystem namespace) throws Exception {
    assertInstanceOf(Outcome.Completed.class, namespace.message().get(20, TimeUnit.SECONDS));
  }

  /** What is on the wire cannot be read: the envelope's name is not in it. */
  private void linkedAndUnread(
      URI broker, Map<String, String> managers, Map<String, String> nodes, boolean unread)
      throws Exception {
    int port;
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = any.getLocalPort();
    }
    Map<String, String> all = new HashMap<>(nodes);
    try (Meddler meddler = new Meddler(port);
        LinkedSystem namespace = new LinkedSystem(broker, managers, "nothing")) {
      all.put("link", "127.0.0.1:" + port + "=127.0.0.1:" + meddler.port());
      try (HandlerNode node = node(namespace.broker(), all)) {
        namespace.awaitLinks(1);
        completes(namespace);
        String wire = new String(meddler.recorded(), StandardCharsets.ISO_8859_1);
        assertTrue(wire.length() > 200, wire);
        assertTrue(wire.contains("Envelope") != unread, node.id() + ": " + wire);
      }
    }
  }

  @Test
  void unencryptedFramesAreSigned() throws Exception {
    linkedAndUnread(URI.create("embedded:tcp://127.0.0.1:0"), Map.of(), Map.of(), false);
  }

  @Test
  void linkFramesAreEncrypted() throws Exception {
    Map<String, String> encrypt = Map.of("encrypt", "true");
    linkedAndUnread(URI.create("embedded:tcp://127.0.0.1:0"), encrypt, encrypt, true);
  }

  @Test
  void linkUsesTlsStoresOfBrokerConnection() throws Exception {
    linkedAndUnread(
        URI.create("embedded:ssl://127.0.0.1:0"),
        keys("broker", true),
        keys("broker", false),
        true);
  }

  @Test
  void withoutCertificateBrokerIsUsed() throws Exception {
    try (EmbeddedBroker broker =
            EmbeddedBroker.start(URI.create("ssl://127.0.0.1:0"), keys("broker", true));
        LinkedSystem namespace = new LinkedSystem(broker.uri(), keys("broker", false), "nothing");
        HandlerNode node = node(broker.uri(), keys("broker", false))) {
      soon().until(() -> namespace.manager.status().nodes().size() == 1);
      completes(namespace);
      assertTrue(namespace.transport.linked().isEmpty(), node.id()::toString);
    }
  }
}
