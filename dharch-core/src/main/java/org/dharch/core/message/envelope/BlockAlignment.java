package org.dharch.core.message.envelope;

import java.util.Arrays;

/**
 * Maps the header blocks of one name after a handler to those before it. A handler does not report
 * what it removed, replaced or added, so the result is the smallest change from the old list to the
 * new one. An unchanged block keeps its attributes, such as that it was processed. New blocks can
 * only be appended: a new block in front of an old one replaces it, and the old one is appended.
 *
 * <p>The result is a shortest path through a table of prefix lengths of both lists.
 */
final class BlockAlignment {
  /** One replaced is less than one removed and one added. */
  private static final int REPLACED = 3;

  private static final int REMOVED = 2;
  private static final int ADDED = 2;

  /** Compares an old block with a new one. */
  interface Same {
    boolean test(int old, int now);
  }

  private BlockAlignment() {}

  /**
   * Returns for each of {@code olds} the index of its counterpart in {@code news}; -1 if removed.
   */
  static int[] of(int olds, int news, Same same) {
    int[] places = new int[olds];
    Arrays.fill(places, -1);
    int from = 0;
    while (from < Math.min(olds, news) && same.test(from, from)) {
      places[from] = from;
      from++;
    }
    if (from < olds && from < news) {
      align(from, olds, news, same, places);
    }
    return places;
  }

  private static void align(int from, int olds, int news, Same same, int[] places) {
    int height = olds - from;
    int width = news - from;
    int[][] cost = new int[height + 1][width + 1]; // of what is left, from here
    boolean[][] kept = new boolean[height][width];
    for (int n = 0; n <= width; n++) {
      cost[height][n] = (width - n) * ADDED;
    }
    for (int o = height - 1; o >= 0; o--) {
      cost[o][width] = cost[o + 1][width] + REMOVED;
      for (int n = width - 1; n >= 0; n--) {
        kept[o][n] = same.test(from + o, from + n);
        int here = cost[o + 1][n + 1] + (kept[o][n] ? 0 : REPLACED);
        cost[o][n] = Math.min(here, cost[o + 1][n] + REMOVED);
      }
    }
    int n = 0;
    for (int o = 0; o < height && n < width; o++) {
      int here = cost[o + 1][n + 1] + (kept[o][n] ? 0 : REPLACED);
      if (cost[o][n] == here) {
        places[from + o] = from + n;
        n++;
      }
    }
  }
}
