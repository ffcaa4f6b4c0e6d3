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
   * What is different in {@code after}, by its name: the value there, or empty if it is gone.
   *
   * @param which of the names count
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
