package org.dharch.benchmarks.site;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What table 1 of seed 000 has beside one way, in milliseconds. The paper has one DHArch, with its
 * handlers one after the other and side by side; it stands beside each of ours. Immutable.
 *
 * @param sd the standard deviation of {@code whole}
 */
public record PaperTable1(HandlerVariant way, double whole, double sd, double wsrf, double eventing) {

  /** The rows beside these ways, in their order. */
  public static List<PaperTable1> beside(HandlerVariant... ways) {
    return Stream.of(ways).map(PaperTable1::of).toList();
  }

  private static PaperTable1 of(HandlerVariant way) {
    if (!way.distributed()) {
      return new PaperTable1(way, 161.23, 9.66, 65.24, 51.38);
    }
    return isParallel(way)
        ? new PaperTable1(way, 115.15, 12.15, 69.49, 54.45)
        : new PaperTable1(way, 171.64, 10.08, 70.25, 54.68);
  }

  /** Whether its handlers run side by side. */
  public boolean isParallel() {
    return isParallel(way);
  }

  private static boolean isParallel(HandlerVariant way) {
    return way.stages().size() == 1;
  }

  /** Mean and standard deviation of the whole, as tables have them. */
  public String wholeAndSd() {
    return spread(whole, sd);
  }

  /** The same of something else. */
  public static String spread(double mean, double sd) {
    return String.format(Locale.ROOT, "%.2f (%.2f)", mean, sd);
  }
}
