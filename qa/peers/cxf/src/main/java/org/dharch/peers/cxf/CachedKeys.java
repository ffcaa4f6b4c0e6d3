package org.dharch.peers.cxf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSSecurityException;

/**
 * WSS4J keys from a PKCS#12 file that are decrypted once. Merlin decrypts them for each message,
 * with the thousands of rounds that protect passwords from guessing. Any thread.
 */
final class CachedKeys extends Merlin {
  private final Map<Object, PrivateKey> kept = new ConcurrentHashMap<>();

  /** Loads a file with a key. */
  static CachedKeys keys(Path file, String password) throws IOException, GeneralSecurityException {
    CachedKeys keys = new CachedKeys();
    keys.setKeyStore(store(file, password));
    return keys;
  }

  /** Loads a file with certificates. */
  static Merlin certificates(Path file, String password)
      throws IOException, GeneralSecurityException {
    Merlin certificates = new Merlin();
    certificates.setKeyStore(store(file, password)); // the certificate of a recipient
    certificates.setTrustStore(certificates.getKeyStore());
    return certificates;
  }

  private static KeyStore store(Path file, String password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password.toCharArray());
    }
    return store;
  }

  @Override
  public PrivateKey getPrivateKey(String identifier, String password) throws WSSecurityException {
    PrivateKey key = kept.get(identifier);
    if (key == null) {
      key = super.getPrivateKey(identifier, password);
      kept.put(identifier, key);
    }
    return key;
  }

  @Override
  public PrivateKey getPrivateKey(X509Certificate certificate, CallbackHandler passwords)
      throws WSSecurityException {
    PrivateKey key = kept.get(certificate);
    if (key == null) {
      key = super.getPrivateKey(certificate, passwords);
      kept.put(certificate, key);
    }
    return key;
  }
}
