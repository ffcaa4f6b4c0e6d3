package org.dharch.core.message;

import java.nio.charset.StandardCharsets;
import org.dharch.api.Limits;

/** Compares the size of a property with its limit. Stateless, safe for any thread. */
public final class PropertySize {
  private PropertySize() {}

  /** Returns whether a property is within the limit for one property. */
  public static boolean fits(String name, Object value, Limits limits) {
    String text = value instanceof String string ? string : "12345678";
    int max = limits.maxPropertyBytes();
    return 3L * (name.length() + text.length()) <= max // at most three bytes a character
        || (long) utf8(name) + utf8(text) <= max;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
