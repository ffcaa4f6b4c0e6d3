package org.dharch.api;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The 128-bit unique id of a message (seed 000, section 3.1.1, the first part of DMFormat).
 * Immutable.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record MessageId(long high, long low) implements Comparable<MessageId> {

  /** A new id from {@code random}; unique with the strength of that generator. */
  public static MessageId random(RandomGenerator random) {
    return new MessageId(random.nextLong(), random.nextLong());
  }

  /**
   * Parses the result of {@link #toString()}.
   *
   * @throws IllegalArgumentException if {@code text} is not 32 hexadecimal digits
   */
  public static MessageId parse(String text) {
    if (text.length() != 32) {
      throw new IllegalArgumentException(
          "message id must have 32 hex digits (got '"
              + text
              + "' with "
              + text.length()
              + " characters)");
    }
    return new MessageId(
        Long.parseUnsignedLong(text.substring(0, 16), 16),
        Long.parseUnsignedLong(text.substring(16), 16));
  }

  @Override
  public int compareTo(MessageId other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  /** 32 lower-case hexadecimal digits. */
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
