package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.OrchestrationDocument;
import org.dharch.core.orchestration.Policy;
import org.dharch.core.orchestration.Sequence;

/** A change of what is left of a message's orchestration: reading one, and whether it may be. */
final class Revision {
  private Revision() {}

  /** The rest that a handler's result holds; if it is none, {@code problem} is told why. */
  static Optional<Sequence> parse(Object text, Consumer<String> problem) {
    try {
      return Optional.of(OrchestrationDocument.parseRest(text.toString()));
    } catch (DocumentException e) {
      problem.accept(e.getMessage());
      return Optional.empty();
    }
  }

  /** Why the message may not go on with {@code rest}; empty if it may. */
  static Optional<String> objection(Policy policy, StageCursor route, Sequence rest) {
    long handlers = (long) route.handlersBegun() + Constructs.mostHandlers(rest);
    if (handlers > Orchestration.MAX_HANDLERS) {
      return Optional.of(
          "with it the message would meet "
              + handlers
              + " handlers; "
              + Orchestration.MAX_HANDLERS
              + " are allowed");
    }
    List<String> contradictions = policy.contradictions(route.begun(), rest);
    return contradictions.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", contradictions));
  }

  static String notation(Sequence rest) {
    return rest.isEmpty() ? "nothing" : Constructs.notation(rest);
  }
}
