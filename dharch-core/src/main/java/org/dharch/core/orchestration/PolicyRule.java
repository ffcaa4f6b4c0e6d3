package org.dharch.core.orchestration;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One demand of a {@link Policy} (design, "Orchestration"). It holds on every way through an
 * orchestration: any condition may turn out either way, so every way of a choice counts, and every
 * number of repetitions that a condition allows.
 */
public sealed interface PolicyRule {

  /** How going on with {@code rest} after {@code done} contradicts it; empty if it does not. */
  Optional<String> contradiction(List<List<String>> done, Sequence rest);

  /** The handlers that it names. */
  Set<String> names();

  /**
   * Where a way meets both, {@code before} stands in an earlier stage than {@code after}, each
   * time. Neither has to be there.
   */
  record Order(String before, String after) implements PolicyRule {
    public Order {
      if (before.equals(after)) {
        throw new IllegalArgumentException(
            "order of '" + before + "' and itself; two different handlers are allowed");
      }
    }

    @Override
    public Optional<String> contradiction(List<List<String>> done, Sequence rest) {
      // 0: after not met, 1: met, 2: contradicted
      PathRelation ways =
          new PathRelation(
              3,
              (state, stage) -> {
                boolean met = stage.contains(after);
                boolean wrong = stage.contains(before) && (met || state == 1);
                return state == 2 || wrong ? 2 : met ? 1 : state;
              });
      return ways.canEndIn(2, done, rest)
          ? Optional.of(
              "'"
                  + before
                  + "' must come before '"
                  + after
                  + "'; on some way it comes in the same stage or later")
          : Optional.empty();
    }

    @Override
    public Set<String> names() {
      return Set.of(before, after);
    }
  }

  /** Every way meets {@code handler}. */
  record Required(String handler) implements PolicyRule {
    @Override
    public Optional<String> contradiction(List<List<String>> done, Sequence rest) {
      PathRelation ways =
          new PathRelation(2, (state, stage) -> stage.contains(handler) ? 1 : state);
      return ways.canEndIn(0, done, rest)
          ? Optional.of("'" + handler + "' is required; some way does not meet it")
          : Optional.empty();
    }

    @Override
    public Set<String> names() {
      return Set.of(handler);
    }
  }

  /** A way may meet {@code handler} or not; it is named, so that {@link Only} allows it. */
  record Permitted(String handler) implements PolicyRule {
    @Override
    public Optional<String> contradiction(List<List<String>> done, Sequence rest) {
      return Optional.empty();
    }

    @Override
    public Set<String> names() {
      return Set.of(handler);
    }
  }

  /** No way meets {@code handler} more than once. */
  record Once(String handler) implements PolicyRule {
    @Override
    public Optional<String> contradiction(List<List<String>> done, Sequence rest) {
      PathRelation ways =
          new PathRelation(
              3, (state, stage) -> stage.contains(handler) ? Math.min(2, state + 1) : state);
      return ways.canEndIn(2, done, rest)
          ? Optional.of("'" + handler + "' is allowed once; some way meets it more often")
          : Optional.empty();
    }

    @Override
    public Set<String> names() {
      return Set.of(handler);
    }
  }

  /** No two of {@code handlers} ever share a stage. */
  record Apart(Set<String> handlers) implements PolicyRule {
    public Apart {
      handlers = Set.copyOf(handlers);
      if (handlers.size() < 2) {
        throw new IllegalArgumentException(
            "handlers " + handlers + " apart; at least two different ones are needed");
      }
    }

    @Override
    public Optional<String> contradiction(List<List<String>> done, Sequence rest) {
      for (Set<String> stage : PathRelation.stages(done, rest)) {
        Set<String> together = new TreeSet<>(stage);
        together.retainAll(handlers);
        if (together.size() > 1) {
          return Optional.of(
              "'" + String.join("', '", together) + "' share a stage; never together is allowed");
        }
      }
      return Optional.empty();
    }

    @Override
    public Set<String> names() {
      return handlers;
    }
  }

  /** No way meets any handler but {@code handlers}. */
  record Only(Set<String> handlers) implements PolicyRule {
    public Only {
      handlers = Set.copyOf(handlers);
    }

    @Override
    public Optional<String> contradiction(List<List<String>> done, Sequence rest) {
      Set<String> others = new LinkedHashSet<>();
      PathRelation.stages(done, rest).forEach(others::addAll);
      others.removeAll(handlers);
      return others.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "'"
                  + String.join("', '", new TreeSet<>(others))
                  + "' not named by the policy, which refuses others; allowed: "
                  + String.join(", ", new TreeSet<>(handlers)));
    }

    @Override
    public Set<String> names() {
      return handlers;
    }
  }
}
