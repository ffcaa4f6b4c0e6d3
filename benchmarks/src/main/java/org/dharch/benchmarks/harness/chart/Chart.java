package org.dharch.benchmarks.harness.chart;

import java.util.Collections;
import java.util.List;

/** A chart of a report. Immutable. */
public sealed interface Chart {

  /**
   * One named sequence of values.
   *
   * @param name the name in the legend
   * @param values one value for each category or x
   * @param errors one value for each value, drawn up and down from it; empty without error bars
   */
  record Series(String name, List<Double> values, List<Double> errors) {
    /** Returns a series whose errors are all 0, for a chart in which other series have errors. */
    public static Series exact(String name, List<Double> values) {
      return new Series(name, values, Collections.nCopies(values.size(), 0.0));
    }

    public Series {
      values = List.copyOf(values);
      errors = List.copyOf(errors);
      if (!errors.isEmpty() && errors.size() != values.size()) {
        throw new IllegalArgumentException(
            errors.size() + " errors must match " + values.size() + " values of " + name);
      }
    }
  }

  /** Returns the title of the value axis, with its unit. */
  String yTitle();

  /** Returns the title of the horizontal axis, with its unit. */
  String xTitle();

  /** Returns the series of the chart. */
  List<Series> series();

  /** Grouped bars, as in figures 4 to 6 of seed 000. */
  record Bars(String xTitle, String yTitle, List<String> categories, List<Series> series)
      implements Chart {
    public Bars {
      categories = List.copyOf(categories);
      series = List.copyOf(series);
      sameLength(categories, series);
    }
  }

  /**
   * Lines over a number, as in figure 10 of seed 000.
   *
   * @param logarithmic whether the value axis is logarithmic
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
            one.name()
                + " has "
                + one.values().size()
                + " values (must match  + xs.size() +  categories)");
      }
    }
  }
}
