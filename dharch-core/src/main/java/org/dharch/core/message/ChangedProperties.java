package org.dharch.core.message;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.dharch.api.MessageProperties;

/** Which properties handlers have changed. Stateless, safe for any thread. */
public final class ChangedProperties {
  private ChangedProperties() {}

  /**
   * Returns what differs in {@code after}, by property name: the new value, or empty if removed.
   *
   * @param which selects the names to compare
   */
  public static Map<String, Optional<Object>> between(
      MessageProperties before, MessageProperties after, Predicate<String> which) {
    Map<String, Optional<Object>> changed = new LinkedHashMap<>();
    after
        .asMap()
        .forEach(
            (name, value) -> {
              if (which.test(name) && !value.equals(before.asMap().get(name))) {
                changed.put(name, Optional.of(value));
              }
            });
    for (String name : before.asMap().keySet()) {
      if (which.test(name) && !after.asMap().containsKey(name)) {
        changed.put(name, Optional.empty());
      }
    }
    return changed;
  }
}
