package org.dharch.benchmarks.harness;

import java.util.Collections;
import java.util.List;

/** What a figure draws. Immutable. */
public sealed interface Chart {

  /**
   * Values of one kind.
   *
   * @param name for the legend
   * @param values one for each category or x
   * @param errors one for each value, drawn up and down from it; none: empty
   */
  record Series(String name, List<Double> values, List<Double> errors) {
    /** Values without errors beside series that have some: each error is 0. */
    public static Series exact(String name, List<Double> values) {
      return new Series(name, values, Collections.nCopies(values.size(), 0.0));
    }

    public Series {
      values = List.copyOf(values);
      errors = List.copyOf(errors);
      if (!errors.isEmpty() && errors.size() != values.size()) {
        throw new IllegalArgumentException(
            errors.size() + " errors for " + values.size() + " values of " + name);
      }
    }
  }

  /** The axis of the values, with its unit. */
  String yTitle();

  /** The axis below, with its unit. */
  String xTitle();

  /** What is drawn. */
  List<Series> series();

  /** Bars side by side, as figures 4 to 6 of seed 000. */
  record Bars(String xTitle, String yTitle, List<String> categories, List<Series> series)
      implements Chart {
    public Bars {
      categories = List.copyOf(categories);
      series = List.copyOf(series);
      sameLength(categories, series);
    }
  }

  /**
   * Lines over a number, as figure 10 of seed 000.
   *
   * @param logarithmic whether the values' axis is
   */
  record Lines(
      String xTitle, String yTitle, boolean logarithmic, List<Double> xs, List<Series> series)
      implements Chart {
    public Lines {
      xs = List.copyOf(xs);
      series = List.copyOf(series);
      sameLength(xs, series);
    }
  }

  private static void sameLength(List<?> xs, List<Series> series) {
    for (Series one : series) {
      if (one.values().size() != xs.size()) {
        throw new IllegalArgumentException(
            one.name() + " has " + one.values().size() + " values for " + xs.size() + " places");
      }
    }
  }
}
