package org.dharch.core.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.dharch.core.context.DHMContext;

/**
 * Orders waiting messages by position. A group that must not start more messages is skipped in one
 * step. Not thread-safe.
 */
final class FairQueues {
  private static final Comparator<DHMContext> BY_POSITION =
      Comparator.comparingLong((DHMContext place) -> place.position)
          .thenComparingLong(place -> place.number);

  private final Map<String, TreeSet<DHMContext>> byGroup = new HashMap<>();

  /** The first message of each group. */
  private final TreeSet<DHMContext> firsts = new TreeSet<>(BY_POSITION);

  private final Backlog backlog = new Backlog();
  private int size;

  int size() {
    return size;
  }

  int size(String group) {
    TreeSet<DHMContext> own = byGroup.get(group);
    return own == null ? 0 : own.size();
  }

  /**
   * Returns the estimated execution time, in nanoseconds, of the messages at or before {@code
   * position}.
   */
  long workBefore(long position) {
    return backlog.before(position);
  }

  void add(DHMContext place) {
    TreeSet<DHMContext> own =
        byGroup.computeIfAbsent(place.group(), group -> new TreeSet<>(BY_POSITION));
    if (!own.isEmpty() && BY_POSITION.compare(place, own.first()) < 0) {
      firsts.remove(own.first());
    }
    own.add(place);
    if (own.first() == place) {
      firsts.add(place);
    }
    backlog.add(place.position, place.sizeNanos());
    size++;
  }

  /** Removes the message; returns false if it is not queued. */
  boolean remove(DHMContext place) {
    TreeSet<DHMContext> own = byGroup.get(place.group());
    if (own == null || !own.remove(place)) {
      return false;
    }
    size--;
    backlog.remove(place.position, place.sizeNanos());
    if (own.isEmpty()) {
      byGroup.remove(place.group());
    }
    if (firsts.remove(place) && !own.isEmpty()) {
      firsts.add(own.first());
    }
    return true;
  }

  /**
   * Returns the first message that {@code may} start. Tests only the first message of each group.
   */
  Optional<DHMContext> first(Predicate<DHMContext> may) {
    for (DHMContext each : firsts) {
      if (may.test(each)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * Sums the estimated execution time of waiting messages by position. Positions are grouped into
   * spans of four sizes, so that each operation costs little for any number of messages. A query
   * adds up whole large spans first, then smaller ones. All work in the smallest span of the
   * queried position (about 1 ms) counts as before it. Not thread-safe.
   */
  static final class Backlog {
    /** The binary logarithm of each span size in nanoseconds, ascending. */
    private static final int[] SHIFTS = {20, 26, 32, 38};

    private final List<TreeMap<Long, Span>> bySize = new ArrayList<>();

    private static final class Span {
      long work;
      int messages;
    }

    Backlog() {
      for (int i = 0; i < SHIFTS.length; i++) {
        bySize.add(new TreeMap<>());
      }
    }

    void add(long position, long sizeNanos) {
      for (int i = 0; i < SHIFTS.length; i++) {
        Span span = bySize.get(i).computeIfAbsent(position >> SHIFTS[i], number -> new Span());
        span.work += sizeNanos;
        span.messages++;
      }
    }

    void remove(long position, long sizeNanos) {
      for (int i = 0; i < SHIFTS.length; i++) {
        long number = position >> SHIFTS[i];
        Span span = bySize.get(i).get(number);
        span.work -= sizeNanos;
        if (--span.messages == 0) {
          bySize.get(i).remove(number);
        }
      }
    }

    /**
     * Returns the estimated execution time, in nanoseconds, of the messages at or before {@code
     * position}.
     */
    long before(long position) {
      int largest = SHIFTS.length - 1;
      long work = sum(largest, Long.MIN_VALUE, position >> SHIFTS[largest]);
      for (int i = largest - 1; i >= 0; i--) {
        long from = position >> SHIFTS[i + 1] << (SHIFTS[i + 1] - SHIFTS[i]);
        long own = position >> SHIFTS[i];
        work += sum(i, from, i == 0 ? own + 1 : own);
      }
      return work;
    }

    private long sum(int size, long from, long until) {
      long work = 0;
      for (Span span : bySize.get(size).subMap(from, until).values()) {
        work += span.work;
      }
      return work;
    }
  }
}
