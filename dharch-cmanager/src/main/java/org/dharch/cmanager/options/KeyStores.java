package org.dharch.cmanager.options;

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
import org.dharch.core.text.Reason;

/** Reads the key and trust store of an {@code ssl://} broker. */
public final class KeyStores {
  private KeyStores() {}

  public static SslContext brokerContext(JmsOptions.Tls tls) throws Exception {
    if (tls.keyStore().isEmpty()) {
      throw new CManagerException("an ssl:// broker requires keyStore");
    }
    return context(tls);
  }

  /** Creates the context from the configured stores. */
  public static SslContext context(JmsOptions.Tls tls) throws Exception {
    KeyManager[] own = {};
    if (tls.keyStore().isPresent()) {
      char[] password = chars(tls.keyStorePassword());
      KeyManagerFactory keyManagers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keyManagers.init(read("keyStore", tls.keyStore().get(), password), password);
      own = keyManagers.getKeyManagers();
    }
    TrustManager[] trust = {};
    if (tls.trustStore().isPresent()) {
      TrustManagerFactory trustManagers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trustManagers.init(
          read("trustStore", tls.trustStore().get(), chars(tls.trustStorePassword())));
      trust = trustManagers.getTrustManagers();
    }
    return new SslContext(own, trust, null);
  }

  private static KeyStore read(String option, Path file, char[] password) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
      return store;
    } catch (Exception e) {
      throw new CManagerException(
          option + " must be a key store (got " + file + ": " + Reason.of(e) + ")", e);
    }
  }

  private static char[] chars(Optional<String> text) {
    return text.map(String::toCharArray).orElseGet(() -> new char[0]);
  }
}
