package org.dharch.core.orchestration.rule;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The combined order demands; finds the demand that closes a cycle. */
final class PartialOrder {
  private final Map<String, Set<String>> after = new TreeMap<>();

  /** Adds a demand; returns the cycle instead if it closes one. */
  Optional<String> add(PolicyRule.Order order) {
    List<String> way = new ArrayList<>();
    if (find(order.after(), order.before(), way, new LinkedHashSet<>())) {
      return Optional.of(
          "order must have no cycle (got "
              + order.before()
              + " before "
              + String.join(" before ", way)
              + ")");
    }
    after.computeIfAbsent(order.before(), name -> new LinkedHashSet<>()).add(order.after());
    return Optional.empty();
  }

  private boolean find(String from, String to, List<String> way, Set<String> seen) {
    if (!seen.add(from)) {
      return false;
    }
    way.add(from);
    if (from.equals(to)) {
      return true;
    }
    for (String next : after.getOrDefault(from, Set.of())) {
      if (find(next, to, way, seen)) {
        return true;
      }
    }
    way.remove(way.size() - 1);
    return false;
  }
}
