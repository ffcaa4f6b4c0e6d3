package org.dharch.ws.security;

import java.util.Optional;
import java.util.Properties;
import org.dharch.core.document.HandlerSettings;

/**
 * The parameters of the replay store.
 *
 * @param url a JDBC URL; empty for memory
 * @param max the maximum number of stored keys
 */
record ReplaySettings(Optional<String> url, Properties login, int max) {
  private static final String MEMORY = "memory:";

  static ReplaySettings read(HandlerSettings settings) {
    String value = settings.text("replays").orElse(MEMORY);
    if (!value.equals(MEMORY)
        && !value.startsWith("jdbc:sqlite:")
        && !value.startsWith("jdbc:postgresql:")) {
      throw HandlerSettings.wrong(
          "replays", value, "memory:, jdbc:sqlite:FILE, jdbc:postgresql://HOST/DATABASE");
    }
    if (value.equals("jdbc:sqlite:")
        || value.contains(":memory:")
        || value.contains("mode=memory")) {
      throw HandlerSettings.wrong("replays", value, "a file, jdbc:sqlite:FILE; or memory:");
    }
    Properties login = new Properties();
    settings.text("replaysUser").ifPresent(user -> login.setProperty("user", user));
    Secrets.read(settings, "replaysPassword")
        .ifPresent(password -> login.setProperty("password", password));
    int max = (int) settings.number("maxReplays", 100_000, 1, 100_000_000);
    return new ReplaySettings(
        value.equals(MEMORY) ? Optional.empty() : Optional.of(value), login, max);
  }

  Replays open() {
    return url.<Replays>map(database -> new JdbcReplays(database, login, max))
        .orElseGet(() -> new MemoryReplays(max));
  }
}
