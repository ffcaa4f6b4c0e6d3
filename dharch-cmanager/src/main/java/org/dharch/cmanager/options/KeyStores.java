package org.dharch.cmanager.options;

import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.activemq.broker.SslContext;
import org.dharch.core.spi.CertificateExpiry;

/**
 * Reads the key and trust store of an {@code ssl://} broker. New connections use renewed stores
 * without a restart ({@link StoreFile}).
 */
public final class KeyStores {
  private static final String KEY_STORE = "keyStore";
  private static final String TRUST_STORE = "trustStore";

  private KeyStores() {}

  public static SslContext brokerContext(JmsOptions.Tls tls) {
    if (tls.keyStore().isEmpty()) {
      throw new CManagerException("an ssl:// broker requires keyStore");
    }
    return context(tls);
  }

  /**
   * Creates the context from the configured stores.
   *
   * @throws CManagerException if one cannot be read
   */
  public static SslContext context(JmsOptions.Tls tls) {
    KeyManager[] own = {};
    if (tls.keyStore().isPresent()) {
      char[] password = chars(tls.keyStorePassword());
      own =
          new KeyManager[] {
            new RenewedKeys(
                new StoreFile<>(
                        KEY_STORE, tls.keyStore().get(), password, store -> keys(store, password))
                    ::current)
          };
    }
    TrustManager[] trust = {};
    if (tls.trustStore().isPresent()) {
      trust =
          new TrustManager[] {
            new RenewedTrust(
                new StoreFile<>(
                        TRUST_STORE,
                        tls.trustStore().get(),
                        chars(tls.trustStorePassword()),
                        KeyStores::trust)
                    ::current)
          };
    }
    return new SslContext(own, trust, null);
  }

  /** Returns a view of the ends of the certificates in the configured stores. */
  public static Supplier<List<CertificateExpiry>> expiries(JmsOptions.Tls tls) {
    List<Expiry> all = new ArrayList<>();
    tls.keyStore().ifPresent(file -> all.add(new Expiry(file, tls.keyStorePassword())));
    tls.trustStore().ifPresent(file -> all.add(new Expiry(file, tls.trustStorePassword())));
    return () -> all.stream().flatMap(one -> one.get().stream()).toList();
  }

  /** The earliest end of a certificate in a store; empty while the store cannot be read. */
  private static final class Expiry {
    private final Path file;
    private final Optional<String> password;
    private Optional<StoreFile<Optional<CertificateExpiry>>> store = Optional.empty();

    Expiry(Path file, Optional<String> password) {
      this.file = file;
      this.password = password;
    }

    synchronized Optional<CertificateExpiry> get() {
      try {
        if (store.isEmpty()) {
          store =
              Optional.of(
                  new StoreFile<>(
                      "store", file, chars(password), found -> StoreFile.expiry(file, found)));
        }
        return store.get().current();
      } catch (CManagerException e) {
        return Optional.empty(); // reported by the connection that needs the store
      }
    }
  }

  private static X509ExtendedKeyManager keys(KeyStore store, char[] password)
      throws GeneralSecurityException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password);
    return only(X509ExtendedKeyManager.class, factory.getKeyManagers());
  }

  private static X509ExtendedTrustManager trust(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return only(X509ExtendedTrustManager.class, factory.getTrustManagers());
  }

  private static <T> T only(Class<T> type, Object[] managers) throws GeneralSecurityException {
    return Arrays.stream(managers)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow(() -> new GeneralSecurityException("no " + type.getSimpleName()));
  }

  private static char[] chars(Optional<String> text) {
    return text.map(String::toCharArray).orElseGet(() -> new char[0]);
  }

  /** Presents the certificate of the current store. */
  private static final class RenewedKeys extends X509ExtendedKeyManager {
    private final Supplier<X509ExtendedKeyManager> current;

    RenewedKeys(Supplier<X509ExtendedKeyManager> current) {
      this.current = current;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return current.get().getClientAliases(type, issuers);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return current.get().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      return current.get().chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return current.get().getServerAliases(type, issuers);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return current.get().chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
      return current.get().chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return current.get().getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return current.get().getPrivateKey(alias);
    }
  }

  /** Trusts the certificates of the current store. */
  private static final class RenewedTrust extends X509ExtendedTrustManager {
    private final Supplier<X509ExtendedTrustManager> current;

    RenewedTrust(Supplier<X509ExtendedTrustManager> current) {
      this.current = current;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      current.get().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      current.get().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      current.get().checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      current.get().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      current.get().checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      current.get().checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return current.get().getAcceptedIssuers();
    }
  }
}
