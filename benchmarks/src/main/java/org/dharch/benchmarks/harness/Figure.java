package org.dharch.benchmarks.harness;

import java.util.List;
import java.util.Optional;

/**
 * One figure of a report: paper, limit, peer and DHArch in one table, a chart of it, and what
 * differs and why. Immutable.
 *
 * @param id what its files are called, after the suite: letters, digits and hyphens
 * @param title with the paper's number of it
 * @param chart if there is something to draw
 * @param table what the paper has, what the limit is, what was measured
 * @param text paragraphs below it, in plain text: what differs from the paper and why
 */
public record Figure(
    String id, String title, Optional<Chart> chart, Table table, List<String> text) {
  public Figure {
    if (!id.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          "figure id '" + id + "'; small letters, digits and hyphens are allowed");
    }
    text = List.copyOf(text);
  }
}
