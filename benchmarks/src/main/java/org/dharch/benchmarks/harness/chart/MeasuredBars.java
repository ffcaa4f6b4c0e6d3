package org.dharch.benchmarks.harness.chart;

import java.util.ArrayList;
import java.util.List;

/** Collects pairs of bars: a measured value and the prediction of an equation. One thread. */
public final class MeasuredBars {
  private final String equation;
  private final List<String> categories = new ArrayList<>();
  private final List<Double> measured = new ArrayList<>();
  private final List<Double> sd = new ArrayList<>();
  private final List<Double> predicted = new ArrayList<>();

  /**
   * Makes an empty collection.
   *
   * @param equation the name of the predictions in the legend
   */
  public MeasuredBars(String equation) {
    this.equation = equation;
  }

  /**
   * Adds a category.
   *
   * @param median the measured median, with its standard deviation {@code deviation}
   * @param prediction the value from the equation
   */
  public void add(String category, double median, double deviation, double prediction) {
    categories.add(category);
    measured.add(median);
    sd.add(deviation);
    predicted.add(prediction);
  }

  /** Returns the chart of all categories. */
  public Chart chart(String xTitle, String yTitle) {
    return new Chart.Bars(
        xTitle,
        yTitle,
        categories,
        List.of(
            new Chart.Series("measured (median, sd)", measured, sd),
            Chart.Series.exact(equation, predicted)));
  }
}
