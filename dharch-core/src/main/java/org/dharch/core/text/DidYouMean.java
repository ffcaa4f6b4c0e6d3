package org.dharch.core.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was meant by one that is not there. */
public final class DidYouMean {
  private DidYouMean() {}

  /**
   * The name nearest to {@code wrong}: one that differs in its case only, or by a letter for each
   * three of it that was left out, added, put in another's place or exchanged with its neighbour.
   */
  public static Optional<String> nearest(String wrong, Collection<String> names) {
    int most = Math.max(1, wrong.length() / 3);
    return names.stream()
        .filter(name -> !name.equals(wrong) && Math.abs(name.length() - wrong.length()) <= most)
        .filter(name -> distance(folded(wrong), folded(name)) <= most)
        .min(Comparator.comparingInt(name -> distance(wrong, name)));
  }

  /** Returns a "did you mean" question to append to an error; empty if no name is similar. */
  public static String question(String wrong, Collection<String> names) {
    return nearest(wrong, names).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Optimal string alignment. */
  private static int distance(String a, String b) {
    int[][] of = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          of[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = Math.min(of[i - 1][j], of[i][j - 1]) + 1;
        least = Math.min(least, of[i - 1][j - 1] + (same ? 0 : 1));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, of[i - 2][j - 2] + 1);
        }
        of[i][j] = least;
      }
    }
    return of[a.length()][b.length()];
  }
}
