package org.dharch.ws.eventing;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.core.message.Brief;
import org.dharch.core.xpath.XPath;

/**
 * Which events a subscription is for. Immutable; two that say the same are equal.
 *
 * @param expression an XPath 1.0, or a topic's path; empty for all events
 * @param namespaces which prefix in it stands for which namespace; those that it uses only
 */
public record Filter(Kind kind, String expression, Map<String, String> namespaces) {
  /** The longest expression, and the most characters of its namespaces together. */
  public static final int MAX_LENGTH = 4_096;

  /** Each event. */
  public static final Filter ALL = new Filter(Kind.ALL, "", Map.of());

  /** What an expression is of. */
  public enum Kind {
    ALL,
    /** A topic's path: events of that topic and those below it. */
    TOPIC,
    /** An XPath on the event, whose element is the document's (2011/03). */
    EVENT,
    /** An XPath on the whole message with the event (2004/08). */
    MESSAGE
  }

  public Filter {
    namespaces = java.util.Collections.unmodifiableMap(new TreeMap<>(namespaces));
  }

  /**
   * A filter by topic.
   *
   * @throws IllegalArgumentException if it is no topic's path
   */
  public static Filter topic(String path) {
    return new Filter(Kind.TOPIC, TopicPath.checked(path), Map.of());
  }

  /**
   * A filter by XPath.
   *
   * @param bound which prefixes may be used in it
   * @throws IllegalArgumentException if it is none, can never be evaluated, or is too long
   */
  public static Filter xpath(Kind kind, String expression, Map<String, String> bound) {
    if (expression.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the expression has "
              + expression.length()
              + " characters; "
              + MAX_LENGTH
              + " are allowed");
    }
    Filter filter = new Filter(kind, expression, compiled(expression, bound).namespaces());
    if (filter.size() > 2 * MAX_LENGTH
        || filter.namespaces.values().stream().anyMatch(uri -> uri.matches("(?s).*\\s.*"))) {
      throw new IllegalArgumentException(
          "the namespaces of '" + Brief.of(expression) + "' are too long, or none");
    }
    return filter;
  }

  private static XPath compiled(String expression, Map<String, String> bound) {
    return new XPath(expression, bound);
  }

  /** Its XPath; empty if it is none. */
  Optional<XPath> xpath() {
    return kind == Kind.EVENT || kind == Kind.MESSAGE
        ? Optional.of(compiled(expression, namespaces))
        : Optional.empty();
  }

  /** How many characters it takes. */
  public int size() {
    int size = expression.length();
    for (Map.Entry<String, String> binding : namespaces.entrySet()) {
      size += binding.getKey().length() + binding.getValue().length();
    }
    return size;
  }

  /** The namespaces in one text, for stores: a line each, prefix and namespace. */
  public String bindings() {
    StringBuilder text = new StringBuilder();
    namespaces.forEach((prefix, uri) -> text.append(prefix).append(' ').append(uri).append('\n'));
    return text.toString();
  }

  /** The filter that a store has kept. */
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
