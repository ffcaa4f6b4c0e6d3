package org.dharch.ws.security;

import java.util.Optional;
import java.util.Properties;
import org.dharch.core.document.HandlerSettings;

/**
 * The parameters of the replay store.
 *
 * @param url a JDBC URL; empty for this process's memory
 * @param most the maximum number of stored keys
 */
record ReplaySettings(Optional<String> url, Properties login, int most) {
  private static final String MEMORY = "memory:";

  static ReplaySettings read(HandlerSettings settings) {
    String said = settings.text("replays").orElse(MEMORY);
    if (!said.equals(MEMORY)
        && !said.startsWith("jdbc:sqlite:")
        && !said.startsWith("jdbc:postgresql:")) {
      throw HandlerSettings.wrong(
          "replays", said, "memory:, jdbc:sqlite:FILE, jdbc:postgresql://HOST/DATABASE");
    }
    if (said.equals("jdbc:sqlite:") || said.contains(":memory:") || said.contains("mode=memory")) {
      throw HandlerSettings.wrong("replays", said, "a file, jdbc:sqlite:FILE; or memory:");
    }
    Properties login = new Properties();
    settings.text("replaysUser").ifPresent(user -> login.setProperty("user", user));
    Secrets.read(settings, "replaysPassword")
        .ifPresent(password -> login.setProperty("password", password));
    int most = (int) settings.number("maxReplays", 100_000, 1, 100_000_000);
    return new ReplaySettings(
        said.equals(MEMORY) ? Optional.empty() : Optional.of(said), login, most);
  }

  Replays open() {
    return url.<Replays>map(it -> new JdbcReplays(it, login, most))
        .orElseGet(() -> new MemoryReplays(most));
  }
}
