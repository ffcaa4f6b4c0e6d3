package org.dharch.core.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Places by their turns. Those of a share that is not to begin more now are passed over in one
 * step, however many they are. Not safe for several threads.
 */
final class FairQueues {
  private final Map<String, TreeSet<QueueEntry>> byGroup = new HashMap<>();

  /** Of each share the place that is first. */
  private final TreeSet<QueueEntry> firsts = new TreeSet<>(QueueEntry.BY_POSITION);

  private int size;

  int size() {
    return size;
  }

  int size(String group) {
    TreeSet<QueueEntry> own = byGroup.get(group);
    return own == null ? 0 : own.size();
  }

  void add(QueueEntry place) {
    TreeSet<QueueEntry> own =
        byGroup.computeIfAbsent(place.group(), group -> new TreeSet<>(QueueEntry.BY_POSITION));
    if (!own.isEmpty() && QueueEntry.BY_POSITION.compare(place, own.first()) < 0) {
      firsts.remove(own.first());
    }
    own.add(place);
    if (own.first() == place) {
      firsts.add(place);
    }
    size++;
  }

  /** False if it is not here. */
  boolean remove(QueueEntry place) {
    TreeSet<QueueEntry> own = byGroup.get(place.group());
    if (own == null || !own.remove(place)) {
      return false;
    }
    size--;
    if (own.isEmpty()) {
      byGroup.remove(place.group());
    }
    if (firsts.remove(place) && !own.isEmpty()) {
      firsts.add(own.first());
    }
    return true;
  }

  /** The first place of a share that {@code may} begin; asked with the first one of each share. */
  Optional<QueueEntry> first(Predicate<QueueEntry> may) {
    for (QueueEntry each : firsts) {
      if (may.test(each)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
