package org.dharch.core.orchestration;

import java.util.Objects;
import java.util.Optional;
import org.dharch.api.MessageProperties;

/**
 * Holds if a property has this value, or any value.
 *
 * @param property the property's name, as it is {@linkplain MessageProperties#name kept}
 * @param value the required value as text; any if empty
 */
public record PropertyCondition(String property, Optional<String> value) implements Condition {
  public PropertyCondition {
    property = MessageProperties.name(property);
    Objects.requireNonNull(value, "value");
  }

  /** The property is there. */
  public static PropertyCondition present(String property) {
    return new PropertyCondition(property, Optional.empty());
  }

  /** The property's value, written as text, is {@code value}. */
  public static PropertyCondition is(String property, String value) {
    return new PropertyCondition(property, Optional.of(value));
  }

  @Override
  public boolean holds(MessageView message) {
    return message
        .properties()
        .get(property)
        .filter(actual -> value.isEmpty() || value.get().equals(actual.toString()))
        .isPresent();
  }

  @Override
  public String toString() {
    return property + value.map(v -> "='" + v + "'").orElse("");
  }
}
