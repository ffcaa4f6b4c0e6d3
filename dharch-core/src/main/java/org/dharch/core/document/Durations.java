package org.dharch.core.document;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.message.DHArchException;

/**
 * Durations in documents and parameters: a whole number and a unit, {@code 250ms}, {@code 2s} or
 * {@code 5m}.
 */
public final class Durations {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m)");

  private Durations() {}

  /**
   * Parses {@code text}, ignoring surrounding white space; may be zero.
   *
   * @throws DHArchException with the text and the allowed form
   */
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new DHArchException(
          "duration must be a whole number with a unit, such as 250ms, 2s or 5m (got '"
              + text
              + "')");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  /**
   * As {@link #parse(String)}, for a parameter that must be positive.
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
      throw new DHArchException(field + " must be positive (got " + text.strip() + ")");
    }
    return duration;
  }

  /**
   * Formats {@code duration} so that {@link #parse(String)} reads it, in the largest unit that
   * fits.
   *
   * @throws IllegalArgumentException if there is no such text
   */
  public static String text(Duration duration) {
    if (duration.isNegative() || duration.getNano() % 1_000_000 != 0) {
      throw new IllegalArgumentException(
          "duration must be a whole number of milliseconds (got " + duration + ")");
    }
    String text =
        duration.getNano() != 0 || duration.isZero()
            ? duration.toMillis() + "ms"
            : duration.getSeconds() % 60 != 0
                ? duration.getSeconds() + "s"
                : duration.toMinutes() + "m";
    if (!TEXT.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "duration must have at most nine digits of its unit (got " + duration + ")");
    }
    return text;
  }
}
