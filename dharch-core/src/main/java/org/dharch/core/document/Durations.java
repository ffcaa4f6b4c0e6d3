package org.dharch.core.document;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.DHArchException;

/**
 * Durations as documents and parameters write them: a whole number and its unit, {@code 250ms},
 * {@code 2s} or {@code 5m}.
 */
public final class Durations {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m)");

  private Durations() {}

  /**
   * The duration that {@code text} says; white space around it does not count. Zero is a duration.
   *
   * @throws DHArchException with the text and what is allowed
   */
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new DHArchException(
          "duration '" + text + "'; a whole number and its unit is allowed: 250ms, 2s or 5m");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  /**
   * As {@link #parse(String)}, for a parameter that must be more than zero.
   *
   * @param field the parameter's name, for the message
   */
  public static Duration parse(String field, String text) {
    Duration duration;
    try {
      duration = parse(text);
    } catch (DHArchException e) {
      throw new DHArchException(field + ": " + e.getMessage(), e);
    }
    if (duration.isZero()) {
      throw new DHArchException(field + "=" + text.strip() + "; more than zero is allowed");
    }
    return duration;
  }
}
