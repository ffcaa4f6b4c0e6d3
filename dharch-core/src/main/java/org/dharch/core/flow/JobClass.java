package org.dharch.core.flow;

/**
 * Mean and spread of what was observed, and how what was estimated correlates with it, all with the
 * weight of an observation falling by a fiftieth with each that follows. The first fifty count
 * alike.
 */
final class JobClass {
  private static final int MEMORY = 50;

  /** So many that were refused halve what is thought to be the least. */
  private static final int DOUBTING = 8;

  private final String name;
  private long messages;
  private double mean;
  private double variance;

  /** How many were refused since one was last seen to take so long. */
  private int refused;

  private final Correlation correlation = new Correlation();

  JobClass(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  long messages() {
    return messages;
  }

  void add(long estimated, long observed) {
    messages++;
    refused = 0;
    double weight = 1.0 / Math.min(messages, MEMORY);
    double off = observed - mean;
    mean += weight * off;
    variance = (1 - weight) * (variance + weight * off * off);
    if (estimated > 0) {
      correlation.add((double) estimated, (double) observed);
    }
  }

  /** One was refused because it would take too long: from that nothing is learned but doubt. */
  void refused() {
    refused = Math.min(refused + 1, Integer.MAX_VALUE - DOUBTING - 1);
  }

  /** One took longer than it may: what is thought is so. */
  void confirmed() {
    refused = 0;
  }

  JobSizes.Estimate estimate() {
    double spread = Math.sqrt(variance);
    double least = Math.max(0, mean - spread) * DOUBTING / (DOUBTING + refused);
    return new JobSizes.Estimate(Math.round(mean), Math.round(spread), Math.round(least));
  }

  JobSizes.Figures figures() {
    return new JobSizes.Figures(name, messages, mean, Math.sqrt(variance), correlation.value());
  }

  void restore(JobSizes.Figures known) {
    messages = known.messages();
    mean = known.meanNanos();
    variance = known.spreadNanos() * known.spreadNanos();
  }
}
