package org.dharch.ws.handlers;

import java.util.Properties;
import org.dharch.core.document.HandlerSettings;

/**
 * The parameters of a handler's store.
 *
 * @param url {@code memory:} or a JDBC URL
 * @param login user and password, if specified
 */
record StoreParameters(String url, Properties login, int connections) {
  static final String STORE = "store";
  static final String MEMORY = "memory:";
  private static final String STORES = "memory:, jdbc:sqlite:FILE, jdbc:postgresql://HOST/DATABASE";

  static StoreParameters read(HandlerSettings settings) {
    Properties login = new Properties();
    settings.text("user").ifPresent(user -> login.setProperty("user", user));
    settings.text("password").ifPresent(password -> login.setProperty("password", password));
    return new StoreParameters(
        settings.required(STORE, STORES), login, (int) settings.number("connections", 4, 1, 64));
  }

  boolean isMemory() {
    return url.equals(MEMORY);
  }
}
