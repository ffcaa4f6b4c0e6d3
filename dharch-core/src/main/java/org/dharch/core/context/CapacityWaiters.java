package org.dharch.core.context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The messages that wait for room on a node, by handler, in the order in which they asked. Used
 * only by the thread that has the {@link Conductor}'s turn.
 */
public final class CapacityWaiters {
  private final Map<String, LinkedHashSet<DHMContext>> byHandler = new HashMap<>();

  public boolean isEmpty() {
    return byHandler.isEmpty();
  }

  public void add(String handler, DHMContext message) {
    byHandler.computeIfAbsent(handler, h -> new LinkedHashSet<>()).add(message);
  }

  /** The handlers that are waited for; a copy. */
  public List<String> handlers() {
    return new ArrayList<>(byHandler.keySet());
  }

  /** How many wait for {@code handler}. */
  public int count(String handler) {
    LinkedHashSet<DHMContext> held = byHandler.get(handler);
    return held == null ? 0 : held.size();
  }

  /** Takes out the first that waits for {@code handler}. */
  public Optional<DHMContext> poll(String handler) {
    LinkedHashSet<DHMContext> held = byHandler.get(handler);
    if (held == null) {
      return Optional.empty();
    }
    Iterator<DHMContext> first = held.iterator();
    DHMContext message = first.next();
    first.remove();
    if (held.isEmpty()) {
      byHandler.remove(handler);
    }
    return Optional.of(message);
  }

  /** The message has left. */
  public void remove(DHMContext message) {
    if (!byHandler.isEmpty()) {
      byHandler
          .values()
          .removeIf(
              held -> {
                held.remove(message);
                return held.isEmpty();
              });
    }
  }
}
