package org.dharch.ws.security;

import java.io.IOException;
import java.io.InputStream;
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
import org.dharch.core.message.Reason;

/**
 * A PKCS#12 file that a parameter names, opened with the password that its companion {@code
 * …Password} leads to.
 *
 * @param password for its keys, too
 */
record KeyStores(String parameter, KeyStore store, String password) {

  static Optional<KeyStores> read(HandlerSettings settings, String parameter) {
    Optional<String> file = settings.text(parameter);
    String passwordParameter = parameter + "Password";
    if (file.isEmpty()) {
      settings.text(passwordParameter);
      return Optional.empty();
    }
    String password = Secrets.required(settings, passwordParameter);
    try (InputStream in = Files.newInputStream(Path.of(file.get()))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password.toCharArray());
      return Optional.of(new KeyStores(parameter, store, password));
    } catch (IOException e) {
      boolean unreadable = e.getCause() instanceof GeneralSecurityException;
      throw new DHArchException(
          parameter
              + "='"
              + file.get()
              + "': "
              + (unreadable ? "its password is another" : Reason.of(e)));
    } catch (GeneralSecurityException e) {
      throw new DHArchException(parameter + "='" + file.get() + "': no PKCS#12 key store");
    }
  }

  /** As what belongs to this node: its private keys. */
  Merlin keys() {
    Merlin merlin = new Merlin();
    merlin.setKeyStore(store);
    return merlin;
  }

  /** As whom is believed, and to whom is sent: certificates. */
  Merlin certificates() {
    Merlin merlin = new Merlin();
    merlin.setTrustStore(store);
    return merlin;
  }

  /** The entry of that name, or the only one of its kind. */
  String alias(HandlerSettings settings, String aliasParameter, boolean key) {
    List<String> there = new ArrayList<>();
    try {
      for (String alias : Collections.list(store.aliases())) {
        if (key ? store.isKeyEntry(alias) : store.getCertificate(alias) != null) {
          there.add(alias);
        }
      }
    } catch (KeyStoreException e) {
      throw new DHArchException(parameter + " cannot be listed", e);
    }
    Optional<String> said = settings.text(aliasParameter);
    if (said.isEmpty() && there.size() == 1) {
      return there.get(0);
    }
    if (said.isEmpty() || !there.contains(said.get())) {
      Collections.sort(there);
      throw HandlerSettings.wrong(
          aliasParameter, said.orElse(""), String.join(", ", there) + " of " + parameter);
    }
    return said.get();
  }
}
