package org.dharch.cli.base;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Formats times in the zone of this machine. */
public final class Times {
  private static final DateTimeFormatter SHOWN =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

  private Times() {}

  /** To the second. */
  public static String shown(Instant time) {
    return SHOWN.format(time);
  }

  /** To the second; empty if {@code time} is. */
  public static String shown(String time) {
    return time.isEmpty() ? "" : shown(Instant.parse(time));
  }

  /**
   * Start, end and duration of a message.
   *
   * @param ended empty if it has not ended
   */
  public static String span(String started, String ended, double durationMillis) {
    return "started "
        + shown(started)
        + (ended.isEmpty() ? ", so far " : ", ended " + shown(ended) + ", duration ")
        + TextTable.number(durationMillis)
        + " ms";
  }
}
