package org.dharch.core.orchestration;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Handlers that run at the same time (seed 000, section 3.2), all on the same message; what they
 * change is merged when all have ended.
 *
 * @param handlers at least one; no name twice, no two whose declarations conflict
 */
public record Stage(List<HandlerEntry> handlers) implements Construct {
  public Stage {
    handlers = List.copyOf(handlers);
    Optional<String> objection = objection(handlers);
    if (objection.isPresent()) {
      throw new IllegalArgumentException(objection.get());
    }
  }

  /** Why these handlers cannot be one stage, and what is allowed; empty if they can. */
  static Optional<String> objection(List<HandlerEntry> handlers) {
    if (handlers.isEmpty()) {
      return Optional.of("a stage without handlers; at least one is needed");
    }
    for (int i = 0; i < handlers.size(); i++) {
      HandlerEntry second = handlers.get(i);
      Optional<String> objection = second.contradiction();
      for (int j = 0; j < i && objection.isEmpty(); j++) {
        objection = objection(handlers.get(j), second);
      }
      if (objection.isPresent()) {
        return objection;
      }
    }
    return Optional.empty();
  }

  /** Why these two cannot share a stage. */
  static Optional<String> objection(HandlerEntry first, HandlerEntry second) {
    if (first.name().equals(second.name())) {
      return Optional.of(
          "handler '"
              + first.name()
              + "' stands twice in one stage; once is allowed, or in stages of their own");
    }
    if (first.access().isEmpty() || second.access().isEmpty()) {
      return Optional.empty();
    }
    return first
        .access()
        .get()
        .conflict(second.access().get())
        .map(
            part ->
                "handlers '"
                    + first.name()
                    + "' and '"
                    + second.name()
                    + "' conflict over "
                    + part
                    + ", which one writes and the other reads or writes; allowed in stages of their"
                    + " own");
  }

  /** The names of its handlers. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    handlers.forEach(entry -> names.add(entry.name()));
    return names;
  }

  /** Whether it has a handler of this name. */
  boolean has(String name) {
    return handlers.stream().anyMatch(entry -> entry.name().equals(name));
  }

  /** Whether it has a handler of this name whose failure halts the message. */
  boolean decides(String name) {
    return handlers.stream().anyMatch(entry -> entry.name().equals(name) && entry.mayHalt());
  }

  /** Whether a message's way may end with it: one of its handlers may answer the message. */
  boolean mayAnswer() {
    return handlers.stream().anyMatch(HandlerEntry::mayAnswer);
  }

  /** A stage of these handlers, each as {@link HandlerEntry#of}. */
  public static Stage of(String... names) {
    return new Stage(Arrays.stream(names).map(HandlerEntry::of).toList());
  }

  public static Stage of(HandlerEntry... handlers) {
    return new Stage(List.of(handlers));
  }
}
