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
 * never contain the value, which may be a password by mistake.
 */
final class Secrets {
  private static final String ENV = "env:";
  private static final String FILE = "file:";
  private static final int MAX_BYTES = 4096;

  private Secrets() {}

  static String required(HandlerSettings settings, String name) {
    return read(settings, name)
        .orElseThrow(() -> new DHArchException(name + " is missing; it must be " + allowed()));
  }

  static Optional<String> read(HandlerSettings settings, String name) {
    return settings.text(name).map(location -> of(name, location));
  }

  private static String of(String name, String location) {
    if (location.startsWith(ENV)) {
      String value = System.getenv(location.substring(ENV.length()));
      if (value == null || value.isEmpty()) {
        throw new DHArchException(name + ": the environment variable is not set");
      }
      return value;
    }
    if (location.startsWith(FILE)) {
      return file(name, Path.of(location.substring(FILE.length())));
    }
    throw new DHArchException(name + " must not be the password itself but " + allowed());
  }

  private static String file(String name, Path path) {
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw new DHArchException(name + ": '" + path + "' is larger than " + MAX_BYTES + " bytes");
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
