package org.dharch.core.wire;

import java.util.List;
import java.util.Objects;

/**
 * The results of one node for a stage that several nodes share, sent to the node of the next stage,
 * which joins them ({@link ForwardingRoute}). {@link BranchFormat} maps it to DMFormat and back.
 *
 * @param next the batch to start when all branches have arrived. If {@code carries}, its
 *     properties, processed header blocks and envelope are those at the start of the current stage;
 *     otherwise they are empty, and another branch carries them
 * @param branches the attempts of all handlers of the current stage, in the order of the stage
 * @param results those of this node; all performed
 * @param carries whether it carries the message
 */
public record BranchForward(
    TaskBatch next,
    List<ForwardingRoute.Branch> branches,
    List<HandlerResult> results,
    boolean carries) {
  public BranchForward {
    Objects.requireNonNull(next, "next");
    branches = List.copyOf(branches);
    results = List.copyOf(results);
  }
}
