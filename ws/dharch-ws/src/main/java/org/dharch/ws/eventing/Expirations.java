package org.dharch.ws.eventing;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.text.Brief;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.eventing.EventingFault.Kind;

/**
 * Bounds of subscription lifetimes. Immutable.
 *
 * @param max the longest lifetime
 * @param standard the lifetime of requests without an expiration
 * @param isDurationsOnly whether absolute times are rejected
 */
public record Expirations(Duration max, Duration standard, boolean isDurationsOnly) {
  /** The default: at most a day, usually an hour. */
  public static final Expirations DEFAULT =
      new Expirations(Duration.ofHours(24), Duration.ofHours(1), false);

  private static final int MAX_TEXT = 64;
  private static final String NUMBER = "(\\d{1,32})";
  private static final Pattern DURATION =
      Pattern.compile(
          "(-)?P(?:N Y)?(?:N M)?(?:N D)?(?:T(?=\\d)(?:N H)?(?:N M)?(?:N(?:\\.(\\d{1,9}))? S)?)?"
              .replace("N", NUMBER)
              .replace(" ", ""));

  /** The cap of each part of a duration. */
  private static final long MAX_MILLIS = Long.MAX_VALUE / 16;

  private static final long[] SECONDS = {365 * 86_400L, 30 * 86_400L, 86_400, 3_600, 60, 1};

  public Expirations {
    if (standard.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "usual must be at most " + max + ", the longest lifetime (got " + standard + ")");
    }
  }

  /**
   * @param isBestEffort whether another expiration is acceptable (2011/03)
   */
  record Requested(String text, boolean isBestEffort) {}

  record Granted(long at, boolean isTime) {
    String text(long now) {
      if (isTime) {
        return Instant.ofEpochMilli(at).toString();
      }
      // at least a millisecond, because the subscription has not expired
      return Duration.ofMillis(Math.max(1, at - now)).toString();
    }
  }

  /**
   * Grants the requested expiration, at most {@link #max}. A 2011/03 request without BestEffort
   * gets exactly the requested expiration or a fault.
   *
   * @param now in milliseconds since 1970
   */
  Granted grant(EventingVersion version, Optional<Requested> requested, long now)
      throws ProcessingException {
    if (requested.isEmpty()) {
      return new Granted(now + standard.toMillis(), false);
    }
    String text = requested.get().text();
    boolean isTime = !text.startsWith("P") && !text.startsWith("-P");
    if (isTime && isDurationsOnly) {
      throw EventingFault.of(version, Kind.EXPIRATION_TYPE, "must be a duration").exception();
    }
    Optional<Long> at = isTime ? parseTime(text) : parseDuration(text).map(millis -> now + millis);
    long latest = now + max.toMillis();
    if (at.isEmpty()) {
      throw invalid(
          version,
          text,
          "must be a duration such as PT1H"
              + (isDurationsOnly ? "" : " or a time such as 2026-11-25T12:00:00Z"));
    }
    if (at.get() <= now) {
      throw invalid(version, text, "must be in the future");
    }
    if (at.get() > latest
        && version == EventingVersion.WSE_2011_03
        && !requested.get().isBestEffort()) {
      throw invalid(version, text, "must be at most " + max);
    }
    return new Granted(Math.min(at.get(), latest), isTime);
  }

  private static ProcessingException invalid(
      EventingVersion version, String text, String requirement) {
    return EventingFault.of(
            version, Kind.EXPIRATION, "the expiration '" + Brief.of(text) + "': " + requirement)
        .exception();
  }

  /** Returns milliseconds since 1970; the default zone is UTC. */
  private static Optional<Long> parseTime(String text) {
    if (text.length() > MAX_TEXT) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant().toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      try {
        return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli());
      } catch (DateTimeException | ArithmeticException none) {
        return Optional.empty();
      }
    }
  }

  private static long parseNumber(String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
  }

  /** Returns capped milliseconds; zero if negative. */
  private static Optional<Long> parseDuration(String text) {
    if (text.length() > MAX_TEXT) {
      return Optional.empty();
    }
    Matcher parts = DURATION.matcher(text);
    if (!parts.matches() || text.endsWith("P")) {
      return Optional.empty();
    }
    long millis = 0;
    for (int i = 0; i < SECONDS.length; i++) {
      String part = parts.group(i + 2);
      if (part != null) {
        long unitMillis = SECONDS[i] * 1_000;
        millis += Math.min(parseNumber(part), MAX_MILLIS / unitMillis) * unitMillis;
      }
    }
    String fraction = parts.group(SECONDS.length + 2);
    if (fraction != null) {
      millis += Long.parseLong((fraction + "00").substring(0, 3));
    }
    return Optional.of(parts.group(1) == null ? millis : 0);
  }
}
