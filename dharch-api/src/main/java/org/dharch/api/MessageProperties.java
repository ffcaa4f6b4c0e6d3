package org.dharch.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of a message (seed 000, section 3.1.1, the second part of DMFormat): names with a
 * String, a Boolean or a boxed number; nothing else may travel. Immutable and safe for any thread.
 *
 * <p>Names that begin with {@value #RESERVED_PREFIX} belong to DHArch; {@link
 * org.dharch.core.wire.WireProperties} lists them.
 */
public final class MessageProperties {
  /** The prefix of the names that DHArch uses itself. */
  public static final String RESERVED_PREFIX = "dharch.";

  /**
   * The property by which a handler's result puts something else in the place of what is left of
   * its message's orchestration: a {@code rest} document of the orchestration schema.
   */
  public static final String REST = RESERVED_PREFIX + "rest";

  /**
   * The property that says why the message is unwound or was halted; compensators see it, and
   * handlers that hear of the end.
   */
  public static final String FAULT = RESERVED_PREFIX + "fault";

  /**
   * The prefix of the properties that belong to the whole exchange: what handlers of the request
   * leave under such a name is seen by those of its response, too.
   */
  public static final String EXCHANGE_PREFIX = RESERVED_PREFIX + "exchange.";

  private static final MessageProperties EMPTY = new MessageProperties(Map.of());

  private final Map<String, Object> values;

  private MessageProperties(Map<String, Object> values) {
    this.values = values;
  }

  public static MessageProperties empty() {
    return EMPTY;
  }

  /**
   * A copy of {@code values}.
   *
   * @throws IllegalArgumentException if a value is of a type that cannot travel
   */
  public static MessageProperties of(Map<String, ?> values) {
    if (values.isEmpty()) {
      return EMPTY;
    }
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.forEach(MessageProperties::check);
    return taking(copy);
  }

  /** Those of {@code values}, which can all travel and which nobody else has. */
  private static MessageProperties taking(Map<String, Object> values) {
    return values.isEmpty() ? EMPTY : new MessageProperties(Collections.unmodifiableMap(values));
  }

  /** Whether a property of this value can travel. */
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

  private static void check(String name, Object value) {
    if (!canTravel(value)) {
      throw new IllegalArgumentException(
          "property '"
              + name
              + "' is of type "
              + (value == null ? "null" : value.getClass().getName())
              + "; String, Boolean, Byte, Short, Integer, Long, Float and Double are allowed");
    }
  }

  /** These properties with {@code name} set to {@code value}. */
  public MessageProperties with(String name, Object value) {
    check(name, value);
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.put(name, value);
    return taking(copy);
  }

  /** These properties with {@code changes} set and {@code removals} taken away. */
  public MessageProperties merge(Map<String, Object> changes, Iterable<String> removals) {
    changes.forEach(MessageProperties::check);
    Map<String, Object> copy = new LinkedHashMap<>(values);
    for (String name : removals) {
      copy.remove(name);
    }
    copy.putAll(changes);
    return taking(copy);
  }

  public Optional<Object> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** The value of {@code name} as text, or {@code absent}. */
  public String text(String name, String absent) {
    Object value = values.get(name);
    return value == null ? absent : value.toString();
  }

  public int size() {
    return values.size();
  }

  /** All properties, unmodifiable, in the order they were set. */
  public Map<String, Object> asMap() {
    return values;
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
}
