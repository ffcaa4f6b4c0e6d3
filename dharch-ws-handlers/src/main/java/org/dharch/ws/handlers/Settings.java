package org.dharch.ws.handlers;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.document.Durations;
import org.dharch.core.message.DHArchException;

/**
 * A handler's parameters as they are read; each error names the parameter, its value and what is
 * allowed. For one thread.
 */
final class Settings {
  private final Map<String, String> values;
  private final Set<String> known = new HashSet<>();

  Settings(Map<String, String> parameters) {
    values = new HashMap<>(parameters);
  }

  Optional<String> text(String name) {
    known.add(name);
    return Optional.ofNullable(values.get(name)).map(String::strip).filter(it -> !it.isEmpty());
  }

  String required(String name, String allowed) {
    return text(name).orElseThrow(() -> wrong(name, "", allowed));
  }

  Duration duration(String name, Duration otherwise) {
    return text(name).map(text -> Durations.parse(name, text)).orElse(otherwise);
  }

  Optional<Duration> duration(String name) {
    return text(name).map(text -> Durations.parse(name, text));
  }

  long number(String name, long otherwise, long least) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text.get());
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw wrong(name, text.get(), "a number, at least " + least);
  }

  boolean flag(String name) {
    String text = text(name).orElse("false");
    if (!text.equals("true") && !text.equals("false")) {
      throw wrong(name, text, "true, false");
    }
    return text.equals("true");
  }

  <E extends Enum<E>> E choice(String name, Map<String, E> allowed, E otherwise) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    E value = allowed.get(text.get());
    if (value == null) {
      throw wrong(name, text.get(), String.join(", ", new TreeSet<>(allowed.keySet())));
    }
    return value;
  }

  /**
   * That nothing else was said.
   *
   * @throws DHArchException naming a parameter that was not asked for
   */
  void requireNoMore() {
    Set<String> more = new TreeSet<>(values.keySet());
    more.removeAll(known);
    if (!more.isEmpty()) {
      throw new DHArchException(
          "parameter '"
              + more.iterator().next()
              + "' is unknown; allowed are "
              + String.join(", ", new TreeSet<>(known)));
    }
  }

  static DHArchException wrong(String name, String value, String allowed) {
    return new DHArchException(name + "='" + value + "'; allowed: " + allowed);
  }
}
