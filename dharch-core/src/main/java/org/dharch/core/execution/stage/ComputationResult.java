package org.dharch.core.execution.stage;

import org.dharch.core.message.Fault;

/** The result of a {@link Computation}. */
public sealed interface ComputationResult
    permits StageMerge.Result, StageChoice.Result, ComputationResult.Failed {
  /** An internal error. */
  record Failed(Fault fault) implements ComputationResult {}
}
