package org.dharch.core.store;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.dharch.api.MessageId;

/**
 * Identifies a stored message, also when it is executed again under another id. Older ones sort
 * first.
 *
 * @param id the message's id when it was first stored
 * @param sinceMillis the time of that, in milliseconds of the Unix epoch; 0 to 9,999,999,999,999
 */
public record StoreKey(MessageId id, long sinceMillis) implements Comparable<StoreKey> {
  private static final Comparator<StoreKey> ORDER =
      Comparator.comparingLong(StoreKey::sinceMillis).thenComparing(StoreKey::id);
  private static final int DIGITS = 13;
  private static final String SUFFIX = ".dhm";

  public StoreKey {
    Objects.requireNonNull(id, "id");
    if (sinceMillis < 0 || sinceMillis > 9_999_999_999_999L) {
      throw new IllegalArgumentException(
          "sinceMillis must be 0 to 9999999999999 (got " + sinceMillis + ")");
    }
  }

  @Override
  public int compareTo(StoreKey other) {
    return ORDER.compare(this, other);
  }

  /** The name of its file; sorts by age. */
  String fileName() {
    String millis = Long.toString(sinceMillis);
    return "0".repeat(DIGITS - millis.length()) + millis + "-" + id + SUFFIX;
  }

  /** Parses a file name; empty if it is none of a store's. */
  static Optional<StoreKey> ofFileName(String name) {
    if (!name.matches("[0-9]{13}-[0-9a-f]{32}\\.dhm")) {
      return Optional.empty();
    }
    String id = name.substring(DIGITS + 1, name.length() - SUFFIX.length());
    return Optional.of(
        new StoreKey(MessageId.parse(id), Long.parseLong(name.substring(0, DIGITS))));
  }
}
