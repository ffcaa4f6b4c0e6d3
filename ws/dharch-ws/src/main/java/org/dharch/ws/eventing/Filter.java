package org.dharch.ws.eventing;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.core.text.Brief;
import org.dharch.core.xpath.XPath;

/**
 * Selects the events of a subscription. Immutable; filters with the same text are equal.
 *
 * @param expression an XPath 1.0 or a topic path; empty for all events
 * @param namespaces the prefixes that the expression uses, with their namespaces
 */
public record Filter(Kind kind, String expression, Map<String, String> namespaces) {
  /** The maximum length of an expression, and of all its namespaces together. */
  public static final int MAX_LENGTH = 4_096;

  /** Matches every event. */
  public static final Filter ALL = new Filter(Kind.ALL, "", Map.of());

  public enum Kind {
    ALL,
    /** A topic path; matches events of that topic and its subtopics. */
    TOPIC,
    /** An XPath on the event element as the document (2011/03). */
    EVENT,
    /** An XPath on the whole message with the event (2004/08). */
    MESSAGE
  }

  public Filter {
    namespaces = java.util.Collections.unmodifiableMap(new TreeMap<>(namespaces));
  }

  /**
   * Creates a topic filter.
   *
   * @throws IllegalArgumentException if the path is invalid
   */
  public static Filter topic(String path) {
    return new Filter(Kind.TOPIC, TopicPath.require(path), Map.of());
  }

  /**
   * Creates an XPath filter.
   *
   * @param bound the available prefixes
   * @throws IllegalArgumentException if the expression is invalid, cannot be evaluated, or is too
   *     long
   */
  public static Filter xpath(Kind kind, String expression, Map<String, String> bound) {
    if (expression.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the expression must have at most "
              + MAX_LENGTH
              + " characters (got "
              + expression.length()
              + ")");
    }
    Filter filter = new Filter(kind, expression, new XPath(expression, bound).namespaces());
    if (filter.size() > 2 * MAX_LENGTH
        || filter.namespaces.values().stream().anyMatch(uri -> uri.matches("(?s).*\\s.*"))) {
      throw new IllegalArgumentException(
          "the namespaces of '" + Brief.of(expression) + "' must be absolute and not too long");
    }
    return filter;
  }

  /** The compiled XPath; empty for other kinds. */
  Optional<XPath> xpath() {
    return kind == Kind.EVENT || kind == Kind.MESSAGE
        ? Optional.of(new XPath(expression, namespaces))
        : Optional.empty();
  }

  /** In characters. */
  public int size() {
    return expression.length()
        + namespaces.entrySet().stream()
            .mapToInt(binding -> binding.getKey().length() + binding.getValue().length())
            .sum();
  }

  /** Returns the namespaces in the form for stores: one line per prefix. */
  public String bindings() {
    StringBuilder text = new StringBuilder();
    namespaces.forEach((prefix, uri) -> text.append(prefix).append(' ').append(uri).append('\n'));
    return text.toString();
  }

  /** Creates a filter from the fields of a store. */
  public static Filter of(Kind kind, String expression, String bindings) {
    Map<String, String> namespaces = new TreeMap<>();
    bindings
        .lines()
        .forEach(
            line ->
                namespaces.put(
                    line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1)));
    return new Filter(kind, expression, namespaces);
  }
}
