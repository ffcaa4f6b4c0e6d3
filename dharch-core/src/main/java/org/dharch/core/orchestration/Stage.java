package org.dharch.core.orchestration;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Handlers that run at the same time (seed 000, section 3.2), all on the same message; what they
 * change is merged when all have ended. Or when the first has performed (the pick of seed 002):
 * then the others are not waited for, and what they change is dropped.
 *
 * <p>Or branches that run at the same time (seed 002's flow of sequences), in each of them handlers
 * one after another: each sees what those before it in its own branch have changed, and nothing of
 * the others; when all branches have ended what they changed is merged.
 *
 * @param handlers at least one; no name twice, no two whose declarations conflict; of branches all
 *     that stand in them, branch by branch
 * @param first whether the first that performs is enough: two handlers at least then, all
 *     stateless, none oneway, whatever they declare
 * @param branches empty, or two at least: sequences of stages that have no branches
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

  /** Without branches. */
  public Stage(List<HandlerEntry> handlers, boolean first) {
    this(handlers, first, List.of());
  }

  /** All of these are waited for. */
  public Stage(List<HandlerEntry> handlers) {
    this(handlers, false);
  }

  /** Why these handlers cannot be one stage, and what is allowed; empty if they can. */
  static Optional<String> objection(List<HandlerEntry> handlers, boolean first) {
    if (handlers.isEmpty()) {
      return Optional.of("a stage without handlers; at least one is needed");
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
            "a stage with first='true' and one handler, '"
                + handlers.get(0).name()
                + "'; two or more are needed")
        : Optional.empty();
  }

  /** Why a handler cannot stand where the first that performs is enough. */
  static Optional<String> notFirst(HandlerEntry entry) {
    String is = entry.oneway() ? "oneway" : entry.atomicity().stateful() ? "stateful" : "";
    return is.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "handler '"
                + entry.name()
                + "' is "
                + is
                + " and stands in a stage with first='true', where it may perform in vain; allowed"
                + " are stateless handlers that are waited for");
  }

  /** Why these two cannot share a stage. */
  static Optional<String> objection(HandlerEntry first, HandlerEntry second, boolean oneIsEnough) {
    if (first.name().equals(second.name())) {
      return Optional.of(
          "handler '"
              + first.name()
              + "' stands twice in one stage; once is allowed, or in stages of their own");
    }
    if (oneIsEnough || first.access().isEmpty() || second.access().isEmpty()) {
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
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    handlers.forEach(entry -> names.add(entry.name()));
    return names;
  }

  /** Whether it has a handler of this name. */
  boolean has(String name) {
    return handlers.stream().anyMatch(entry -> entry.name().equals(name));
  }

  /**
   * Whether it has a handler of this name whose failure halts the message; none does where another
   * may be first.
   */
  boolean decides(String name) {
    if (isBranched()) {
      return Branches.stages(branches).anyMatch(stage -> stage.decides(name));
    }
    return !first
        && handlers.stream().anyMatch(entry -> entry.name().equals(name) && entry.mayHalt());
  }

  /** The same where the message may go on without what any of its handlers does. */
  public Stage inVain() {
    return isBranched()
        ? ofBranches(branches.stream().map(Branches::inVain).toList())
        : new Stage(handlers.stream().map(entry -> entry.mustPerform(false)).toList(), first);
  }

  /** Whether it consists of branches. */
  public boolean isBranched() {
    return !branches.isEmpty();
  }

  /** Whether a message's way may end with it: one of its handlers may answer the message. */
  boolean mayRespond() {
    return handlers.stream().anyMatch(HandlerEntry::mayRespond);
  }

  /** A stage of these handlers, each as {@link HandlerEntry#of}. */
  public static Stage of(String... names) {
    return new Stage(Arrays.stream(names).map(HandlerEntry::of).toList());
  }

  public static Stage of(HandlerEntry... handlers) {
    return new Stage(List.of(handlers));
  }

  /** A stage that goes on with what the first of these handlers made that performs. */
  public static Stage firstOf(HandlerEntry... handlers) {
    return new Stage(List.of(handlers), true);
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
