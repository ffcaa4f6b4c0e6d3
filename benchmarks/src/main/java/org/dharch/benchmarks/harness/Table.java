package org.dharch.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of a report. Immutable.
 *
 * @param columns the column heads
 * @param rows the cells; each row must be as long as the heads
 */
public record Table(List<String> columns, List<List<String>> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "row " + row + " has " + row.size() + " cells; must match the heads " + columns);
      }
    }
  }

  /** Returns a builder with these column heads. */
  public static Builder of(String... columns) {
    return new Builder(List.of(columns));
  }

  /** Formats a number with decimals that fit its size. */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    double size = Math.abs(value);
    boolean whole = value == Math.rint(value) && size >= 100;
    int decimals = size >= 1000 || whole ? 0 : size >= 100 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** Collects rows. Not thread-safe. */
  public static final class Builder {
    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private Builder(List<String> columns) {
      this.columns = columns;
    }

    /** Adds a row; {@link #number} formats numbers. */
    public Builder row(Object... cells) {
      List<String> row = new ArrayList<>();
      for (Object cell : cells) {
        row.add(cell instanceof Double value ? number(value) : String.valueOf(cell));
      }
      rows.add(row);
      return this;
    }

    public Table build() {
      return new Table(columns, rows);
    }
  }
}
