package org.dharch.core.execution.stage;

import java.util.Optional;

/**
 * A computation for one message whose time grows with the size of the message. Depends on immutable
 * values only, so it can run once in any thread. Its result returns to the execution as {@link
 * Event.Computed}.
 */
public sealed interface Computation permits StageMerge, BranchJoin, StageChoice {
  /** The cost, as the number of bytes that a merge reads in the same time. */
  long load();

  ComputationResult compute();

  /** Computes if that is quick; empty if {@link #compute} has to be called instead. */
  default Optional<ComputationResult> computeAtOnce() {
    return Optional.of(compute());
  }
}
