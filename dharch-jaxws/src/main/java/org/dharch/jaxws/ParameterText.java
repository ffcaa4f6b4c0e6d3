package org.dharch.jaxws;

import java.util.Map;
import java.util.function.Function;
import org.dharch.core.message.DHArchException;

/** Converts a parameter of a node document to the value of a field. */
final class ParameterText {
  private static final Map<Class<?>, Function<String, Object>> TYPES =
      Map.ofEntries(
          Map.entry(String.class, text -> text),
          Map.entry(Object.class, text -> text),
          Map.entry(boolean.class, Boolean::valueOf),
          Map.entry(Boolean.class, Boolean::valueOf),
          Map.entry(int.class, Integer::valueOf),
          Map.entry(Integer.class, Integer::valueOf),
          Map.entry(long.class, Long::valueOf),
          Map.entry(Long.class, Long::valueOf),
          Map.entry(double.class, Double::valueOf),
          Map.entry(Double.class, Double::valueOf));

  private ParameterText() {}

  static boolean isOf(Class<?> type) {
    return TYPES.containsKey(type);
  }

  static Object to(Class<?> type, String name, String text) {
    try {
      return TYPES.get(type).apply(text.strip());
    } catch (NumberFormatException e) {
      throw new DHArchException(
          "parameter " + name + " must be a " + type.getSimpleName() + " (got '" + text + "')", e);
    }
  }
}
