package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.stage.RestChange;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Strictness;
import org.dharch.core.orchestration.rule.Policy;

/** Checks changes of the remaining orchestration. */
final class Revision {
  private Revision() {}

  /** The first handler that changes the remaining orchestration and did not declare it. */
  static Optional<String> undeclared(List<Step> steps) {
    return steps.stream()
        .filter(step -> step.changes().properties().containsKey(MessageProperties.REST))
        .filter(
            step ->
                step.entry()
                    .parts()
                    .access()
                    .filter(a -> !a.writes().contains(RestChange.PART))
                    .isPresent())
        .map(Step::handler)
        .findFirst();
  }

  /**
   * Why {@code rest} may not replace the remaining orchestration; empty if it may.
   *
   * @param planned the message's own orchestration
   */
  static Optional<String> objection(
      Policy policy, Sequence planned, StageCursor route, Sequence rest) {
    if (tooMany(route, rest)) {
      return Optional.of(
          "the message would run "
              + handlers(route, rest)
              + " handlers; at most "
              + Orchestration.MAX_HANDLERS
              + " are allowed");
    }
    List<String> contradictions = policy.contradictions(route.begun(), rest);
    return contradictions.isEmpty()
        ? Strictness.objection(List.of(planned, route.rest()), rest)
        : Optional.of(String.join("; ", contradictions));
  }

  private static long handlers(StageCursor route, Sequence rest) {
    return (long) route.handlersBegun() + Constructs.mostHandlers(rest);
  }

  private static boolean tooMany(StageCursor route, Sequence rest) {
    return handlers(route, rest) > Orchestration.MAX_HANDLERS;
  }

  /**
   * Whether {@code rest} exceeds the limit only together with the handlers begun: the message
   * changes its orchestration again and again.
   */
  static boolean repeatsWithoutEnd(StageCursor route, Sequence rest) {
    return tooMany(route, rest) && Constructs.mostHandlers(rest) <= Orchestration.MAX_HANDLERS;
  }

  static String notation(Sequence rest) {
    return rest.isEmpty() ? "nothing" : Constructs.notation(rest);
  }
}
