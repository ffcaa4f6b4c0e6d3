package org.dharch.core.flow;

/**
 * Mean and spread of what was observed, and how what was estimated correlates with it, all with the
 * weight of an observation falling by a fiftieth with each that follows. The first fifty count
 * alike.
 */
final class JobClass {
  private static final int MEMORY = 50;

  private long messages;
  private double mean;
  private double variance;

  private final Correlation correlation = new Correlation();

  long messages() {
    return messages;
  }

  void add(long estimated, long observed) {
    messages++;
    double weight = 1.0 / Math.min(messages, MEMORY);
    double off = observed - mean;
    mean += weight * off;
    variance = (1 - weight) * (variance + weight * off * off);
    if (estimated > 0) {
      correlation.add((double) estimated, (double) observed);
    }
  }

  JobSizes.Estimate estimate() {
    return new JobSizes.Estimate(Math.round(mean), Math.round(Math.sqrt(variance)));
  }

  JobSizes.Figures figures(String name) {
    return new JobSizes.Figures(name, messages, mean, Math.sqrt(variance), correlation.value());
  }

  void restore(JobSizes.Figures known) {
    messages = known.messages();
    mean = known.meanNanos();
    variance = known.spreadNanos() * known.spreadNanos();
  }
}
