package org.dharch.cmanager;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.activemq.broker.SslContext;
import org.dharch.core.message.Reason;

/** Reads the key and trust store of an {@code ssl://} broker. */
final class KeyStores {
  private KeyStores() {}

  static SslContext brokerContext(JmsOptions.Tls tls) throws Exception {
    Path keys =
        tls.keyStore()
            .orElseThrow(
                () -> new CManagerException("an ssl:// broker without keyStore; one is needed"));
    char[] password = chars(tls.keyStorePassword());
    KeyManagerFactory keyManagers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(read("keyStore", keys, password), password);
    TrustManager[] trust = {};
    if (tls.trustStore().isPresent()) {
      TrustManagerFactory trustManagers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trustManagers.init(
          read("trustStore", tls.trustStore().get(), chars(tls.trustStorePassword())));
      trust = trustManagers.getTrustManagers();
    }
    KeyManager[] own = keyManagers.getKeyManagers();
    return new SslContext(own, trust, null);
  }

  private static KeyStore read(String option, Path file, char[] password) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
      return store;
    } catch (Exception e) {
      throw new CManagerException(
          option + "=" + file + " cannot be read as a key store: " + Reason.of(e), e);
    }
  }

  private static char[] chars(Optional<String> text) {
    return text.map(String::toCharArray).orElseGet(() -> new char[0]);
  }
}
