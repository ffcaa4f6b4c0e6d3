package org.dharch.core.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Messages that arrived before the nodes of their handlers. Each is checked at its arrival, and
 * again only when more handlers are hosted. Not safe for several threads.
 */
final class EarlyPlaces {
  private final Set<QueueEntry> all = new LinkedHashSet<>();
  private final Deque<QueueEntry> fresh = new ArrayDeque<>();
  private final Map<String, Integer> groups = new HashMap<>();
  private int continuing;
  private long news = -1;

  void add(QueueEntry place) {
    all.add(place);
    fresh.add(place);
    if (place.message.continues()) {
      continuing++;
    } else {
      groups.merge(place.group(), 1, Integer::sum);
    }
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** How many of them belong to a request in execution, or do not. */
  int size(boolean continues) {
    return continues ? continuing : all.size() - continuing;
  }

  /** How many of this share do not belong to a request in execution. */
  int size(String group) {
    return groups.getOrDefault(group, 0);
  }

  boolean holds(QueueEntry place) {
    return all.contains(place);
  }

  /** False if it is not here. */
  boolean remove(QueueEntry place) {
    boolean removed = all.remove(place);
    if (removed && place.message.continues()) {
      continuing--;
    } else if (removed) {
      groups.computeIfPresent(place.group(), (group, count) -> count == 1 ? null : count - 1);
    }
    return removed;
  }

  /**
   * Removes the messages whose handlers are hosted, in order of arrival.
   *
   * @param now the number of the latest change; while it is the same, only new messages are checked
   */
  List<QueueEntry> served(long now, Predicate<QueueEntry> served) {
    List<QueueEntry> candidates = new ArrayList<>(now == news ? fresh : all);
    news = now;
    fresh.clear();
    List<QueueEntry> taken =
        candidates.stream().filter(place -> all.contains(place) && served.test(place)).toList();
    taken.forEach(this::remove);
    return taken;
  }

  List<QueueEntry> all() {
    return List.copyOf(all);
  }
}
