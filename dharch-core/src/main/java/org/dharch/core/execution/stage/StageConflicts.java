package org.dharch.core.execution.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.stage.StageMerge.Conflict;
import org.dharch.core.execution.stage.StageMerge.Contribution;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;

/**
 * Finds conflicts between the changes of a stage's handlers: a change that its handler did not
 * declare, or a change to a part that another handler changed or declared to read or write. Pure.
 *
 * <p>An undeclared change is the fault of its handler. Otherwise the optional handler is at fault
 * before the required one, and the later before the earlier.
 */
final class StageConflicts {
  private StageConflicts() {}

  /**
   * The first conflict.
   *
   * @param touched the parts that a handler changed; called only if a handler declares parts
   */
  static Optional<Conflict> first(
      List<Contribution> contributions, Function<Contribution, List<DeclaredPart>> touched) {
    for (Contribution c : contributions) {
      Optional<Conflict> conflict = undeclaredSecurity(c);
      if (conflict.isPresent()) {
        return conflict;
      }
    }
    if (anyDeclared(contributions)) {
      Map<Contribution, List<DeclaredPart>> parts = new HashMap<>();
      contributions.forEach(c -> parts.put(c, touched.apply(c)));
      for (Contribution c : contributions) {
        Optional<Conflict> conflict = undeclared(c, parts.get(c), contributions, parts);
        if (conflict.isPresent()) {
          return conflict;
        }
      }
    }
    return betweenChanges(contributions);
  }

  /** Security properties may be set only by handlers that declare them. */
  private static Optional<Conflict> undeclaredSecurity(Contribution c) {
    if (c.isChecked()) {
      return Optional.empty();
    }
    return Stream.concat(
            c.changes().properties().keySet().stream(), c.changes().removedProperties().stream())
        .filter(name -> name.startsWith(MessageProperties.SECURITY_PREFIX))
        .map(DeclaredPart.Property::new)
        .filter(part -> c.access().filter(it -> it.writes().contains(part)).isEmpty())
        .findFirst()
        .map(part -> new Conflict(c, "it changed " + part + " without declaring it"));
  }

  private static boolean anyDeclared(List<Contribution> contributions) {
    for (Contribution c : contributions) {
      if (c.access().isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Conflict> undeclared(
      Contribution c,
      List<DeclaredPart> changed,
      List<Contribution> all,
      Map<Contribution, List<DeclaredPart>> parts) {
    for (DeclaredPart part : changed) {
      boolean mine =
          c.access().isPresent()
              && c.access().get().writes().stream().anyMatch(write -> write.includes(part));
      if (mine) {
        continue;
      }
      Optional<Contribution> other =
          all.stream()
              .filter(o -> o.index() != c.index())
              .filter(o -> uses(o, part) || overlaps(parts.get(o), part))
              .findFirst();
      if (c.access().isPresent()) {
        return Optional.of(
            new Conflict(
                c,
                "it changed "
                    + part
                    + " without declaring it"
                    + other
                        .map(o -> ", in a stage with handler '" + o.handler() + "'")
                        .orElse("")));
      }
      if (other.filter(o -> uses(o, part)).isPresent()) {
        return Optional.of(
            isAtFault(other.get(), c)
                ? new Conflict(
                    other.get(),
                    "it reads or writes "
                        + part
                        + ", which handler '"
                        + c.handler()
                        + "' of the same stage changed")
                : new Conflict(
                    c,
                    "it changed "
                        + part
                        + ", which handler '"
                        + other.get().handler()
                        + "' of the same stage reads or writes"));
      }
    }
    return Optional.empty();
  }

  /** Whether {@code one} is at fault although {@code other} would be. */
  private static boolean isAtFault(Contribution one, Contribution other) {
    return !one.isRequired() && other.isRequired();
  }

  private static boolean uses(Contribution c, DeclaredPart part) {
    return c.access().map(Access::reads).stream().anyMatch(p -> overlaps(p, part))
        || c.access().map(Access::writes).stream().anyMatch(p -> overlaps(p, part));
  }

  private static boolean overlaps(Iterable<DeclaredPart> parts, DeclaredPart part) {
    for (DeclaredPart each : parts) {
      if (each.overlaps(part)) {
        return true;
      }
    }
    return false;
  }

  private static Conflict twoResponses(Contribution first, Contribution second) {
    boolean isFirstAtFault = isAtFault(first, second);
    return new Conflict(
        isFirstAtFault ? first : second,
        "it responded to the message, which handler '"
            + (isFirstAtFault ? second : first).handler()
            + "' of the same stage did too");
  }

  private static Optional<Conflict> betweenChanges(List<Contribution> contributions) {
    List<Contribution> before = new ArrayList<>(contributions.size());
    for (Contribution second : contributions) {
      if (second.changes().isEmpty()) {
        continue;
      }
      for (Contribution first : before) {
        if (StageResponse.responds(first) && StageResponse.responds(second)) {
          return Optional.of(twoResponses(first, second));
        }
        Optional<String> part = Merge.conflict(first.changes(), second.changes());
        if (part.isPresent()) {
          boolean isFirstAtFault = isAtFault(first, second);
          return Optional.of(
              new Conflict(
                  isFirstAtFault ? first : second,
                  "it changed "
                      + part.get()
                      + ", which handler '"
                      + (isFirstAtFault ? second : first).handler()
                      + "' of the same stage changed too"));
        }
      }
      before.add(second);
    }
    return Optional.empty();
  }
}
