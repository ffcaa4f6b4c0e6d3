package org.dharch.core.planner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the stages with the least sum of their longest handlers, and among those the fewest.
 *
 * <p>A state is the set of completed handlers. The next stage is chosen by its length: the time of
 * one of the ready handlers. It takes all ready handlers that are not slower, since completing a
 * handler early never hurts. If some of them may not share a stage, every maximal compatible set is
 * tried. The search is exact and visits few states. With more than {@value #MAX_STATES} states, or
 * more than {@value #MAX_EXACT} handlers, it is greedy instead: each stage minimizes its time plus
 * the longest remaining chain.
 */
final class Staging {
  static final int MAX_EXACT = 63;
  static final int MAX_STATES = 200_000;
  private static final int MAX_CHOICES = 4096;

  private final int count;
  private final long[] times;
  private final boolean[][] before;
  private final boolean[][] apart;
  private final int maxStates;
  private final Map<Long, Best> known = new HashMap<>();

  private record Best(long time, int stages, long next) {
    boolean betterThan(Best other) {
      return other == null || time < other.time || (time == other.time && stages < other.stages);
    }
  }

  /** The search is too large. */
  private static final class TooManyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyException() {
      super("more than " + MAX_STATES + " states", null, false, false);
    }
  }

  /**
   * The result.
   *
   * @param exact whether it is optimal
   */
  record Found(List<List<Integer>> stages, boolean exact) {}

  /**
   * @param times the time that a stage waits for each handler
   * @param before whether one stays in an earlier stage than the other
   * @param apart whether two may not share a stage
   */
  Staging(long[] times, boolean[][] before, boolean[][] apart) {
    this(times, before, apart, MAX_STATES);
  }

  Staging(long[] times, boolean[][] before, boolean[][] apart, int maxStates) {
    this.count = times.length;
    this.times = times;
    this.before = before;
    this.apart = apart;
    this.maxStates = maxStates;
  }

  Found find() {
    if (count <= MAX_EXACT) {
      try {
        return exact();
      } catch (TooManyException e) {
        known.clear();
      }
    }
    return new Found(greedy(), false);
  }

  private Found exact() {
    long all = count == 0 ? 0 : -1L >>> (64 - count);
    List<List<Integer>> stages = new ArrayList<>();
    for (long done = 0; done != all; ) {
      long next = best(done, all).next();
      stages.add(members(next));
      done |= next;
    }
    return new Found(stages, true);
  }

  // the depth of this recursion is the number of stages
  private Best best(long done, long all) {
    if (done == all) {
      return new Best(0, 0, 0);
    }
    Best found = known.get(done);
    if (found != null) {
      return found;
    }
    if (known.size() >= maxStates) {
      throw new TooManyException();
    }
    List<Integer> ready = ready(i -> (done & (1L << i)) != 0);
    for (long limit : ready.stream().map(i -> times[i]).distinct().sorted().toList()) {
      List<Integer> fit = ready.stream().filter(i -> times[i] <= limit).toList();
      for (List<Integer> stage : largest(fit)) {
        long mask = 0;
        long longest = 0;
        for (int i : stage) {
          mask |= 1L << i;
          longest = Math.max(longest, times[i]);
        }
        Best rest = best(done | mask, all);
        Best candidate = new Best(longest + rest.time(), rest.stages() + 1, mask);
        if (candidate.betterThan(found)) {
          found = candidate;
        }
      }
    }
    known.put(done, found);
    return found;
  }

  private interface Done {
    boolean test(int item);
  }

  private List<Integer> ready(Done done) {
    List<Integer> ready = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean waits = done.test(i);
      for (int j = 0; j < count && !waits; j++) {
        waits = before[j][i] && !done.test(j);
      }
      if (!waits) {
        ready.add(i);
      }
    }
    return ready;
  }

  /** All maximal subsets of {@code items} without a pair that must be apart. */
  private List<List<Integer>> largest(List<Integer> items) {
    List<List<Integer>> sets = new ArrayList<>();
    grow(items, List.of(), new ArrayList<>(), sets);
    return sets;
  }

  private void grow(
      List<Integer> left, List<Integer> chosen, List<Integer> passed, List<List<Integer>> sets) {
    if (left.isEmpty()) {
      // a skipped item would still fit: a larger set is found elsewhere
      if (passed.stream().allMatch(p -> chosen.stream().anyMatch(c -> apart[p][c]))) {
        if (sets.size() >= MAX_CHOICES) {
          throw new TooManyException();
        }
        sets.add(chosen);
      }
      return;
    }
    int item = left.get(0);
    List<Integer> rest = left.subList(1, left.size());
    boolean fits = chosen.stream().noneMatch(c -> apart[item][c]);
    if (fits) {
      List<Integer> more = new ArrayList<>(chosen);
      more.add(item);
      grow(rest, more, passed, sets);
    }
    if (!fits) {
      grow(rest, chosen, passed, sets);
    } else if (rest.stream().anyMatch(other -> apart[item][other])) {
      List<Integer> morePassed = new ArrayList<>(passed);
      morePassed.add(item);
      grow(rest, chosen, morePassed, sets);
    }
  }

  private List<List<Integer>> greedy() {
    long[] chain = new long[count];
    for (int i = count - 1; i >= 0; i--) { // predecessors have lower numbers
      for (int j = i + 1; j < count; j++) {
        if (before[i][j]) {
          chain[i] = Math.max(chain[i], chain[j]);
        }
      }
      chain[i] += times[i];
    }
    boolean[] done = new boolean[count];
    List<List<Integer>> stages = new ArrayList<>();
    for (int left = count; left > 0; ) {
      List<Integer> stage = promising(ready(i -> done[i]), chain, done);
      stage.forEach(i -> done[i] = true);
      left -= stage.size();
      stages.add(stage);
    }
    return stages;
  }

  private List<Integer> promising(List<Integer> ready, long[] chain, boolean[] done) {
    List<Integer> best = List.of();
    long least = Long.MAX_VALUE;
    for (long limit : ready.stream().map(i -> times[i]).distinct().sorted().toList()) {
      List<Integer> stage = new ArrayList<>();
      ready.stream()
          .filter(i -> times[i] <= limit)
          .sorted((a, b) -> Long.compare(chain[b], chain[a]))
          .filter(i -> stage.stream().noneMatch(other -> apart[i][other]))
          .forEach(stage::add);
      long longest = stage.stream().mapToLong(i -> times[i]).max().orElse(0);
      long rest = 0;
      for (int i = 0; i < count; i++) {
        if (!done[i] && !stage.contains(i)) {
          rest = Math.max(rest, chain[i]);
        }
      }
      if (longest + rest <= least) { // prefers the larger of equal ones
        least = longest + rest;
        best = stage.stream().sorted().toList();
      }
    }
    return best;
  }

  /** The total time of {@code stages}. */
  static long sum(List<List<Integer>> stages, long[] times) {
    return stages.stream()
        .mapToLong(stage -> stage.stream().mapToLong(i -> times[i]).max().orElse(0))
        .sum();
  }

  /** Returns the members of a set. */
  static List<Integer> members(long mask) {
    List<Integer> members = new ArrayList<>();
    for (long left = mask; left != 0; left &= left - 1) {
      members.add(Long.numberOfTrailingZeros(left));
    }
    return members;
  }
}
