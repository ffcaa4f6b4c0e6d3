package org.dharch.core.orchestration;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Handlers that run in parallel (seed 000, section 3.2) on the same message; their changes are
 * merged when all have ended. With {@code first}, the stage ends when the first handler has
 * performed (the pick of seed 002), and the changes of the others are dropped.
 *
 * <p>Or branches that run in parallel (seed 002's flow of sequences), each with handlers in
 * sequence: each handler sees the changes of its predecessors in its own branch, and none of other
 * branches. The changes of the branches are merged when all branches have ended.
 *
 * @param handlers at least one; no name twice, no two whose declarations conflict; with branches
 *     all their handlers, branch by branch
 * @param first whether the first that performs is enough: then at least two handlers, all
 *     stateless, none oneway, with any declarations
 * @param branches empty, or at least two: sequences of stages that have no branches
 */
public record Stage(List<HandlerEntry> handlers, boolean first, List<Sequence> branches)
    implements Construct {
  public Stage {
    handlers = List.copyOf(handlers);
    branches = List.copyOf(branches);
    Optional<String> objection =
        branches.isEmpty()
            ? objection(handlers, first)
            : Branches.objection(branches, handlers, first);
    if (objection.isPresent()) {
      throw new IllegalArgumentException(objection.get());
    }
  }

  /** Returns a stage without branches that waits for all of its handlers. */
  public static Stage of(List<HandlerEntry> handlers) {
    return new Stage(handlers, false, List.of());
  }

  /** Returns a stage without branches that waits for the first of its handlers. */
  public static Stage first(List<HandlerEntry> handlers) {
    return new Stage(handlers, true, List.of());
  }

  /** Returns why these handlers cannot be one stage; empty if they can. */
  public static Optional<String> objection(List<HandlerEntry> handlers, boolean first) {
    if (handlers.isEmpty()) {
      return Optional.of("a stage must have at least one handler");
    }
    for (int i = 0; i < handlers.size(); i++) {
      HandlerEntry second = handlers.get(i);
      Optional<String> objection =
          second.contradiction().or(() -> first ? notFirst(second) : Optional.empty());
      for (int j = 0; j < i && objection.isEmpty(); j++) {
        objection = objection(handlers.get(j), second, first);
      }
      if (objection.isPresent()) {
        return objection;
      }
    }
    return first && handlers.size() == 1
        ? Optional.of(
            "a stage with first='true' must have at least two handlers (got '"
                + handlers.get(0).name()
                + "')")
        : Optional.empty();
  }

  /** Returns why a handler is not allowed where the first that performs is enough. */
  public static Optional<String> notFirst(HandlerEntry entry) {
    String is =
        entry.oneway() ? "oneway" : entry.failures().atomicity().stateful() ? "stateful" : "";
    return is.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "handler '"
                + entry.name()
                + "' must be stateless and waited for in a stage with first='true', where its"
                + " result may be dropped (got "
                + is
                + ")");
  }

  /** Why these two cannot share a stage. */
  public static Optional<String> objection(
      HandlerEntry first, HandlerEntry second, boolean oneIsEnough) {
    if (first.name().equals(second.name())) {
      return Optional.of("handler '" + first.name() + "' must occur only once in a stage");
    }
    if (oneIsEnough || first.parts().access().isEmpty() || second.parts().access().isEmpty()) {
      return Optional.empty();
    }
    return first
        .parts()
        .access()
        .get()
        .conflict(second.parts().access().get())
        .map(
            part ->
                "handlers '"
                    + first.name()
                    + "' and '"
                    + second.name()
                    + "' must be in different stages, because one writes "
                    + part
                    + " and the other reads or writes it");
  }

  /** The names of its handlers. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    handlers.forEach(entry -> names.add(entry.name()));
    return names;
  }

  /** Whether it has a handler of this name. */
  public boolean has(String name) {
    return handlers.stream().anyMatch(entry -> entry.name().equals(name));
  }

  /**
   * Whether it has a handler of this name whose failure halts the message; never where another may
   * be first.
   */
  public boolean decides(String name) {
    if (isBranched()) {
      return Branches.stages(branches).anyMatch(stage -> stage.decides(name));
    }
    return !first
        && handlers.stream().anyMatch(entry -> entry.name().equals(name) && entry.isRequired());
  }

  /**
   * Returns this stage without any handler that must perform, for where the message may continue
   * without them.
   */
  public Stage asOptional() {
    return isBranched()
        ? ofBranches(branches.stream().map(Branches::asOptional).toList())
        : new Stage(
            handlers.stream().map(entry -> entry.mustPerform(false)).toList(), first, List.of());
  }

  /** Whether it consists of branches. */
  public boolean isBranched() {
    return !branches.isEmpty();
  }

  /** Whether a message's path may end with it: one of its handlers may respond to the message. */
  public boolean mayRespond() {
    return handlers.stream().anyMatch(HandlerEntry::mayRespond);
  }

  /** A stage of these handlers, each as {@link HandlerEntry#of}. */
  public static Stage of(String... names) {
    return Stage.of(Arrays.stream(names).map(HandlerEntry::of).toList());
  }

  public static Stage of(HandlerEntry... handlers) {
    return Stage.of(List.of(handlers));
  }

  /** Returns a stage that continues with the result of the first handler that performs. */
  public static Stage firstOf(HandlerEntry... handlers) {
    return Stage.first(List.of(handlers));
  }

  /**
   * A stage of branches.
   *
   * @param branches two at least, each a sequence of stages that have no branches
   */
  public static Stage ofBranches(Sequence... branches) {
    return ofBranches(List.of(branches));
  }

  /** As {@link #ofBranches(Sequence...)}. */
  public static Stage ofBranches(List<Sequence> branches) {
    return new Stage(
        Branches.stages(branches).flatMap(stage -> stage.handlers().stream()).toList(),
        false,
        branches);
  }
}
