package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PaperConfigurationTest {
  @Test
  void paperConfigurationsUseItsNotation() {
    assertEquals(
        List.of(
            "A B C D E",
            "A B C D E",
            "{A,C} {B,D} {E}",
            "{A,B} {C,D} {E}",
            "{A,B,C,D} {E}",
            "{A,B,C,D,E}"),
        PaperConfiguration.ALL.stream().map(PaperConfiguration::plan).toList());
    assertEquals(
        List.of(1, 2, 3, 4, 5, 6),
        PaperConfiguration.ALL.stream().map(PaperConfiguration::number).toList());
    assertEquals(List.of("A", "B", "C", "D", "E"), flat(PaperConfiguration.ALL.get(1)));
  }

  private static List<String> flat(PaperConfiguration configuration) {
    return configuration.stages().stream().flatMap(List::stream).toList();
  }
}
