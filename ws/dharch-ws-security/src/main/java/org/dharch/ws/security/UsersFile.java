package org.dharch.ws.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.Reason;

/**
 * Users and their passwords: one {@code NAME=PASSWORD} per line. Blanks around the name and before
 * the password, empty lines and lines that start with {@code #} are ignored. Errors never contain a
 * line.
 */
final class UsersFile {
  private static final long MAX_BYTES = 16 << 20;

  private UsersFile() {}

  static Map<String, String> read(String file) {
    Map<String, String> users = new HashMap<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      String name = equals < 0 ? "" : line.substring(0, equals).strip();
      String password = line.substring(equals + 1).stripLeading();
      if (name.isEmpty() || password.isEmpty()) {
        throw invalid(file, ", line " + number + ": must be NAME=PASSWORD");
      }
      if (users.put(name, password) != null) {
        throw invalid(file, ", line " + number + ": duplicate user");
      }
    }
    if (users.isEmpty()) {
      throw invalid(file, " must contain at least one line NAME=PASSWORD");
    }
    return Map.copyOf(users);
  }

  private static DHArchException invalid(String file, String problem) {
    return new DHArchException("users='" + file + "'" + problem);
  }

  private static List<String> lines(String file) {
    try {
      if (Files.size(Path.of(file)) > MAX_BYTES) {
        throw invalid(file, " is larger than " + MAX_BYTES + " bytes");
      }
      return Files.readAllLines(Path.of(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new DHArchException("users='" + file + "': " + Reason.of(e), e);
    }
  }
}
