package org.dharch.cli;

import java.io.PrintWriter;
import java.util.List;

/** Prints rows with their columns in line; the last column has no end. */
final class Columns {
  private Columns() {}

  static void print(List<List<String>> rows, PrintWriter out) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length - 1; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
      }
      out.println(line.append(row.get(widths.length - 1)));
    }
  }
}
