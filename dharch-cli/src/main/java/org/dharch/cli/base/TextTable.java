package org.dharch.cli.base;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Text in columns, each as wide as its widest cell. No line ends in blanks, so the last column may
 * hold long texts. Not thread-safe.
 */
public final class TextTable {
  private enum Side {
    LEFT,
    RIGHT
  }

  /**
   * The alignment of a column.
   *
   * @param least its minimum width in characters
   */
  public record Column(Side side, int least) {}

  private static final Column NARROW = left(0);

  private final int gap;
  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Creates a table without rows.
   *
   * @param gap the number of blanks between two columns
   * @param columns the first columns; further ones are left-aligned and as narrow as possible
   */
  public TextTable(int gap, Column... columns) {
    this.gap = gap;
    this.columns = List.of(columns);
  }

  public static Column left(int least) {
    return new Column(Side.LEFT, least);
  }

  public static Column right(int least) {
    return new Column(Side.RIGHT, least);
  }

  /** Formats a number with two decimals. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** Adds a row; the first may have the headings. */
  public TextTable row(String... cells) {
    rows.add(Stream.of(cells).map(TextTable::plain).toList());
    return this;
  }

  /** Returns a foreign text in one line, without terminal control characters. */
  public static String plain(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(c -> line.appendCodePoint(isPlain(c) ? c : c == '\n' ? ' ' : '?'));
    return line.toString();
  }

  private static boolean isPlain(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT, // for example changes of the text direction
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  public List<String> lines() {
    int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = column(i).least();
    }
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private Column column(int index) {
    return index < columns.size() ? columns.get(index) : NARROW;
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    int column = 0;
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      int spare = column(i).side() == Side.RIGHT ? widths[i] - cell.length() : 0;
      if (!cell.isEmpty()) {
        line.append(" ".repeat(column + spare - line.length())).append(cell);
      }
      column += widths[i] + gap;
    }
    return line.toString();
  }
}
