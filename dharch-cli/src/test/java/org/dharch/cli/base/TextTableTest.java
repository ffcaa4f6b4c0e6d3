package org.dharch.cli.base;

import static org.dharch.cli.base.TextTable.left;
import static org.dharch.cli.base.TextTable.right;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TextTableTest {
  @Test
  void columnWidthFollowsWidestCellOrMinimum() {
    TextTable table = new TextTable(2, left(4), right(3));
    table.row("", "n", "what").row("a", "1").row("abcde", "12345", "the last one has no end");
    assertEquals(
        List.of(
            "           n  what", // no cell
            "a          1",
            "abcde  12345  the last one has no end"),
        table.lines());
    assertEquals(
        List.of("a       1"), new TextTable(2, left(4), right(3)).row("a", "1", "").lines());
  }

  @Test
  void emptyTableHasNoLines() {
    assertEquals(List.of(), new TextTable(1, left(4)).lines());
  }
}
