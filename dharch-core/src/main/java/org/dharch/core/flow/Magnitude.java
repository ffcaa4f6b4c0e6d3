package org.dharch.core.flow;

/**
 * Numbers that cost about the same under one name: each whole number up to 16, and beyond that four
 * steps to every doubling.
 */
final class Magnitude {
  private static final int EXACT = 16;
  private static final int STEPS = 4;

  private Magnitude() {}

  /**
   * The least number of the step in which {@code value} lies, as text; "none" if it is no number.
   */
  static String of(double value) {
    if (Double.isNaN(value)) {
      return "none";
    }
    if (value <= EXACT) {
      return Long.toString(Math.round(Math.max(0, value)));
    }
    double capped = Math.min(value, 1e15);
    double step = Math.floor(Math.log(capped / EXACT) / Math.log(2) * STEPS + 1e-9);
    return Long.toString((long) Math.ceil(EXACT * Math.pow(2, step / STEPS) - 1e-9));
  }
}
