package org.dharch.core.document;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.core.message.DHArchException;

/**
 * Reads a handler's parameters; each error names the parameter, its value and the allowed values.
 * Ignores surrounding white space and empty values. Not thread-safe.
 */
public final class HandlerSettings {
  private static final Pattern ELEMENT =
      Pattern.compile("(?:\\{([^{}\\s]*)\\})?([\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\u00B7-]*)");

  private final Map<String, String> values;
  private final Set<String> known = new HashSet<>();

  public HandlerSettings(Map<String, String> parameters) {
    values = new HashMap<>(parameters);
  }

  /** The value; empty if absent. */
  public Optional<String> text(String name) {
    known.add(name);
    return Optional.ofNullable(values.get(name)).map(String::strip).filter(it -> !it.isEmpty());
  }

  /**
   * The value.
   *
   * @throws DHArchException if absent
   */
  public String required(String name, String allowed) {
    return text(name).orElseThrow(() -> wrong(name, "", allowed));
  }

  /** The duration, or {@code otherwise} if absent. */
  public Duration duration(String name, Duration otherwise) {
    return text(name).map(text -> Durations.parse(name, text)).orElse(otherwise);
  }

  /** The duration; empty if absent. */
  public Optional<Duration> duration(String name) {
    return text(name).map(text -> Durations.parse(name, text));
  }

  /** The number, at least {@code least}, or {@code otherwise} if absent. */
  public long number(String name, long otherwise, long least) {
    return number(name, otherwise, least, Long.MAX_VALUE);
  }

  /** The number, from {@code least} to {@code most}, or {@code otherwise} if absent. */
  public long number(String name, long otherwise, long least, long most) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text.get());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    String allowed = most == Long.MAX_VALUE ? "a number, at least " + least : least + " to " + most;
    throw wrong(name, text.get(), allowed);
  }

  /** Whether it is {@code true}; false if absent. */
  public boolean flag(String name) {
    String text = text(name).orElse("false");
    if (!text.equals("true") && !text.equals("false")) {
      throw wrong(name, text, "true or false");
    }
    return text.equals("true");
  }

  /** The constant of that name, or {@code otherwise} if absent. */
  public <E extends Enum<E>> E choice(String name, Map<String, E> allowed, E otherwise) {
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
   * Rejects parameters that were not read.
   *
   * @throws DHArchException naming one
   */
  public void requireNoMore() {
    Set<String> more = new TreeSet<>(values.keySet());
    more.removeAll(known);
    if (!more.isEmpty()) {
      throw new DHArchException(
          "unknown parameter '"
              + more.iterator().next()
              + "'; it must be one of "
              + String.join(", ", new TreeSet<>(known)));
    }
  }

  /**
   * Parses an element's name, {@code {namespace}name} or {@code name}; empty if invalid. A prefix
   * is invalid.
   */
  public static Optional<QName> elementName(String text) {
    Matcher element = ELEMENT.matcher(text);
    return element.matches()
        ? Optional.of(new QName(element.group(1) == null ? "" : element.group(1), element.group(2)))
        : Optional.empty();
  }

  public static DHArchException wrong(String name, String value, String allowed) {
    return new DHArchException(name + " must be " + allowed + " (got '" + value + "')");
  }
}
