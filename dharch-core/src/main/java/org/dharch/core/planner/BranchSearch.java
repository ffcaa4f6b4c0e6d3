package org.dharch.core.planner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds stages of branches that take less time than plain stages.
 *
 * <p>A state is the set of completed handlers, as in {@link Staging}. A step adds the difference to
 * a larger such set. If its handlers are independent they form a stage. Otherwise they form groups
 * that are independent of each other; each group is a branch, staged for itself, and the step takes
 * as long as its longest branch. The search is therefore exhaustive. Of equally fast plans it takes
 * the one with the fewest stages of branches, then the fewest stages.
 *
 * <p>The cost grows with the square of the number of sets. With more than {@value #MAX_SETS} sets,
 * or more than {@value #MAX_GROUPS} groups to stage, only the groups of all handlers together are
 * considered; with more than {@value Staging#MAX_EXACT} handlers none is. For one thread.
 */
final class BranchSearch {
  /** The number of sets of 12 handlers. */
  static final int MAX_SETS = 4096;

  static final int MAX_GROUPS = 4096;

  private final int count;
  private final long[] times;
  private final boolean[][] before;
  private final boolean[][] apart;
  private final boolean[] fits;
  private final long[] linked;
  private final int maxSets;
  private final Map<Long, Group> known = new HashMap<>();
  private boolean exact = true;

  private record Group(List<List<Integer>> stages, long time) {}

  /** The search is too large. */
  private static final class TooManyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyException() {
      super("more than " + MAX_GROUPS + " groups", null, false, false);
    }
  }

  /**
   * One stage.
   *
   * @param branches the stages of each; one branch with one stage if it is a stage of handlers
   */
  record Piece(List<List<List<Integer>>> branches) {
    boolean isBranched() {
      return branches.size() > 1;
    }
  }

  /**
   * The result.
   *
   * @param pieces empty if no branches take less time than the known stages
   * @param exact whether it is optimal
   */
  record Found(List<Piece> pieces, boolean exact) {}

  /** The best plan for the remaining handlers of a set. */
  private record Best(long time, int branched, int pieces, Piece first, int next) {
    boolean betterThan(Best other) {
      if (other == null || time != other.time) {
        return other == null || time < other.time;
      }
      return branched != other.branched ? branched < other.branched : pieces < other.pieces;
    }
  }

  /**
   * @param times the time that a stage waits for each handler
   * @param before whether a handler stays in an earlier stage than another
   * @param apart whether two handlers may not share a stage
   * @param fits whether a handler may be in a branch
   */
  BranchSearch(long[] times, boolean[][] before, boolean[][] apart, boolean[] fits) {
    this(times, before, apart, fits, MAX_SETS);
  }

  BranchSearch(long[] times, boolean[][] before, boolean[][] apart, boolean[] fits, int maxSets) {
    this.count = times.length;
    this.times = times;
    this.before = before;
    this.apart = apart;
    this.fits = fits;
    this.maxSets = maxSets;
    this.linked = new long[count];
    for (int i = 0; i < count && count <= Staging.MAX_EXACT; i++) {
      for (int j = 0; j < count; j++) {
        if (before[i][j] || before[j][i] || apart[i][j]) {
          linked[i] |= 1L << j;
        }
      }
    }
  }

  /**
   * @param stages the time of the best stages without branches
   */
  Found find(long stages) {
    if (stages <= longestChain()) {
      return new Found(List.of(), true); // already optimal
    } else if (count > Staging.MAX_EXACT) {
      return new Found(List.of(), false);
    }
    try {
      Optional<List<Long>> sets = sets();
      if (sets.isPresent()) {
        return best(sets.get(), stages);
      }
    } catch (TooManyException e) {
      known.clear();
    }
    long all = -1L >>> (64 - count);
    List<Long> groups = groups(all);
    return groups.size() > 1 && fit(all) && longest(groups) < stages
        ? new Found(List.of(piece(groups)), false)
        : new Found(List.of(), false);
  }

  private long longestChain() {
    long[] chain = new long[count];
    long longest = 0;
    for (int i = count - 1; i >= 0; i--) { // predecessors have lower numbers
      for (int j = i + 1; j < count; j++) {
        if (before[i][j]) {
          chain[i] = Math.max(chain[i], chain[j]);
        }
      }
      chain[i] += times[i];
      longest = Math.max(longest, chain[i]);
    }
    return longest;
  }

  /** All sets of handlers that are closed under their predecessors, smaller ones first. */
  private Optional<List<Long>> sets() {
    List<Long> sets = new ArrayList<>(List.of(0L));
    for (int next = 0, end = 1; next < end; next = end, end = sets.size()) {
      Set<Long> larger = new LinkedHashSet<>();
      for (long done : sets.subList(next, end)) {
        for (int i = 0; i < count; i++) {
          if ((done & (1L << i)) == 0 && isReady(i, done)) {
            larger.add(done | (1L << i));
          }
        }
      }
      sets.addAll(larger);
      if (sets.size() > maxSets) {
        return Optional.empty();
      }
    }
    return Optional.of(sets);
  }

  private boolean isReady(int item, long done) {
    for (int j = 0; j < item; j++) {
      if (before[j][item] && (done & (1L << j)) == 0) {
        return false;
      }
    }
    return true;
  }

  private Found best(List<Long> sets, long stages) {
    Best[] best = new Best[sets.size()];
    int last = best.length - 1;
    best[last] = new Best(0, 0, 0, null, last);
    for (int from = last - 1; from >= 0; from--) {
      for (int to = from + 1; to <= last; to++) {
        long done = sets.get(from);
        if ((done & ~sets.get(to)) == 0) {
          Best candidate = candidate(sets.get(to) & ~done, best[to], to, best[from]);
          if (candidate != null && candidate.betterThan(best[from])) {
            best[from] = candidate;
          }
        }
      }
    }
    List<Piece> pieces = new ArrayList<>();
    for (Best at = best[0]; at.first() != null && best[0].time() < stages; at = best[at.next()]) {
      pieces.add(at.first());
    }
    return new Found(pieces, exact);
  }

  /**
   * The plan with {@code items} next, followed by {@code rest}; null if it is impossible or
   * useless.
   */
  private Best candidate(long items, Best rest, int to, Best least) {
    List<Long> groups = groups(items);
    boolean independent = groups.size() == Long.bitCount(items);
    if (!independent && (groups.size() == 1 || !fit(items))) {
      return null; // stages of a single group are searched separately
    }
    long slowest = rest.time();
    for (int i = 0; i < count; i++) {
      slowest = Math.max(slowest, (items & (1L << i)) == 0 ? 0 : rest.time() + times[i]);
    }
    if (least != null && slowest > least.time()) {
      return null;
    }
    Piece piece = independent ? new Piece(List.of(List.of(Staging.members(items)))) : piece(groups);
    return new Best(
        independent ? slowest : rest.time() + longest(groups),
        rest.branched() + (independent ? 0 : 1),
        rest.pieces() + 1,
        piece,
        to);
  }

  private boolean fit(long items) {
    return Staging.members(items).stream().allMatch(i -> fits[i]);
  }

  /** Groups of items that depend on each other, directly or indirectly. */
  private List<Long> groups(long items) {
    List<Long> groups = new ArrayList<>();
    for (long left = items; left != 0; ) {
      long group = Long.lowestOneBit(left);
      for (long fresh = group; fresh != 0; ) {
        long more = 0;
        for (int i : Staging.members(fresh)) {
          more |= linked[i];
        }
        fresh = more & items & ~group;
        group |= fresh;
      }
      groups.add(group);
      left &= ~group;
    }
    return groups;
  }

  private long longest(List<Long> groups) {
    return groups.stream().mapToLong(group -> staged(group).time()).max().orElse(0);
  }

  private Piece piece(List<Long> groups) {
    return new Piece(groups.stream().map(group -> staged(group).stages()).toList());
  }

  private Group staged(long group) {
    Group found = known.get(group);
    if (found == null) {
      if (known.size() >= MAX_GROUPS) {
        throw new TooManyException();
      }
      found = stage(Staging.members(group));
      known.put(group, found);
    }
    return found;
  }

  private Group stage(List<Integer> items) {
    int size = items.size();
    long[] own = new long[size];
    boolean[][] ownBefore = new boolean[size][size];
    boolean[][] ownApart = new boolean[size][size];
    for (int i = 0; i < size; i++) {
      own[i] = times[items.get(i)];
      for (int j = 0; j < size; j++) {
        ownBefore[i][j] = before[items.get(i)][items.get(j)];
        ownApart[i][j] = apart[items.get(i)][items.get(j)];
      }
    }
    Staging.Found found = new Staging(own, ownBefore, ownApart).find();
    exact &= found.exact();
    List<List<Integer>> stages =
        found.stages().stream().map(stage -> stage.stream().map(items::get).toList()).toList();
    return new Group(stages, Staging.sum(stages, times));
  }
}
