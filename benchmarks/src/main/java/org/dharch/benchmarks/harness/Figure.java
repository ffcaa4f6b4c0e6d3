package org.dharch.benchmarks.harness;

import java.util.List;
import java.util.Optional;

/**
 * One figure of a report: a table of the paper's values, limits, peers and DHArch, an optional
 * chart, and paragraphs that explain differences. Immutable.
 *
 * @param id the end of its file names: letters, digits and hyphens
 * @param title the title, with its number in the paper
 * @param chart the chart, or empty
 * @param table the paper's values, the limits and the measured values
 * @param text paragraphs in plain text that explain differences from the paper
 */
public record Figure(
    String id, String title, Optional<Chart> chart, Table table, List<String> text) {
  public Figure {
    if (!id.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          "figure id must consist of lowercase letters, digits and hyphens (got '" + id + "')");
    }
    text = List.copyOf(text);
  }
}
