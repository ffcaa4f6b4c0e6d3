package org.dharch.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;

/** Collects bars of what was measured, each beside what an equation says of it. One thread. */
public final class MeasuredBars {
  private final String equation;
  private final List<String> categories = new ArrayList<>();
  private final List<Double> measured = new ArrayList<>();
  private final List<Double> sd = new ArrayList<>();
  private final List<Double> predicted = new ArrayList<>();

  /**
   * None yet.
   *
   * @param equation what the legend calls the bars beside those measured
   */
  public MeasuredBars(String equation) {
    this.equation = equation;
  }

  /**
   * Adds a category.
   *
   * @param median what was measured, with its standard deviation {@code deviation}
   * @param prediction what the equation says
   */
  public void add(String category, double median, double deviation, double prediction) {
    categories.add(category);
    measured.add(median);
    sd.add(deviation);
    predicted.add(prediction);
  }

  /** What was added, with the titles of its axes. */
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
