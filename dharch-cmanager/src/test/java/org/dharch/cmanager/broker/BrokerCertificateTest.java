package org.dharch.cmanager.broker;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * G94: what is wrong with a broker's certificate is said each time, though only one of the two
 * threads that ActiveMQ has for a connection's beginning hears it.
 */
class BrokerCertificateTest {
  private static final int TRIES = 30;

  @TempDir Path dir;

  private Map<String, String> keys(String kind, String name, String san) throws Exception {
    Path store = dir.resolve(name + ".p12");
    Keytool.pair(store, "changeit", name, san);
    return Map.of(kind + "Store", store.toString(), kind + "StorePassword", "changeit");
  }

  private static void assertEachTryIsRefused(URI uri, Map<String, String> trust, String reason) {
    Connector connector = new Connector(JmsOptions.of(trust), 1, () -> "dharch:x:y:z");
    for (int i = 0; i < TRIES; i++) {
      JMSException e =
          assertThrows(JMSException.class, () -> connector.connect(uri, lost -> {}).close());
      assertTrue(e.getMessage().contains(reason), i + ": " + e);
    }
  }

  private EmbeddedBroker broker(Map<String, String> keys) {
    return EmbeddedBroker.start(URI.create("ssl://127.0.0.1:0"), JmsOptions.of(keys));
  }

  @Test
  void certificateOfAnotherHostIsRejected() throws Exception {
    Map<String, String> keys = keys("key", "broker", "dns:other.example");
    Map<String, String> trust =
        Map.of("trustStore", keys.get("keyStore"), "trustStorePassword", "changeit");
    try (EmbeddedBroker broker = broker(keys)) {
      assertEachTryIsRefused(
          broker.uri(), trust, "certificate rejected: No subject alternative names");
    }
  }

  @Test
  void untrustedCertificateIsRejected() throws Exception {
    Map<String, String> trust = keys("trust", "known", "ip:127.0.0.1");
    try (EmbeddedBroker broker = broker(keys("key", "broker", "ip:127.0.0.1"))) {
      assertEachTryIsRefused(
          broker.uri(), trust, "certificate rejected: unable to find valid certification");
    }
  }
}
