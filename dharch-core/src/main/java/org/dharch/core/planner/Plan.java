package org.dharch.core.planner;

import java.util.List;
import org.dharch.core.orchestration.Orchestration;

/**
 * The best staging found for an orchestration, with the reasons. Immutable.
 *
 * @param now the orchestration as it is
 * @param proposed the same handlers in the proposed stages; equal to {@code now} if nothing is
 *     better
 * @param exact whether it is optimal; otherwise a heuristic found it
 * @param relations every pair of handlers in the same row of stages, in document order
 * @param before the prediction for {@code now}
 * @param after the prediction for {@code proposed}
 * @param inContainer the handlers of {@code proposed} that should stay in the container
 * @param times the measured times it is based on
 */
public record Plan(
    Orchestration now,
    Orchestration proposed,
    boolean exact,
    List<Relation> relations,
    Prediction before,
    Prediction after,
    List<InContainer> inContainer,
    Times times) {
  public Plan {
    relations = List.copyOf(relations);
    inContainer = List.copyOf(inContainer);
  }
}
