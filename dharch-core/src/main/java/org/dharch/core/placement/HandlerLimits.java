package org.dharch.core.placement;

import java.util.HashMap;
import java.util.Map;

/** Counts the tasks of each handler on all nodes, for handlers with a bound. */
final class HandlerLimits {
  private final Map<String, Integer> limits;
  private final Map<String, Integer> tasks = new HashMap<>();

  HandlerLimits(Map<String, Integer> limits) {
    this.limits = limits;
  }

  boolean isBounded(String handler) {
    return limits.containsKey(handler);
  }

  boolean hasCapacity(String handler) {
    Integer limit = limits.get(handler);
    return limit == null || tasks.getOrDefault(handler, 0) < limit;
  }

  void add(String handler) {
    if (limits.containsKey(handler)) {
      tasks.merge(handler, 1, Integer::sum);
    }
  }

  void remove(String handler) {
    tasks.computeIfPresent(handler, (name, n) -> n == 1 ? null : n - 1);
  }
}
