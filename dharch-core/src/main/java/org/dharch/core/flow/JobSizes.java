package org.dharch.core.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Learns the cost of messages (seed 003, section 5.1): mean and spread of each class, weighted
 * toward recent ones. A class without messages uses the mean of all. Safe for any thread.
 */
public final class JobSizes {
  /** The bound on classes; the least recently used one is replaced. */
  public static final int MOST_CLASSES = 2_000;

  /** The number of messages before which no message is rejected by an estimate. */
  public static final int FEW = 8;

  private final Map<String, JobClass> classes = new LinkedHashMap<>(16, 0.75f, true);
  private final JobClass all = new JobClass("all");

  /**
   * The figures of a class.
   *
   * @param name its name
   * @param messages the number of its messages so far
   * @param meanNanos their mean time in execution
   * @param spreadNanos the standard deviation of that
   * @param correlation of estimates and observations, from -1 to 1; NaN until it can be computed
   */
  public record Figures(
      String name, long messages, double meanNanos, double spreadNanos, double correlation) {}

  /** The canonical instance of the name, so that the messages of a class share one text. */
  public synchronized String canonical(String name) {
    return known(name).name();
  }

  private JobClass known(String name) {
    JobClass its = classes.get(name);
    if (its == null) {
      if (classes.size() == MOST_CLASSES) {
        classes.remove(classes.keySet().iterator().next());
      }
      its = new JobClass(name);
      classes.put(name, its);
    }
    return its;
  }

  /** Estimates the execution time of a message of this class; 0 without data. */
  public synchronized Estimate estimate(String name) {
    return seen(name).estimate();
  }

  /** The class that is used to estimate class {@code name}. */
  private JobClass seen(String name) {
    JobClass known = classes.get(name);
    return known == null || known.messages() == 0 ? all : known;
  }

  /** Estimates the execution time of a message of unknown class; 0 without data. */
  public synchronized Estimate any() {
    return all.estimate();
  }

  /**
   * Records a message of this class that has left execution.
   *
   * @param estimatedNanos its estimate at arrival; 0 if there was none
   * @param observedNanos its time in execution
   */
  public synchronized void observed(String name, long estimatedNanos, long observedNanos) {
    known(name).add(estimatedNanos, observedNanos);
    all.add(estimatedNanos, observedNanos);
  }

  /**
   * Records that a message of this class was rejected because of {@link Estimate#least}. Repeated
   * rejections lower that bound until a message is admitted: otherwise nothing would ever correct
   * it.
   */
  public synchronized void refused(String name) {
    seen(name).refused();
  }

  /** Records that an admitted message of this class missed its deadline. */
  public synchronized void missed(String name) {
    seen(name).confirmed();
  }

  /** Whether so few messages have been observed that no message may be rejected by an estimate. */
  public synchronized boolean isCold() {
    return all.messages() < FEW;
  }

  /** All observed classes, those with the most messages first. */
  public synchronized List<Figures> classes() {
    List<Figures> figures = new ArrayList<>();
    classes.values().stream()
        .filter(its -> its.messages() > 0)
        .forEach(its -> figures.add(its.figures()));
    figures.sort(
        Comparator.comparingLong(Figures::messages).reversed().thenComparing(Figures::name));
    return figures;
  }

  /** Of all messages together. */
  public synchronized Figures all() {
    return all.figures();
  }

  /** Restores the figures of an earlier incarnation. */
  public synchronized void restore(List<Figures> known, Figures together) {
    for (Figures its : known) {
      if (classes.size() < MOST_CLASSES) {
        classes.computeIfAbsent(its.name(), JobClass::new).restore(its);
      }
    }
    all.restore(together);
  }

  /**
   * The estimated cost of a message.
   *
   * @param meanNanos the mean
   * @param spreadNanos the standard deviation
   * @param least a lower bound that few messages of its class stay below; lower if many were
   *     rejected for it; 0 before {@link JobSizes#FEW} messages of its class
   */
  public record Estimate(long meanNanos, long spreadNanos, long least) {
    /**
     * The expected remaining time of an executing message: half the mean for equal times, and more
     * the more they differ, because longer ones are more likely to be observed (mean residual life
     * of renewal theory).
     */
    public long residual() {
      double spread = spreadNanos;
      return meanNanos == 0 ? 0 : Math.round((meanNanos + spread * spread / meanNanos) / 2);
    }
  }

  /** Pearson's correlation of pairs with exponentially decreasing weights. Not thread-safe. */
  static final class Correlation {
    /** The number of pairs after which a weight has fallen to 1/e. */
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

    /** NaN while one of the two has not varied. */
    double value() {
      double both = Math.sqrt(varianceX * varianceY);
      return both > 0 ? Math.max(-1, Math.min(1, covariance / both)) : Double.NaN;
    }
  }

  /**
   * Mean and spread of observations and their correlation with estimates. The weight of an
   * observation falls by a fiftieth with each later one; the first fifty have equal weights.
   */
  private static final class JobClass {
    private static final int MEMORY = 50;

    /** The number of rejections that halves the lower bound. */
    private static final int DOUBTING = 8;

    private final String name;
    private long messages;
    private double mean;
    private double variance;

    /** The latest observations, one after another in a ring; those of an earlier life are 0. */
    private final long[] latest = new long[FEW];

    /** The number of rejections since the last observation that confirmed the bound. */
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
      latest[(int) (messages % FEW)] = observed;
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

    /** A rejection does not reveal the size, so it only lowers the bound. */
    void refused() {
      refused = Math.min(refused + 1, Integer.MAX_VALUE - DOUBTING - 1);
    }

    /** A missed deadline confirms the bound. */
    void confirmed() {
      refused = 0;
    }

    Estimate estimate() {
      double spread = Math.sqrt(variance);
      double least = low(spread) * DOUBTING / (DOUBTING + refused);
      return new Estimate(Math.round(mean), Math.round(spread), Math.round(least));
    }

    private double low(double spread) {
      if (messages < FEW) {
        return 0;
      }
      double low = Math.max(0, mean - spread);
      for (long observed : latest) {
        low = observed > 0 ? Math.min(low, (double) observed) : low;
      }
      return low;
    }

    Figures figures() {
      return new Figures(name, messages, mean, Math.sqrt(variance), correlation.value());
    }

    void restore(Figures known) {
      messages = known.messages();
      mean = known.meanNanos();
      variance = known.spreadNanos() * known.spreadNanos();
    }
  }
}
