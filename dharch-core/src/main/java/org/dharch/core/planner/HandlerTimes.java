package org.dharch.core.planner;

/**
 * The costs of one handler in milliseconds (seed 000, equation 1).
 *
 * @param tcomp how long it runs on a node
 * @param tdata the round trip of the message
 * @param c other costs of distribution
 * @param local how long it would run in the container; {@code tcomp} on a machine of the same speed
 */
public record HandlerTimes(double tcomp, double tdata, double c, double local) {
  /** The upper bound: a day. */
  static final double MAX = 86_400_000;

  public HandlerTimes {
    check("tcomp", tcomp);
    check("tdata", tdata);
    check("c", c);
    check("local", local);
  }

  public static HandlerTimes of(double tcomp, double tdata, double c) {
    return new HandlerTimes(tcomp, tdata, c, tcomp);
  }

  static void check(String name, double value) {
    if (!(value >= 0 && value <= MAX)) {
      throw new IllegalArgumentException(
          name + " must be 0 to " + (long) MAX + " ms (got " + value + ")");
    }
  }

  /** W of equation 1. */
  public double w() {
    return tcomp + tdata + c;
  }
}
