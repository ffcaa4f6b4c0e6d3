package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.PlacementRequest;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * Chooses the stages that nodes get in advance with a stage that begins, and their nodes: stages
 * that the same node continues with, or to which forwarding pays. Changes nothing.
 *
 * @param environment of the current event
 */
record Lookahead(MessageState state, Environment environment) {
  /** Larger messages are sent by their manager, which has them in any case. */
  private static final int MAX_FORWARDED_BYTES = 4 << 20;

  /** The most nodes of a prefetched stage. */
  private static final int MAX_NODES = 8;

  /** Forwarding pays if it saves this much, or one twentieth of the whole time. */
  private static final long WORTH_NANOS = 200_000;

  private static final int WORTH_FRACTION = 20;

  /**
   * The stages to prefetch; empty if there are none.
   *
   * @param first the stage that begins
   * @param begun its steps, all of them sent
   * @param cursor the cursor after the stage; advanced by this method
   */
  Optional<SpeculativeRun> from(Stage first, List<Step> begun, StageCursor cursor) {
    Optional<Stage> next = next(cursor);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    SpeculativeRun run = new SpeculativeRun(first, begun);
    for (int n = 0; n < TaskBatchFormat.MAX_SPECULATIVE && next.isPresent(); n++) {
      Optional<List<NodeId>> nodes = nodes(run.holders(), next.get());
      if (nodes.isEmpty()) {
        break;
      }
      run.add(next.get(), nodes.get(), state::burden);
      next = next(cursor);
    }
    if (run.route().isPresent() && !pays(run)) {
      run.keepOnNode();
    }
    return run.isOver() ? Optional.empty() : Optional.of(run);
  }

  /**
   * The next stage; empty if it has to be chosen, or if a sequence that catches faults begins or
   * ends.
   */
  private static Optional<Stage> next(StageCursor cursor) {
    return cursor.isAtEdge() ? Optional.empty() : cursor.nextWithoutChoice();
  }

  /**
   * The node of each handler of a stage: the node of the previous stage if it can continue,
   * otherwise others; empty if the stage is not prefetched.
   *
   * @param holders the nodes of the previous stage
   */
  private Optional<List<NodeId>> nodes(List<NodeId> holders, Stage next) {
    if (next.first()
        || next.isBranched()
        || !next.handlers().stream().allMatch(HandlerEntry::mayRunSpeculatively)) {
      return Optional.empty();
    }
    NodeId first = holders.get(0);
    boolean stays =
        holders.size() == 1
            && environment.acceptsSpeculative(first)
            && next.handlers().stream().allMatch(entry -> mayContinue(first, entry));
    return stays
        ? Optional.of(Collections.nCopies(next.handlers().size(), first))
        : forwardingNodes(holders, next);
  }

  private boolean mayContinue(NodeId node, HandlerEntry entry) {
    return entry.node().filter(name -> !name.equals(node.name())).isEmpty()
        && environment.mayContinue(node, entry.name(), state.envelope().length);
  }

  private Optional<List<NodeId>> forwardingNodes(List<NodeId> holders, Stage next) {
    Direct direct = state.orchestration().direct();
    int bytes = state.envelope().length;
    if (direct == Direct.NEVER
        || bytes > MAX_FORWARDED_BYTES
        || !holders.stream().allMatch(environment::canForward)) {
      return Optional.empty();
    }
    List<NodeId> nodes = new ArrayList<>(next.handlers().size());
    for (HandlerEntry entry : next.handlers()) {
      Optional<NodeId> node =
          environment.placeSpeculative(
              new PlacementRequest(entry.name(), entry.node(), Optional.empty(), bytes),
              direct == Direct.AUTO);
      if (node.isEmpty()) {
        return Optional.empty();
      }
      nodes.add(node.get());
    }
    long different = nodes.stream().distinct().count();
    boolean many = different > MAX_NODES || (different > 1 && holders.size() > 1);
    return many ? Optional.empty() : Optional.of(nodes);
  }

  /** Whether forwarding pays, by the known run times and latencies. */
  private boolean pays(SpeculativeRun run) {
    if (state.orchestration().direct() == Direct.ALWAYS) {
      return true;
    }
    long latency = environment.latencyNanos();
    long saved = run.hopsSaved() * latency;
    long takes =
        2 * latency * run.stages()
            + run.longestNanos(entry -> environment.usualNanos(entry.name()));
    return saved >= WORTH_NANOS || saved * WORTH_FRACTION > takes;
  }
}
