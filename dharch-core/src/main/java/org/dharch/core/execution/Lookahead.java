package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dharch.core.orchestration.Direct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.TaskBatchFormat;

/**
 * Decides which of the stages to come are given ahead with one that begins, and to which nodes: as
 * far as the one node goes on with them, or nodes can pass the message on and that pays. Changes
 * nothing.
 *
 * @param environment of the event in hand
 */
record Lookahead(MessageState state, Environment environment) {
  /** What is larger is rather sent by its manager, which has it in any case. */
  private static final int MAX_FORWARDED_BYTES = 4 << 20;

  /** On more nodes than this no stage is that is given ahead. */
  private static final int MOST_BRANCHES = 8;

  /** That much is worth it, or so large a part of the whole: one twentieth. */
  private static final long WORTH_NANOS = 200_000;

  private static final int WORTH_SHARE = 20;

  /**
   * What is given ahead; empty if nothing is.
   *
   * @param first the stage that begins
   * @param begun its steps, all of them sent
   * @param way from there on; is followed
   */
  Optional<SpeculativeRun> from(Stage first, List<Step> begun, StageCursor way) {
    Optional<Stage> next = next(way);
    if (next.isEmpty()) {
      return Optional.empty(); // as behind the last stage
    }
    SpeculativeRun run = new SpeculativeRun(first, begun);
    for (int n = 0; n < TaskBatchFormat.MAX_SPECULATIVE && next.isPresent(); n++) {
      Optional<List<NodeId>> places = places(run.holders(), next.get());
      if (places.isEmpty()) {
        break;
      }
      run.add(next.get(), places.get(), state::burden);
      next = next(way);
    }
    if (run.route().isPresent() && !pays(run)) {
      run.stay();
    }
    return run.isOver() ? Optional.empty() : Optional.of(run);
  }

  /** Empty, too, if it is to be chosen, or where a sequence begins or ends that catches faults. */
  private static Optional<Stage> next(StageCursor way) {
    return way.isAtEdge() ? Optional.empty() : way.nextWithoutChoice();
  }

  /**
   * The nodes of a stage that comes after one on {@code holders}, one for each of its handlers:
   * theirs if there is one that goes on with it, else others; empty if it is not given ahead.
   */
  private Optional<List<NodeId>> places(List<NodeId> holders, Stage next) {
    if (next.first()
        || next.isBranched()
        || !next.handlers().stream().allMatch(HandlerEntry::mayRunSpeculatively)) {
      return Optional.empty();
    }
    NodeId first = holders.get(0);
    boolean stays =
        holders.size() == 1
            && environment.takesSpeculative(first)
            && next.handlers().stream().allMatch(entry -> mayGoOn(first, entry));
    return stays
        ? Optional.of(Collections.nCopies(next.handlers().size(), first))
        : placesBeyond(holders, next);
  }

  private boolean mayGoOn(NodeId node, HandlerEntry entry) {
    return entry.node().filter(name -> !name.equals(node.name())).isEmpty()
        && environment.mayGoOn(node, entry.name(), state.envelope().length);
  }

  private Optional<List<NodeId>> placesBeyond(List<NodeId> holders, Stage next) {
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
          environment.placeSpeculative(entry.name(), entry.node(), bytes, direct == Direct.AUTO);
      if (node.isEmpty()) {
        return Optional.empty();
      }
      nodes.add(node.get());
    }
    long different = nodes.stream().distinct().count();
    boolean many = different > MOST_BRANCHES || (different > 1 && holders.size() > 1);
    return many ? Optional.empty() : Optional.of(nodes);
  }

  /** Whether it pays to have the message passed on so, by what is known of times and ways. */
  private boolean pays(SpeculativeRun run) {
    if (state.orchestration().direct() == Direct.ALWAYS) {
      return true;
    }
    long way = environment.wayNanos();
    long saved = run.waysSaved() * way;
    long takes =
        2 * way * run.stages() + run.longestNanos(entry -> environment.usualNanos(entry.name()));
    return saved >= WORTH_NANOS || saved * WORTH_SHARE > takes;
  }
}
