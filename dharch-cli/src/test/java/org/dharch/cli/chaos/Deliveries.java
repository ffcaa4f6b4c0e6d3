package org.dharch.cli.chaos;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What reached the service, in all the server's lives, as the service itself wrote it down. A kill
 * leaves all of a line or nothing.
 */
final class Deliveries {
  /** The system property that names its file. */
  static final String FILE = "chaos.deliveries";

  private static final String INVOKED = "invoked";
  private static final String REFUSED = "refused";

  private final Map<String, List<Long>> times = new HashMap<>();
  private final Set<String> messages = new HashSet<>();
  private final List<String> refused = new ArrayList<>();

  private Deliveries() {}

  /** Notes a message that came as it must. */
  static void invoked(String request, String message) {
    note(INVOKED, request, message);
  }

  /** Notes one on which a handler had not performed. */
  static void refused(String request, String why) {
    note(REFUSED, request, why);
  }

  private static void note(String word, String request, String what) {
    String line = String.join(" ", word, request, Long.toString(System.nanoTime()), what) + '\n';
    try (FileOutputStream file = new FileOutputStream(System.getProperty(FILE), true)) {
      file.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Deliveries read(Path file) throws IOException {
    Deliveries all = new Deliveries();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        all.add(line, line.split(" ", 4));
      }
    }
    return all;
  }

  private void add(String line, String[] words) {
    if (words[0].equals(INVOKED)) {
      times.computeIfAbsent(words[1], id -> new ArrayList<>(1)).add(Long.parseLong(words[2]));
      messages.add(words[3]);
    } else {
      refused.add(line);
    }
  }

  /** When the request was here, in nanoseconds of the monotonic clock. */
  List<Long> times(String request) {
    return times.getOrDefault(request, List.of());
  }

  /** Whether the message of this id of DHArch's was here. */
  boolean has(String message) {
    return messages.contains(message);
  }

  /** The messages that were here. */
  Set<String> messages() {
    return messages;
  }

  /** What was here although a handler had not performed on it. */
  List<String> refused() {
    return refused;
  }
}
