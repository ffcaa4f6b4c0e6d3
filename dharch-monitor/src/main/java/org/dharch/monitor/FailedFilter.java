package org.dharch.monitor;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.dharch.core.document.Durations;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Fault;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.MessageProgress;

/**
 * Selects failed messages; a message must match all criteria.
 *
 * @param handler the handler that caused the failure
 * @param fault the fault code
 * @param since the earliest time of failure
 * @param text a text in the fault, service, operation or id, ignoring case
 * @param refusals whether only refusals match, or none; empty for both
 * @param limit the bound on selected messages, 1 to {@value MessageProgress.Filter#MOST}
 */
public record FailedFilter(
    Optional<String> handler,
    Optional<Fault.Code> fault,
    Optional<Instant> since,
    Optional<String> text,
    Optional<Boolean> refusals,
    int limit) {
  private static final String HANDLER = "handler";
  private static final String FAULT = "fault";
  private static final String SINCE = "since";
  private static final String TEXT = "text";
  private static final String REFUSALS = "refusals";
  private static final String LIMIT = "limit";
  private static final String ALL = "all";

  /** The parameter that allows actions on messages with unknown outcomes; it selects none. */
  static final String AGAIN = "again";

  private static final Set<String> NAMES =
      Set.of(HANDLER, FAULT, SINCE, TEXT, REFUSALS, LIMIT, ALL, AGAIN);
  private static final int MOST = MessageProgress.Filter.MOST;

  /**
   * Parses a query.
   *
   * @param usual the default limit
   */
  public static FailedFilter of(Map<String, String> query, int usual) {
    for (String name : query.keySet()) {
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(
            "unknown parameter " + name + "; it must be one of " + new TreeSet<>(NAMES));
      }
    }
    return new FailedFilter(
        value(query, HANDLER),
        value(query, FAULT).map(FailedFilter::code),
        value(query, SINCE).map(text -> instant(text, Instant.now())),
        value(query, TEXT).map(text -> text.toLowerCase(Locale.ROOT)),
        value(query, REFUSALS).map(FailedFilter::onlyRefusals),
        limit(query.getOrDefault(LIMIT, Integer.toString(usual))));
  }

  /**
   * As {@link #of}, for an action: requires a criterion or {@code all=true}.
   *
   * @throws IllegalArgumentException if it has neither, or both
   */
  public static FailedFilter ofAction(Map<String, String> query) {
    query.forEach(
        (name, value) -> {
          if (value.isBlank()) {
            throw new IllegalArgumentException(name + " must not be empty");
          }
        });
    boolean some = query.keySet().stream().anyMatch(n -> !Set.of(LIMIT, ALL, AGAIN).contains(n));
    if (some == "true".equals(query.get(ALL))) {
      throw new IllegalArgumentException(
          some
              ? "all=true must not be combined with a filter"
              : "a filter by handler, fault, since, text or refusals, or all=true, must be set");
    }
    return of(query, MOST);
  }

  private static Optional<String> value(Map<String, String> query, String name) {
    return Optional.ofNullable(query.get(name)).filter(text -> !text.isBlank());
  }

  private static Fault.Code code(String text) {
    return Arrays.stream(Fault.Code.values())
        .filter(code -> code.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "fault must be one of "
                        + Arrays.toString(Fault.Code.values())
                        + " (got "
                        + text
                        + ")"));
  }

  private static boolean onlyRefusals(String text) {
    if (!text.equals("only") && !text.equals("none")) {
      throw new IllegalArgumentException("refusals must be only or none (got " + text + ")");
    }
    return text.equals("only");
  }

  private static Instant instant(String text, Instant now) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      try {
        return now.minus(ago(text));
      } catch (DHArchException | NumberFormatException none) {
        throw new IllegalArgumentException(
            "since must be a time such as 2026-11-20T14:40:30Z, or a duration such as 30s, 5m, 2h"
                + " or 1d (got "
                + text
                + ")",
            none);
      }
    }
  }

  private static Duration ago(String text) {
    String number = text.substring(0, Math.max(0, text.length() - 1));
    if (number.matches("[0-9]{1,5}") && text.endsWith("h")) {
      return Duration.ofHours(Integer.parseInt(number));
    }
    if (number.matches("[0-9]{1,5}") && text.endsWith("d")) {
      return Duration.ofDays(Integer.parseInt(number));
    }
    return Durations.parse(text);
  }

  private static int limit(String text) {
    if (!text.matches("[0-9]{1,9}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > MOST) {
      throw new IllegalArgumentException("limit must be 1 to " + MOST + " (got " + text + ")");
    }
    return Integer.parseInt(text);
  }

  /** Whether it matches all criteria except {@link #limit}. */
  public boolean matches(StoredMessage message) {
    return handler
            .filter(name -> !is(message, failure -> failure.fault().handler().equals(name)))
            .isEmpty()
        && fault.filter(code -> !is(message, failure -> failure.fault().code() == code)).isEmpty()
        && since.filter(time -> !is(message, failure -> !failure.at().isBefore(time))).isEmpty()
        && text.filter(part -> !value(message).contains(part)).isEmpty()
        && refusals.filter(only -> only != message.isRefusal()).isEmpty();
  }

  private static boolean is(StoredMessage message, Predicate<FailureRecord> condition) {
    return message.failure().filter(condition).isPresent();
  }

  private static String value(StoredMessage message) {
    return String.join(
            "\n",
            message.key().id().toString(),
            message.submission().service(),
            message.submission().operation(),
            message.failure().map(failure -> failure.fault().toString()).orElse(""))
        .toLowerCase(Locale.ROOT);
  }
}
