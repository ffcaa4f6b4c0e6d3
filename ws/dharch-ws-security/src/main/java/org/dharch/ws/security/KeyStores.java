package org.dharch.ws.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.wss4j.common.crypto.Merlin;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;

/**
 * A PKCS#12 file of a parameter, opened with the password of the parameter {@code …Password}.
 *
 * @param password also of its keys
 */
record KeyStores(String parameter, String file, KeyStore store, String password) {

  static Optional<KeyStores> read(HandlerSettings settings, String parameter) {
    Optional<String> file = settings.text(parameter);
    String passwordParameter = parameter + "Password";
    if (file.isEmpty()) {
      settings.text(passwordParameter);
      return Optional.empty();
    }
    String password = Secrets.required(settings, passwordParameter);
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(Path.of(file.get()));
    } catch (IOException e) {
      throw new DHArchException(parameter + "='" + file.get() + "': " + Reason.of(e));
    }
    return Optional.of(
        new KeyStores(
            parameter, file.get(), load(parameter, file.get(), bytes, password), password));
  }

  private static KeyStore load(String parameter, String file, byte[] bytes, String password) {
    String requirement =
        "it must be a PKCS#12 key store, such as keytool -storetype PKCS12 creates";
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(new ByteArrayInputStream(bytes), password.toCharArray());
      return store;
    } catch (IOException e) {
      boolean isStore = e.getCause() instanceof GeneralSecurityException;
      throw new DHArchException(
          parameter + "='" + file + "': " + (isStore ? "the password is wrong" : requirement));
    } catch (GeneralSecurityException e) {
      throw new DHArchException(parameter + "='" + file + "': " + requirement);
    }
  }

  /**
   * @throws DHArchException if it contains no certificate, so that no signer would be trusted
   */
  KeyStores withCertificates() {
    if (aliases(false).isEmpty()) {
      throw new DHArchException(
          parameter
              + "='"
              + file
              + "' must contain a trusted certificate entry; add one with"
              + " keytool -importcert");
    }
    return this;
  }

  /**
   * @throws DHArchException if it contains no key, or the password does not open one
   */
  KeyStores withKeys() {
    List<String> keys = aliases(true);
    if (keys.isEmpty()) {
      throw new DHArchException(parameter + "='" + file + "' must contain a private key");
    }
    for (String alias : keys) {
      try {
        store.getKey(alias, password.toCharArray());
      } catch (GeneralSecurityException e) {
        throw new DHArchException(
            parameter
                + "='"
                + file
                + "': the password of the key '"
                + alias
                + "' must be the same as the file's");
      }
    }
    return this;
  }

  private List<String> aliases(boolean key) {
    List<String> found = new ArrayList<>();
    try {
      for (String alias : Collections.list(store.aliases())) {
        if (key ? store.isKeyEntry(alias) : store.getCertificate(alias) != null) {
          found.add(alias);
        }
      }
    } catch (KeyStoreException e) {
      throw new DHArchException(parameter + " cannot be listed", e);
    }
    Collections.sort(found);
    return found;
  }

  /** Returns this node's private keys, checked by {@link #withKeys}. */
  Merlin keys() {
    try {
      return UnlockedKeys.of(store, aliases(true), password);
    } catch (GeneralSecurityException e) {
      throw new DHArchException(parameter + "='" + file + "': a key cannot be unlocked", e);
    }
  }

  /** Returns the certificates of trusted signers and of recipients. */
  Merlin certificates() {
    Merlin merlin = new Merlin();
    merlin.setTrustStore(store);
    return merlin;
  }

  /** Returns the alias in the parameter, otherwise the only entry of its kind. */
  String alias(HandlerSettings settings, String aliasParameter, boolean key) {
    List<String> found = aliases(key);
    Optional<String> configured = settings.text(aliasParameter);
    if (configured.isEmpty() && found.size() == 1) {
      return found.get(0);
    }
    if (configured.isEmpty() || !found.contains(configured.get())) {
      throw HandlerSettings.wrong(
          aliasParameter, configured.orElse(""), String.join(", ", found) + " of " + parameter);
    }
    return configured.get();
  }
}
