package org.dharch.core.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.context.Conductor;
import org.dharch.core.context.DHMContext;

/**
 * Messages that wait for capacity on a node, by handler, in the order of their requests. Used only
 * on the event loop ({@link Conductor}).
 */
public final class CapacityWaiters {
  private final Map<String, LinkedHashSet<DHMContext>> byHandler = new HashMap<>();

  public boolean isEmpty() {
    return byHandler.isEmpty();
  }

  public void add(String handler, DHMContext message) {
    byHandler.computeIfAbsent(handler, h -> new LinkedHashSet<>()).add(message);
  }

  /** Returns a copy of the handlers that messages wait for. */
  public List<String> handlers() {
    return new ArrayList<>(byHandler.keySet());
  }

  /** Returns the number of messages that wait for {@code handler}. */
  public int count(String handler) {
    LinkedHashSet<DHMContext> held = byHandler.get(handler);
    return held == null ? 0 : held.size();
  }

  /** Removes the first message that waits for {@code handler}. */
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

  /** Removes the message from all handlers. */
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
