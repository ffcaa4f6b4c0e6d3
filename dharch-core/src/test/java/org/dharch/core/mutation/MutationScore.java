package org.dharch.core.mutation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How many of the mutants that change behaviour are caught, in each room. */
final class MutationScore {
  /** In each room, in percent. */
  static final int LEAST = 90;

  /** One room's mutants. */
  static final class Tally {
    int all;
    int caught;
    int same;

    /** Of those that change something. */
    double percent() {
      return all == same ? 100 : 100.0 * caught / (all - same);
    }
  }

  private final Map<String, Tally> packages = new TreeMap<>();
  private final List<Mutant.Place> unlisted = new ArrayList<>();
  private final Set<String> types = new HashSet<>();
  private final Map<Mutant.Place, Integer> same;
  private final Map<Mutant.Place, Integer> missed;

  MutationScore(List<Mutant> mutants, KnownSurvivors known) {
    same = new LinkedHashMap<>(known.same());
    missed = new LinkedHashMap<>(known.missed());
    for (Mutant each : mutants) {
      Tally tally = packages.computeIfAbsent(each.pkg(), pkg -> new Tally());
      tally.all++;
      types.add(each.place().type());
      if (each.caught()) {
        tally.caught++;
      } else if (taken(same, each.place())) {
        tally.same++;
      } else if (!taken(missed, each.place())) {
        unlisted.add(each.place());
      }
    }
  }

  private static boolean taken(Map<Mutant.Place, Integer> from, Mutant.Place place) {
    Integer left = from.computeIfPresent(place, (same, count) -> count - 1);
    if (left != null && left == 0) {
      from.remove(place);
    }
    return left != null;
  }

  Map<String, Tally> packages() {
    return packages;
  }

  /** Survivors that the page does not name. */
  List<Mutant.Place> unlisted() {
    return unlisted;
  }

  /** What the page names of these classes and what did not survive, or is not there. */
  List<Mutant.Place> stale() {
    List<Mutant.Place> all = new ArrayList<>(same.keySet());
    all.addAll(missed.keySet());
    all.removeIf(place -> !types.contains(place.type()));
    return all;
  }

  List<String> tooLow() {
    return packages.entrySet().stream()
        .filter(pkg -> pkg.getValue().percent() < LEAST)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public String toString() {
    StringBuilder table =
        new StringBuilder("| package | mutants | caught | change nothing | not caught | % |\n");
    table.append("| --- | --- | --- | --- | --- | --- |\n");
    packages.forEach(
        (pkg, t) ->
            table.append(
                String.format(
                    "| %s | %d | %d | %d | %d | %.1f |%n",
                    pkg, t.all, t.caught, t.same, t.all - t.same - t.caught, t.percent())));
    return table.toString();
  }
}
