package org.dharch.benchmarks.harness;

import java.util.List;
import org.dharch.benchmarks.harness.chart.Chart;

/**
 * One figure of a report: a table of the paper's values, limits, peers and DHArch, an optional
 * chart, and paragraphs that explain differences. Immutable.
 *
 * @param id the end of its file names: letters, digits and hyphens
 * @param title the title, with its number in the paper
 * @param chart the chart, null without one
 * @param table the paper's values, the limits and the measured values
 * @param text paragraphs in plain text that explain differences from the paper
 */
public record Figure(String id, String title, Chart chart, Table table, List<String> text) {
  /** Makes a figure without a chart. */
  public Figure(String id, String title, Table table, List<String> text) {
    this(id, title, null, table, text);
  }

  public Figure {
    if (!id.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          "figure id must consist of lowercase letters, digits and hyphens (got '" + id + "')");
    }
    text = List.copyOf(text);
  }
}
