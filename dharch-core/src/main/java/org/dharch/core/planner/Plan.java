package org.dharch.core.planner;

import java.util.List;
import org.dharch.core.orchestration.Orchestration;

/**
 * The best staging that was found for an orchestration, and why. Immutable.
 *
 * @param now the orchestration as it is
 * @param proposed the same handlers in the proposed stages; equal to {@code now} if nothing is
 *     better
 * @param exact whether nothing better can be; otherwise a heuristic found it
 * @param relations every pair of handlers that stand in the same row of stages, in document order
 * @param before what is predicted of {@code now}
 * @param after what is predicted of {@code proposed}
 * @param inContainer what of {@code proposed} is better left in the container
 * @param times what it was made of
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
