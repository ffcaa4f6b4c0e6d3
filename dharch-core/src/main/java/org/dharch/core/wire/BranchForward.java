package org.dharch.core.wire;

import java.util.List;
import java.util.Objects;

/**
 * What a node that has a part of a stage passes to the next stage's, which joins the parts ({@link
 * ForwardingRoute}). {@link BranchFormat} maps it to DMFormat and back.
 *
 * @param next what is to begin when all branches are there. Its properties, processed header blocks
 *     and envelope are those with which the stage in hand began, if {@code carries}; else they are
 *     empty, and another branch brings them
 * @param branches the attempts of all handlers of the stage in hand, in the order of the stage
 * @param results those of this node; all performed
 * @param carries whether it brings the message
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
