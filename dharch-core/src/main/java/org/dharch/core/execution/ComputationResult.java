package org.dharch.core.execution;

import org.dharch.core.message.Fault;

/** What came of a {@link Computation}. */
sealed interface ComputationResult
    permits StageMerging.Result, StageChoice.Result, ComputationResult.Broke {
  /** Nothing: an internal error. */
  record Broke(Fault fault) implements ComputationResult {}
}
