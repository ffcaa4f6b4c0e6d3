package org.dharch.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigurationTest {
  @Test
  void theSixOfThePaperInItsNotation() {
    assertEquals(
        List.of(
            "A B C D E",
            "A B C D E",
            "{A,C} {B,D} {E}",
            "{A,B} {C,D} {E}",
            "{A,B,C,D} {E}",
            "{A,B,C,D,E}"),
        Configuration.PAPER.stream().map(Configuration::plan).toList());
    assertEquals(
        List.of(1, 2, 3, 4, 5, 6),
        Configuration.PAPER.stream().map(Configuration::number).toList());
    assertEquals(List.of("A", "B", "C", "D", "E"), flat(Configuration.PAPER.get(1)));
  }

  private static List<String> flat(Configuration configuration) {
    return configuration.stages().stream().flatMap(List::stream).toList();
  }
}
