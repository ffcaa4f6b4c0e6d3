package org.dharch.api;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The properties of a message (seed 000, section 3.1.1, the second part of DMFormat): names with a
 * String, a Boolean or a boxed number; other types cannot be sent. Immutable and thread-safe.
 *
 * <p>Names of HTTP headers, which begin with {@value SoapProperties#HTTP_HEADER}, are
 * case-insensitive (RFC 9110, section 5.1) and kept in lower case. See {@link #name}.
 *
 * <p>Names that begin with {@value #RESERVED_PREFIX} belong to DHArch; {@code
 * org.dharch.core.wire.WireProperties} lists them.
 */
public final class MessageProperties {
  /** The prefix of the names that DHArch uses itself. */
  public static final String RESERVED_PREFIX = "dharch.";

  /**
   * The property by which a handler's result replaces the remaining orchestration of its message: a
   * {@code rest} document of the orchestration schema.
   */
  public static final String REST = RESERVED_PREFIX + "rest";

  /** The property with the reason of the failure, for compensators and completion callbacks. */
  public static final String FAULT = RESERVED_PREFIX + "fault";

  /**
   * The kind of failure that {@code onFault} caught: the name of a fault's code, such as {@code
   * NOT_SERVED}.
   */
  public static final String FAULT_CODE = FAULT + ".code";

  /** The handler that failed in that case. */
  public static final String FAULT_HANDLER = FAULT + ".handler";

  /** The reason of the failure: one line. */
  public static final String FAULT_REASON = FAULT + ".reason";

  /**
   * The prefix of the properties of the whole exchange: handlers of the response see those that
   * handlers of the request set.
   */
  public static final String EXCHANGE_PREFIX = RESERVED_PREFIX + "exchange.";

  /**
   * The depth of a message and its exchange in calls that wait for each other, 1 to 8; absent if no
   * handler waits for the message. No handler may set it; see {@link HandlerMessage#within()}.
   */
  public static final String CALL_DEPTH = EXCHANGE_PREFIX + "depth";

  /**
   * The prefix of the properties with verified facts about a message. Only a handler that declares
   * to write them may set them, an arriving message has none of them, and its service sees them.
   */
  public static final String SECURITY_PREFIX = RESERVED_PREFIX + "security.";

  private static final MessageProperties EMPTY = new MessageProperties(Map.of());

  private final Map<String, Object> values;

  private MessageProperties(Map<String, Object> values) {
    this.values = values;
  }

  public static MessageProperties empty() {
    return EMPTY;
  }

  /**
   * Returns the canonical name of a property: an HTTP header in lower case, any other unchanged.
   */
  public static String name(String name) {
    if (!name.startsWith(SoapProperties.HTTP_HEADER)) {
      return name;
    }
    for (int i = SoapProperties.HTTP_HEADER.length(); i < name.length(); i++) {
      if (isCapital(name.charAt(i))) {
        return small(name, i);
      }
    }
    return name;
  }

  /** ASCII only, because names of headers are ASCII. */
  private static boolean isCapital(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static String small(String name, int from) {
    StringBuilder small = new StringBuilder(name);
    for (int i = from; i < name.length(); i++) {
      char c = name.charAt(i);
      small.setCharAt(i, isCapital(c) ? (char) (c - 'A' + 'a') : c);
    }
    return small.toString();
  }

  /**
   * Returns a copy of {@code values}. HTTP headers whose names differ only in case become one, with
   * all values in order (RFC 9110, section 5.3).
   *
   * @throws IllegalArgumentException if a value is of a type that cannot travel
   */
  public static MessageProperties of(Map<String, ?> values) {
    if (values.isEmpty()) {
      return EMPTY;
    }
    Map<String, Object> copy = new LinkedHashMap<>(values.size() * 4 / 3 + 1);
    values.forEach(
        (name, value) -> {
          check(name, value);
          copy.merge(
              name(name), value, (a, b) -> SoapProperties.joined(name, a.toString(), b.toString()));
        });
    return taking(copy);
  }

  /** Wraps {@code values}, which must be valid and unshared. */
  private static MessageProperties taking(Map<String, Object> values) {
    return values.isEmpty() ? EMPTY : new MessageProperties(Collections.unmodifiableMap(values));
  }

  /** Whether a value of this type can be sent. */
  public static boolean canTravel(Object value) {
    return value instanceof String
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Double
        || value instanceof Float
        || value instanceof Short
        || value instanceof Byte;
  }

  static void check(String name, Object value) {
    if (!canTravel(value)) {
      throw new IllegalArgumentException(
          "property '"
              + name
              + "' must be a String, Boolean, Byte, Short, Integer, Long, Float or Double (got "
              + (value == null ? "null" : value.getClass().getName())
              + ")");
    }
  }

  /** Returns a copy with {@code name} set to {@code value}. */
  public MessageProperties with(String name, Object value) {
    check(name, value);
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.put(name(name), value);
    return taking(copy);
  }

  /** Returns a copy with {@code changes} set and {@code removals} removed. */
  public MessageProperties merge(Map<String, Object> changes, Iterable<String> removals) {
    changes.forEach(MessageProperties::check);
    Map<String, Object> copy = new LinkedHashMap<>(values);
    for (String name : removals) {
      copy.remove(name(name));
    }
    changes.forEach((name, value) -> copy.put(name(name), value));
    return taking(copy);
  }

  public Optional<Object> get(String name) {
    return Optional.ofNullable(values.get(name(name)));
  }

  /** The value of {@code name} as text, or {@code absent}. */
  public String text(String name, String absent) {
    Object value = values.get(name(name));
    return value == null ? absent : value.toString();
  }

  public int size() {
    return values.size();
  }

  /** All properties, unmodifiable, in the order in which they were set, with canonical names. */
  public Map<String, Object> asMap() {
    return new Kept(values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MessageProperties that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }

  /** Finds HTTP headers in any case. */
  private static final class Kept extends AbstractMap<String, Object> {
    private final Map<String, Object> values;

    Kept(Map<String, Object> values) {
      this.values = values;
    }

    private static Object kept(Object name) {
      return name instanceof String text ? name(text) : name;
    }

    @Override
    public Object get(Object name) {
      return values.get(kept(name));
    }

    @Override
    public boolean containsKey(Object name) {
      return values.containsKey(kept(name));
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
      return values.entrySet();
    }

    @Override
    public int size() {
      return values.size();
    }
  }
}
