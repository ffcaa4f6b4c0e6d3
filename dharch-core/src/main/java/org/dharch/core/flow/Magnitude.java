package org.dharch.core.flow;

/** Groups numbers of similar cost: whole numbers up to 16, and four steps per doubling beyond. */
final class Magnitude {
  private static final int EXACT = 16;
  private static final int STEPS = 4;

  private Magnitude() {}

  /** The lower bound of the step of {@code value}, as text; "none" for NaN. */
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
