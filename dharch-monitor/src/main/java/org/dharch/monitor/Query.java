package org.dharch.monitor;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.document.Durations;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.DidYouMean;
import org.dharch.core.view.MessageProgress;

/** The parameters of a query; an invalid one is an IllegalArgumentException. */
final class Query {
  private static final int USUAL_LIMIT = 100;

  private final Map<String, String> values;

  /**
   * @param known the names of the valid parameters
   */
  Query(Map<String, String> values, String... known) {
    Set<String> names = new TreeSet<>(Set.of(known));
    for (String name : values.keySet()) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "unknown parameter "
                + name
                + (names.isEmpty()
                    ? "; there must be none"
                    : "; it must be one of " + names + DidYouMean.question(name, names)));
      }
    }
    this.values = values;
  }

  /** Rejects all parameters. */
  static void rejectAll(Map<String, String> values) {
    new Query(values);
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Zero if absent. */
  Duration duration(String name) {
    try {
      return text(name).map(text -> Durations.parse(name, text)).orElse(Duration.ZERO);
    } catch (DHArchException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  boolean flag(String name, boolean usual) {
    String text = values.getOrDefault(name, Boolean.toString(usual));
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(name + " must be true or false (got " + text + ")");
    }
    return text.equals("true");
  }

  /** The bound on results: {@code limit}, or {@value #USUAL_LIMIT} by default. */
  int limit() {
    String text = values.getOrDefault("limit", Integer.toString(USUAL_LIMIT));
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MessageProgress.Filter.MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("limit must be a whole number (got " + text + ")", e);
    }
    throw new IllegalArgumentException(
        "limit must be 1 to " + MessageProgress.Filter.MOST + " (got " + text + ")");
  }
}
