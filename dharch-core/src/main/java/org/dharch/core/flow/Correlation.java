package org.dharch.core.flow;

/** Pearson's correlation of pairs, the newer ones counting more. Not safe for several threads. */
final class Correlation {
  /** After so many pairs the weight of one has fallen to 1/e. */
  private static final double MEMORY = 1_000;

  private long pairs;
  private double meanX;
  private double meanY;
  private double varianceX;
  private double varianceY;
  private double covariance;

  void add(double x, double y) {
    pairs++;
    double weight = 1.0 / Math.min((double) pairs, MEMORY);
    double offX = x - meanX;
    double offY = y - meanY;
    meanX += weight * offX;
    meanY += weight * offY;
    varianceX = (1 - weight) * (varianceX + weight * offX * offX);
    varianceY = (1 - weight) * (varianceY + weight * offY * offY);
    covariance = (1 - weight) * (covariance + weight * offX * offY);
  }

  /** Not a number while one of the two has not varied. */
  double value() {
    double both = Math.sqrt(varianceX * varianceY);
    return both > 0 ? Math.max(-1, Math.min(1, covariance / both)) : Double.NaN;
  }
}
