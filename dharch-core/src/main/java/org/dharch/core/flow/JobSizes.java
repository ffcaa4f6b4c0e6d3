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
  /** How many classes are kept; the one longest unused goes for a new one. */
  public static final int MOST_CLASSES = 2_000;

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

  /** The same name, as it is kept here, so that the messages of a class share one text. */
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

  /** How long a message of this class will probably be in execution; 0 if nothing is known. */
  public synchronized Estimate estimate(String name) {
    return seen(name).estimate();
  }

  /** The class by which a message of class {@code name} is estimated. */
  private JobClass seen(String name) {
    JobClass known = classes.get(name);
    return known == null || known.messages() == 0 ? all : known;
  }

  /** How long a message of unknown class will probably be in execution; 0 if nothing is known. */
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
   * A message of this class was refused because of {@link Estimate#least}. If none got in any more,
   * nothing would ever be learned that says otherwise; so the more are refused in a row, the less
   * is thought of it, until one gets in.
   */
  public synchronized void refused(String name) {
    seen(name).refused();
  }

  /** A message of this class got in, and missed its deadline. */
  public synchronized void missed(String name) {
    seen(name).confirmed();
  }

  /** Of every class that was observed, those with the most messages first. */
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

  /** Takes up what was known in an earlier life. */
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
   *     rejected for it
   */
  public record Estimate(long meanNanos, long spreadNanos, long least) {
    /**
     * How much longer a message will probably be in execution that is found there: half the mean if
     * all take alike, and more the more they differ, since it is the long ones that are found (the
     * mean residual life of renewal theory).
     */
    public long residual() {
      double spread = spreadNanos;
      return meanNanos == 0 ? 0 : Math.round((meanNanos + spread * spread / meanNanos) / 2);
    }
  }

  /** Pearson's correlation of pairs, the newer ones counting more. Not safe for several threads. */
  static final class Correlation {
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

  /**
   * Mean and spread of what was observed, and how what was estimated correlates with it, all with
   * the weight of an observation falling by a fiftieth with each that follows. The first fifty
   * count alike.
   */
  private static final class JobClass {
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

    Estimate estimate() {
      double spread = Math.sqrt(variance);
      double least = Math.max(0, mean - spread) * DOUBTING / (DOUBTING + refused);
      return new Estimate(Math.round(mean), Math.round(spread), Math.round(least));
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
