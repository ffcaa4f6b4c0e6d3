package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Strictness;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Policy;

/** A change of what is left of a message's orchestration: reading one, and whether it may be. */
final class Revision {
  /** What a handler declares to write that declares at all and changes what is left. */
  static final DeclaredPart REST = new DeclaredPart.Property(MessageProperties.REST);

  private Revision() {}

  /** The first of these that wants to change what is left and declares other things only. */
  static Optional<String> undeclared(List<Step> steps) {
    return steps.stream()
        .filter(step -> step.changes().properties().containsKey(MessageProperties.REST))
        .filter(step -> step.entry().access().filter(a -> !a.writes().contains(REST)).isPresent())
        .map(Step::handler)
        .findFirst();
  }

  /**
   * What a handler's result says is left, read.
   *
   * @param rest empty if it cannot be read
   * @param problem why not
   */
  record Parsed(Optional<Sequence> rest, String problem) {}

  /** Reads the rest that a handler's result holds. */
  static Parsed parse(Object text) {
    try {
      return new Parsed(Optional.of(OrchestrationDocument.parseRest(text.toString())), "");
    } catch (DocumentException e) {
      return new Parsed(Optional.empty(), e.getMessage());
    }
  }

  /**
   * Why the message may not go on with {@code rest}; empty if it may.
   *
   * @param planned the message's own orchestration
   */
  static Optional<String> objection(
      Policy policy, Sequence planned, StageCursor route, Sequence rest) {
    if (tooMany(route, rest)) {
      return Optional.of(
          "with it the message would meet "
              + handlers(route, rest)
              + " handlers; "
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
   * Whether {@code rest} is too many for the handlers that the message has been through, and not of
   * itself: it has been changed again and again, and would be for ever.
   */
  static boolean circles(StageCursor route, Sequence rest) {
    return tooMany(route, rest) && Constructs.mostHandlers(rest) <= Orchestration.MAX_HANDLERS;
  }

  static String notation(Sequence rest) {
    return rest.isEmpty() ? "nothing" : Constructs.notation(rest);
  }
}
