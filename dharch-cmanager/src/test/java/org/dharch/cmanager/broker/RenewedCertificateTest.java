package org.dharch.cmanager.broker;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.dharch.cmanager.Logs;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.cmanager.options.KeyStores;
import org.dharch.core.spi.CertificateExpiry;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker uses a renewed certificate without a restart. */
class RenewedCertificateTest {
  private static final String PASSWORD = "changeit";

  @TempDir Path dir;

  private Path pair(String name) throws Exception {
    Path store = dir.resolve(name + ".p12");
    Keytool.pair(store, PASSWORD, "broker", "ip:127.0.0.1");
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
    return store;
  }

  private static Map<String, String> store(String kind, Path file) {
    return Map.of(kind + "Store", file.toString(), kind + "StorePassword", PASSWORD);
  }

  private static boolean connects(URI uri, Path trusted) {
    Connector connector =
        new Connector(JmsOptions.of(store("trust", trusted)), 1, () -> "dharch:x:y:z");
    try {
      connector.connect(uri, lost -> {}).close();
      return true;
    } catch (JMSException e) {
      assertTrue(e.getMessage().startsWith("certificate rejected"), e::getMessage);
      return false;
    }
  }

  @Test
  void newConnectionsGetTheRenewedCertificate() throws Exception {
    Path used = pair("used");
    Path before = Files.copy(used, dir.resolve("before.p12"));
    Path renewed = pair("renewed");
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(URI.create("ssl://127.0.0.1:0"), JmsOptions.of(store("key", used)))) {
      assertTrue(connects(broker.uri(), before));
      assertTrue(!connects(broker.uri(), renewed));
      Files.writeString(dir.resolve("torn"), "half");
      Files.move(dir.resolve("torn"), used, StandardCopyOption.REPLACE_EXISTING);
      assertTrue(connects(broker.uri(), before), "a file that cannot be read changes nothing");
      Files.copy(renewed, used, StandardCopyOption.REPLACE_EXISTING);
      soon().until(() -> connects(broker.uri(), renewed));
      assertTrue(!connects(broker.uri(), before));
    }
  }

  @Test
  void expiryIsThatOfTheFileNow() throws Exception {
    Path used = pair("used");
    Supplier<List<CertificateExpiry>> expiries =
        KeyStores.expiries(JmsOptions.of(store("key", used)).security().tls());
    Instant end = expiries.get().get(0).end();
    assertEquals(used.toString(), expiries.get().get(0).store());
    assertTrue(end.isAfter(Instant.now().plus(Duration.ofDays(80))), end::toString);
    Path other = dir.resolve("other.p12");
    Keytool.run(
        other,
        PASSWORD,
        "-genkeypair",
        "-alias",
        "b",
        "-keyalg",
        "EC",
        "-dname",
        "CN=b",
        "-validity",
        "3");
    Files.move(other, used, StandardCopyOption.REPLACE_EXISTING);
    soon().until(() -> expiries.get().get(0).end().isBefore(end));
    Files.delete(used);
    assertEquals(1, expiries.get().size(), "the latest known");
  }

  @Test
  void keyStoreThatOthersCanReadIsLogged() throws Exception {
    Path used = pair("used");
    Files.setPosixFilePermissions(used, PosixFilePermissions.fromString("rw-r--r--"));
    JmsOptions.Tls tls = JmsOptions.of(store("key", used)).security().tls();
    String log = Logs.of(() -> KeyStores.context(tls));
    assertTrue(log.contains("must be accessible only to its owner (chmod 600) file=" + used), log);
  }
}
