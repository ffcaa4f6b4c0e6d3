package org.dharch.benchmarks.site;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The row of table 1 of seed 000 for a variant, in milliseconds. The paper measures one DHArch,
 * sequential and parallel; its rows apply to each of our variants. Immutable.
 *
 * @param sd the standard deviation of {@code whole}
 */
public record PaperTable1(
    HandlerVariant variant, double whole, double sd, double wsrf, double eventing) {

  /** Returns the rows for these variants, in their order. */
  public static List<PaperTable1> rows(HandlerVariant... variants) {
    return Stream.of(variants).map(PaperTable1::of).toList();
  }

  private static PaperTable1 of(HandlerVariant variant) {
    if (!variant.distributed()) {
      return new PaperTable1(variant, 161.23, 9.66, 65.24, 51.38);
    }
    return isParallel(variant)
        ? new PaperTable1(variant, 115.15, 12.15, 69.49, 54.45)
        : new PaperTable1(variant, 171.64, 10.08, 70.25, 54.68);
  }

  /** Returns whether its handlers run in parallel. */
  public boolean isParallel() {
    return isParallel(variant);
  }

  private static boolean isParallel(HandlerVariant variant) {
    return variant.stages().size() == 1;
  }

  /** Returns mean and standard deviation of the whole, formatted for tables. */
  public String wholeAndSd() {
    return spread(whole, sd);
  }

  /** Formats another mean and standard deviation. */
  public static String spread(double mean, double sd) {
    return String.format(Locale.ROOT, "%.2f (%.2f)", mean, sd);
  }
}
