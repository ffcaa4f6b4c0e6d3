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
import org.dharch.core.context.DHMContext;

/**
 * Messages that arrived before the nodes of their handlers. Each is checked at its arrival, and
 * again only when more handlers are hosted. Not thread-safe.
 */
final class EarlyMessages {
  private final Set<DHMContext> all = new LinkedHashSet<>();
  private final Deque<DHMContext> fresh = new ArrayDeque<>();
  private final Map<String, Integer> groups = new HashMap<>();
  private int continuing;
  private long news = -1;

  void add(DHMContext place) {
    all.add(place);
    fresh.add(place);
    if (place.continues()) {
      continuing++;
    } else {
      groups.merge(place.group(), 1, Integer::sum);
    }
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Returns the number of messages that belong, or do not belong, to a request in execution. */
  int size(boolean continues) {
    return continues ? continuing : all.size() - continuing;
  }

  /** Returns the number of the group's messages that do not belong to a request in execution. */
  int size(String group) {
    return groups.getOrDefault(group, 0);
  }

  boolean holds(DHMContext place) {
    return all.contains(place);
  }

  /** Removes the message; returns false if it is not queued. */
  boolean remove(DHMContext place) {
    boolean removed = all.remove(place);
    if (removed && place.continues()) {
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
  List<DHMContext> served(long now, Predicate<DHMContext> served) {
    List<DHMContext> candidates = new ArrayList<>(now == news ? fresh : all);
    news = now;
    fresh.clear();
    List<DHMContext> taken =
        candidates.stream().filter(place -> all.contains(place) && served.test(place)).toList();
    taken.forEach(this::remove);
    return taken;
  }

  List<DHMContext> all() {
    return List.copyOf(all);
  }
}
