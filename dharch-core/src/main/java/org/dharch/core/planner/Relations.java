package org.dharch.core.planner;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.dharch.core.planner.Relation.Kind;

/** Determines whether one handler must wait for another, and why. */
final class Relations {
  private final Policy policy;

  Relations(Policy policy) {
    this.policy = policy;
  }

  /** Returns the relation of {@code a}, which is first, and {@code b}. */
  Relation of(PlannedHandler a, PlannedHandler b) {
    if (a.stage() == b.stage()) {
      return new Relation(a.name(), b.name(), Kind.FREE, "they share one now");
    }
    return ordered(a, b)
        .map(reason -> new Relation(a.name(), b.name(), Kind.ORDERED, reason))
        .or(() -> apart(a, b))
        .orElseGet(
            () ->
                new Relation(
                    a.name(),
                    b.name(),
                    Kind.FREE,
                    "neither writes what the other reads or writes"));
  }

  private Optional<String> ordered(PlannedHandler a, PlannedHandler b) {
    if (a.name().equals(b.name())) {
      return Optional.of("both are the same handler");
    }
    for (PlannedHandler item : List.of(a, b)) {
      if (item.unknown().isPresent()) {
        return Optional.of(item.unknown().get() + " declares no reads and writes");
      }
    }
    return rest(a, b)
        .or(() -> answer(a, b))
        .or(() -> data(a, b))
        .or(() -> policy(a, b))
        .or(() -> irrevocable(a, b));
  }

  /**
   * Keeps the order of a handler that changes the remaining orchestration: the other handler could
   * be one that it removes or inserts something before.
   */
  private static Optional<String> rest(PlannedHandler a, PlannedHandler b) {
    return a.changing()
        .or(b::changing)
        .map(name -> name + " may change the message's remaining orchestration");
  }

  /**
   * Handlers that a response would leave out stay after the responding handler; earlier handlers
   * stay before it or in its stage.
   */
  private static Optional<String> answer(PlannedHandler a, PlannedHandler b) {
    return a.answering().or(b::answering).map(name -> name + " may respond to the message");
  }

  private static Optional<String> data(PlannedHandler a, PlannedHandler b) {
    Access first = a.entry().parts().access().orElseThrow();
    Access second = b.entry().parts().access().orElseThrow();
    return overlap(first.writes(), second.reads())
        .map(part -> b.name() + " reads " + part + ", which " + a.name() + " writes")
        .or(() -> overlap(first.writes(), second.writes()).map(part -> "both write " + part))
        .or(
            () ->
                overlap(first.reads(), second.writes())
                    .map(part -> b.name() + " writes " + part + ", which " + a.name() + " reads"));
  }

  private static Optional<DeclaredPart> overlap(Set<DeclaredPart> a, Set<DeclaredPart> b) {
    return a.stream().filter(part -> b.stream().anyMatch(part::overlaps)).sorted().findFirst();
  }

  private Optional<String> policy(PlannedHandler a, PlannedHandler b) {
    return policy.rules().contains(new PolicyRule.Order(a.name(), b.name()))
        ? Optional.of("the policy requires this order")
        : Optional.empty();
  }

  private static Optional<String> irrevocable(PlannedHandler a, PlannedHandler b) {
    return a.entry().isRequired() && b.irrevocable()
        ? Optional.of(
            b.name()
                + (b.entry().oneway()
                    ? " is oneway and cannot be called back: "
                    : " is stateful and has no compensator: ")
                + a.name()
                + " may halt the message before it")
        : Optional.empty();
  }

  private Optional<Relation> apart(PlannedHandler a, PlannedHandler b) {
    boolean apart =
        policy.rules().stream()
            .anyMatch(
                rule ->
                    rule instanceof PolicyRule.Apart group
                        && group.handlers().contains(a.name())
                        && group.handlers().contains(b.name()));
    return apart
        ? Optional.of(new Relation(a.name(), b.name(), Kind.APART, "the policy keeps them apart"))
        : Optional.empty();
  }
}
