package org.dharch.ws.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;

/**
 * Reads passwords from the location in a parameter: {@code env:NAME} or {@code file:PATH}. Errors
 * never contain the parameter's value, which may be a password by mistake.
 */
final class Secrets {
  private static final String ENV = "env:";
  private static final String FILE = "file:";
  private static final int MOST_BYTES = 4096;

  private Secrets() {}

  static String required(HandlerSettings settings, String name) {
    return read(settings, name)
        .orElseThrow(() -> new DHArchException(name + " is missing; it must be " + allowed()));
  }

  static Optional<String> read(HandlerSettings settings, String name) {
    return settings.text(name).map(said -> of(name, said));
  }

  private static String of(String name, String said) {
    if (said.startsWith(ENV)) {
      String value = System.getenv(said.substring(ENV.length()));
      if (value == null || value.isEmpty()) {
        throw new DHArchException(name + ": the environment variable is not set");
      }
      return value;
    }
    if (said.startsWith(FILE)) {
      return file(name, Path.of(said.substring(FILE.length())));
    }
    throw new DHArchException(name + " must not be the password itself but " + allowed());
  }

  /** Reads the first line of a file. */
  private static String file(String name, Path path) {
    try {
      if (Files.size(path) > MOST_BYTES) {
        throw new DHArchException(
            name + ": '" + path + "' is larger than " + MOST_BYTES + " bytes");
      }
      return Files.readString(path, StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .filter(line -> !line.isEmpty())
          .orElseThrow(() -> new DHArchException(name + ": '" + path + "' must not be empty"));
    } catch (IOException e) {
      throw new DHArchException(name + ": " + Reason.of(e), e);
    }
  }

  private static String allowed() {
    return ENV + "NAME, " + FILE + "PATH";
  }
}
