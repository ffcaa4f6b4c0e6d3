package org.dharch.core.mutation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The mutants that docs/mutation.md names: rows {@code | class | method | change | times | why |}
 * below its two headings.
 *
 * @param same those that change no behaviour, how many of each
 * @param missed those that change it and that no test catches
 */
record KnownSurvivors(Map<Mutant.Place, Integer> same, Map<Mutant.Place, Integer> missed) {
  static final String SAME = "## What changes no behaviour";
  static final String MISSED = "## What is not caught";
  private static final int CELLS = 5;

  /**
   * Reads the page.
   *
   * @throws IllegalArgumentException for a row that cannot be understood, naming it
   */
  static KnownSurvivors of(List<String> page) {
    KnownSurvivors known = new KnownSurvivors(new LinkedHashMap<>(), new LinkedHashMap<>());
    Map<Mutant.Place, Integer> under = null;
    for (String line : page) {
      if (line.startsWith("#")) {
        under = line.equals(SAME) ? known.same : line.equals(MISSED) ? known.missed : null;
      } else if (under != null && line.startsWith("| ") && !line.startsWith("| ---")) {
        row(line, under);
      }
    }
    return known;
  }

  private static void row(String line, Map<Mutant.Place, Integer> into) {
    String[] cells = line.substring(2).split(" \\| | \\|$", -1);
    if (cells[0].equals("class")) {
      return;
    }
    if (cells.length != CELLS + 1 || !cells[3].matches("[1-9]\\d?") || cells[4].isBlank()) {
      throw new IllegalArgumentException(
          "docs/mutation.md: '" + line + "'; allowed: | class | method | change | times | why |");
    }
    Mutant.Place place = new Mutant.Place(cells[0], cells[1], cells[2]);
    if (into.put(place, Integer.valueOf(cells[3])) != null) {
      throw new IllegalArgumentException("docs/mutation.md: " + place + " stands twice");
    }
  }
}
