package org.dharch.core.orchestration.rule;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Branches;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * One demand of a {@link Policy} (design, "Orchestration"). It holds on every path through an
 * orchestration: every branch of a choice and every number of repetitions that a condition allows.
 *
 * <p>A handler is decisive where its failure halts the message. An entry that is not decisive,
 * because its handler need not perform or is oneway, meets no demand: in the place of a check, it
 * would let rejected messages continue.
 */
public sealed interface PolicyRule {

  /**
   * Returns how continuing with {@code rest} after {@code done} contradicts it; empty if it does
   * not.
   *
   * @param optional the handlers that need not occur, by the policy
   */
  Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional);

  /** The handlers that it names. */
  Set<String> names();

  /**
   * If a path has both handlers, {@code before} is in an earlier stage than {@code after}, each
   * time, and is decisive there, unless the policy has it as optional. Neither has to occur.
   */
  record Order(String before, String after) implements PolicyRule {
    public Order {
      if (before.equals(after)) {
        throw new IllegalArgumentException(
            "an order must have two different handlers (got '" + before + "' twice)");
      }
    }

    @Override
    public Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional) {
      // 0: after not met, 1: met, 2: contradicted
      PathRelation ways =
          new PathRelation(
              3,
              (state, stage) -> {
                boolean met = stage.has(after);
                boolean wrong = stage.has(before) && (met || state == 1);
                return state == 2 || wrong ? 2 : met ? 1 : state;
              });
      if (ways.canEndIn(2, done, rest)) {
        return Optional.of(
            "'"
                + before
                + "' must come before '"
                + after
                + "' (on some path it is in the same stage or later)");
      }
      return optional.contains(before) ? Optional.empty() : undecided(done, rest);
    }

    /** Whether some way goes to {@code after} where {@code before} has decided nothing. */
    private Optional<String> undecided(List<Stage> done, Sequence rest) {
      // 0: before not met, 1: met where it decides nothing, 2: after met then, 3: before decided
      PathRelation ways =
          new PathRelation(
              4,
              (state, stage) -> {
                if (state >= 2 || !(stage.has(before) || stage.has(after))) {
                  return state;
                } else if (stage.has(after)) {
                  return state == 1 ? 2 : state;
                }
                return stage.decides(before) ? 3 : 1;
              });
      return ways.canEndIn(2, done, rest)
          ? Optional.of(
              "'"
                  + before
                  + "' must come before '"
                  + after
                  + "' and decide (on some path it is oneway or has mustPerform='false'); the"
                  + " policy can declare it optional")
          : Optional.empty();
    }

    @Override
    public Set<String> names() {
      return Set.of(before, after);
    }
  }

  /**
   * Every path has {@code handler} where it is decisive. A path may also end where a handler may
   * respond to the message; the required handler is in that stage or earlier.
   */
  record Required(String handler) implements PolicyRule {
    @Override
    public Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional) {
      // 0: not met, 1: met, 2: perhaps ended before it was met
      PathRelation ways =
          new PathRelation(
              3,
              (state, stage) ->
                  state > 0 ? state : stage.decides(handler) ? 1 : stage.mayRespond() ? 2 : 0);
      if (ways.canEndIn(2, done, rest)) {
        return Optional.of(
            "'"
                + handler
                + "' must be on every path (some path may end before it at a handler with"
                + " mayRespond='true')");
      }
      if (!ways.canEndIn(0, done, rest)) {
        return Optional.empty();
      }
      boolean there =
          PathRelation.stages(done, rest).stream()
              .anyMatch(stage -> stage.has(handler) && !stage.decides(handler));
      return Optional.of(
          "'"
              + handler
              + "' is required; some path does not include it"
              + (there ? " where it decides, not oneway and with mustPerform='true'" : ""));
    }

    @Override
    public Set<String> names() {
      return Set.of(handler);
    }
  }

  /** A way may meet {@code handler} or not; it is named, so that {@link Only} allows it. */
  record Permitted(String handler) implements PolicyRule {
    @Override
    public Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional) {
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
    public Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional) {
      PathRelation ways =
          new PathRelation(
              3, (state, stage) -> stage.has(handler) ? Math.min(2, state + 1) : state);
      return ways.canEndIn(2, done, rest)
          ? Optional.of("'" + handler + "' must be at most once on every path")
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
            "apart must have at least two different handlers (got " + handlers + ")");
      }
    }

    @Override
    public Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional) {
      for (Stage stage : PathRelation.stages(done, rest)) {
        Set<String> together = Branches.together(stage, handlers);
        if (together.size() > 1) {
          return Optional.of("'" + String.join("', '", together) + "' must not share a stage");
        }
      }
      return Optional.empty();
    }

    @Override
    public Set<String> names() {
      return handlers;
    }
  }

  /**
   * If a rule leads messages of one of {@code flows} to {@code handler}, the rules of the other
   * flows must lead messages of the same service and operation to it too, on every path. This rule
   * concerns the orchestration rules; no single orchestration contradicts it.
   */
  record Throughout(String handler, Set<Direction> flows) implements PolicyRule {
    public Throughout {
      flows = Collections.unmodifiableSet(EnumSet.copyOf(flows));
      if (flows.size() < 2) {
        throw new IllegalArgumentException(
            "'" + handler + "' throughout must have at least two flows (got " + flows + ")");
      }
    }

    @Override
    public Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional) {
      return Optional.empty();
    }

    @Override
    public Set<String> names() {
      return Set.of(handler);
    }
  }

  /** No way meets any handler but {@code handlers}, and none of those has another undo it. */
  record Only(Set<String> handlers) implements PolicyRule {
    public Only {
      handlers = Set.copyOf(handlers);
    }

    @Override
    public Optional<String> contradiction(List<Stage> done, Sequence rest, Set<String> optional) {
      Set<String> others = new LinkedHashSet<>();
      for (Stage stage : PathRelation.stages(done, rest)) {
        others.addAll(stage.names());
        stage.handlers().forEach(entry -> entry.failures().compensator().ifPresent(others::add));
      }
      others.removeAll(handlers);
      return others.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "'"
                  + String.join("', '", new TreeSet<>(others))
                  + "' must be one of "
                  + String.join(", ", new TreeSet<>(handlers))
                  + ", because the policy rejects others");
    }

    @Override
    public Set<String> names() {
      return handlers;
    }
  }
}
