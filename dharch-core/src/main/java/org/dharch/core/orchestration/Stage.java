package org.dharch.core.orchestration;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Handlers that run at the same time (seed 000, section 3.2). Immutable.
 *
 * @param handlers at least one; no name twice
 */
public record Stage(List<HandlerEntry> handlers) {
  public Stage {
    handlers = List.copyOf(handlers);
    if (handlers.isEmpty()) {
      throw new IllegalArgumentException("a stage without handlers; at least one is needed");
    }
    Set<String> names = new HashSet<>();
    for (HandlerEntry handler : handlers) {
      if (!names.add(handler.name())) {
        throw new IllegalArgumentException(
            "handler '" + handler.name() + "' stands twice in one stage; once is allowed");
      }
    }
  }

  /** A stage of these handlers, each as {@link HandlerEntry#of}. */
  public static Stage of(String... names) {
    return new Stage(java.util.Arrays.stream(names).map(HandlerEntry::of).toList());
  }

  public static Stage of(HandlerEntry... handlers) {
    return new Stage(List.of(handlers));
  }
}
