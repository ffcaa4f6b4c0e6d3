package org.dharch.cmanager.broker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.command.ConsumerId;

/** The queues at one broker with a consumer that is no bridge. For one thread. */
final class BridgeDemand {
  private final Map<String, Set<ConsumerId>> consumers = new HashMap<>();

  /** One more listens on {@code queue}: whether it is the first. */
  boolean add(String queue, ConsumerId id) {
    Set<ConsumerId> all = consumers.computeIfAbsent(queue, q -> new HashSet<>());
    return all.add(id) && all.size() == 1;
  }

  /** One listens no more: whether it was the last. */
  boolean remove(String queue, ConsumerId id) {
    Set<ConsumerId> all = consumers.get(queue);
    boolean last = all != null && all.remove(id) && all.isEmpty();
    if (last) {
      consumers.remove(queue);
    }
    return last;
  }

  /** All of them. */
  List<String> queues() {
    return List.copyOf(consumers.keySet());
  }

  void clear() {
    consumers.clear();
  }
}
