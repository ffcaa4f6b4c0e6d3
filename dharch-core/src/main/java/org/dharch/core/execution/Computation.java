package org.dharch.core.execution;

import java.util.Optional;

/**
 * Work on one message that takes the longer the larger the message is: a function of what cannot
 * change meanwhile, so that it may be done in any thread, once. What comes of it goes back to the
 * execution as {@link Event.Computed}.
 */
sealed interface Computation permits StageMerging, BranchJoin, StageChoice {
  /** How much it is, in bytes that a merge would read in the same time. */
  long load();

  /** Does it. */
  ComputationResult compute();

  /** Does it if that turns out to be soon done; empty if not: {@link #compute} does. */
  default Optional<ComputationResult> computeAtOnce() {
    return Optional.of(compute());
  }
}
