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
 * A handler's parameters as they are read; each error names the parameter, its value and what is
 * allowed. White space around a value does not count, and an empty one is none. For one thread.
 */
public final class HandlerSettings {
  private static final Pattern ELEMENT =
      Pattern.compile("(?:\\{([^{}\\s]*)\\})?([\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\u00B7-]*)");

  private final Map<String, String> values;
  private final Set<String> known = new HashSet<>();

  public HandlerSettings(Map<String, String> parameters) {
    values = new HashMap<>(parameters);
  }

  /** The value; empty if there is none. */
  public Optional<String> text(String name) {
    known.add(name);
    return Optional.ofNullable(values.get(name)).map(String::strip).filter(it -> !it.isEmpty());
  }

  /**
   * The value.
   *
   * @throws DHArchException if there is none
   */
  public String required(String name, String allowed) {
    return text(name).orElseThrow(() -> wrong(name, "", allowed));
  }

  /** The duration, or {@code otherwise} if there is none. */
  public Duration duration(String name, Duration otherwise) {
    return text(name).map(text -> Durations.parse(name, text)).orElse(otherwise);
  }

  /** The duration; empty if there is none. */
  public Optional<Duration> duration(String name) {
    return text(name).map(text -> Durations.parse(name, text));
  }

  /** The number, which is at least {@code least}, or {@code otherwise} if there is none. */
  public long number(String name, long otherwise, long least) {
    return number(name, otherwise, least, Long.MAX_VALUE);
  }

  /** The number, from {@code least} to {@code most}, or {@code otherwise} if there is none. */
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
      // said below
    }
    String allowed = most == Long.MAX_VALUE ? "a number, at least " + least : least + " to " + most;
    throw wrong(name, text.get(), allowed);
  }

  /** Whether it is {@code true}; if there is none it is not. */
  public boolean flag(String name) {
    String text = text(name).orElse("false");
    if (!text.equals("true") && !text.equals("false")) {
      throw wrong(name, text, "true or false");
    }
    return text.equals("true");
  }

  /** The one of that name, or {@code otherwise} if there is none. */
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
   * That nothing else was said.
   *
   * @throws DHArchException naming a parameter that was not asked for
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
   * The element's name that {@code text} is: {@code {namespace}name}, or {@code name} in no
   * namespace; empty if it is none. One with a prefix, which means nothing here, is none.
   */
  public static Optional<QName> elementName(String text) {
    Matcher element = ELEMENT.matcher(text);
    return element.matches()
        ? Optional.of(new QName(element.group(1) == null ? "" : element.group(1), element.group(2)))
        : Optional.empty();
  }

  /** That a parameter cannot be this, and what it can be. */
  public static DHArchException wrong(String name, String value, String allowed) {
    return new DHArchException(name + " must be " + allowed + " (got '" + value + "')");
  }
}
