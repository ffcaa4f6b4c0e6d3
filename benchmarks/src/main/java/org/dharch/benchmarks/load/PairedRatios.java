package org.dharch.benchmarks.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Measures two subjects directly after each other, repeatedly, in changing order. The speed of a
 * machine changes from minute to minute, so only the ratios of such pairs show small differences.
 */
public final class PairedRatios {
  private final Random random = new Random(11);

  /** Measures one of the two. */
  @FunctionalInterface
  public interface Measurement {
    /** Returns the operations per second. */
    double perSecond() throws IOException;
  }

  /** Returns {@code compared} divided by {@code base} for each of {@code count} pairs. */
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
