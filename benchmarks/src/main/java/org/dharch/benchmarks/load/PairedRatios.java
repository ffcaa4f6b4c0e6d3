package org.dharch.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Two things measured right beside each other, again and again, in changing order: where a
 * machine's speed changes from one minute to the next, only the ratios of such pairs tell small
 * differences.
 */
public final class PairedRatios {
  private final Random random = new Random(11);

  /** Measures one of the two. */
  @FunctionalInterface
  public interface Measurement {
    /** So many a second. */
    double perSecond() throws IOException;
  }

  /** How many times {@code base} is {@code compared}, in each of {@code count} pairs. */
  public List<Double> ratios(int count, Measurement compared, Measurement base) throws IOException {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ratios.add(ratio(compared, base));
    }
    return ratios;
  }

  private double ratio(Measurement compared, Measurement base) throws IOException {
    if (random.nextBoolean()) {
      double first = compared.perSecond();
      return first / base.perSecond();
    }
    double first = base.perSecond();
    return compared.perSecond() / first;
  }
}
