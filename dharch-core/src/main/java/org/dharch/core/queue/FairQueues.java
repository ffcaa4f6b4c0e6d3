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
 * Places by their turns. Those of a share that is not to begin more now are passed over in one
 * step, however many they are. Not safe for several threads.
 */
final class FairQueues {
  private static final Comparator<DHMContext> BY_POSITION =
      Comparator.comparingLong((DHMContext place) -> place.position)
          .thenComparingLong(place -> place.number);

  private final Map<String, TreeSet<DHMContext>> byGroup = new HashMap<>();

  /** Of each share the place that is first. */
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

  /** The work whose turn is before or at {@code position}. */
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

  /** False if it is not here. */
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

  /** The first place of a share that {@code may} begin; asked with the first one of each share. */
  Optional<DHMContext> first(Predicate<DHMContext> may) {
    for (DHMContext each : firsts) {
      if (may.test(each)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * How much work waits, by when its turn is: what a new message has before it. Turns are put
   * together in spans, in several sizes of them, so that adding, removing and asking cost little
   * however many wait: what lies before a turn is whole large spans, then smaller ones. What turns
   * within the asker's own smallest span, about a millisecond, counts as before it. Not safe for
   * several threads.
   */
  static final class Backlog {
    /** Of the spans of each size, the binary logarithm of their nanoseconds; ascending. */
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

    /** The work whose turn is before or at {@code position}. */
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
