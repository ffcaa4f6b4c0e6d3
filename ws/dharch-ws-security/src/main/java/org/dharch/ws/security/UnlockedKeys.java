package org.dharch.ws.security;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSSecurityException;

/**
 * A key store whose private keys are unlocked once, because PKCS#12 key derivation is slower than a
 * signature. Thread-safe.
 */
final class UnlockedKeys extends Merlin {
  private final Map<String, PrivateKey> unlocked;

  private UnlockedKeys(Map<String, PrivateKey> unlocked) {
    this.unlocked = unlocked;
  }

  /**
   * @param aliases its private keys
   * @param password of all of them
   */
  static UnlockedKeys of(KeyStore store, Collection<String> aliases, String password)
      throws GeneralSecurityException {
    Map<String, PrivateKey> unlocked = new HashMap<>();
    for (String alias : aliases) {
      unlocked.put(alias, (PrivateKey) store.getKey(alias, password.toCharArray()));
    }
    UnlockedKeys keys = new UnlockedKeys(unlocked);
    keys.setKeyStore(store);
    return keys;
  }

  @Override
  public PrivateKey getPrivateKey(String alias, String password) throws WSSecurityException {
    PrivateKey key = unlocked.get(alias);
    return key == null ? super.getPrivateKey(alias, password) : key;
  }

  @Override
  public PrivateKey getPrivateKey(X509Certificate certificate, CallbackHandler passwords)
      throws WSSecurityException {
    PrivateKey key = unlocked.get(getX509Identifier(certificate));
    return key == null ? super.getPrivateKey(certificate, passwords) : key;
  }
}
