package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/**
 * What of a message's next stages nodes were given ahead, from when a stage begins until its nodes
 * have gone on, or something came between. One of an {@link Execution}; not safe for several
 * threads.
 */
final class SpeculativeStages {
  private final MessageState state;
  private final Steps steps;
  private final Attempts attempts;

  /** Null if no node was given any. */
  private SpeculativeRun run;

  SpeculativeStages(MessageState state, Steps steps, Attempts attempts) {
    this.state = state;
    this.steps = steps;
    this.attempts = attempts;
  }

  private Environment environment() {
    return attempts.environment();
  }

  /** A result of the stage in hand, or of what is ahead, which is kept until that begins. */
  void replied(Event.Result e) {
    if (run == null) {
      attempts.replied(e.from(), e.incarnation(), e.result());
    } else if (!run.takes(e.from(), e.incarnation(), e.result())) {
      attempts.busySince(run.busySince());
      attempts.replied(e.from(), e.incarnation(), e.result());
    } else if (run.wasNotForwarded(e.from(), e.result())) {
      environment().forwardLost(e.from());
    }
  }

  /** Drops it after what may have kept a node from going on. */
  void dropAfter(Event event) {
    if (run == null) {
      return;
    }
    boolean disturbed =
        event instanceof Event.Reconnected
            || event instanceof Event.NodeJoined
            || (event instanceof Event.Unsent unsent && run.hangsOn(unsent.to()))
            || (event instanceof Event.NodeLost lost && run.hangsOn(lost.node()));
    if (disturbed) {
      drop();
    }
  }

  /** What is ahead is placed when its stage begins, as if nothing had been given ahead. */
  void drop() {
    if (run != null) {
      attempts.dispatch().forget(run);
      run = null;
    }
  }

  /** Whether what nodes do ahead is {@code next}, on the message as it is now. */
  boolean isFor(Stage next) {
    return run != null && run.holdsFor(next, steps, state::fingerprint, environment()::alive);
  }

  /** The stage that begins was given to its nodes before, and may be over there. */
  void goOn(int stage, List<Step> begun) {
    SpeculativeRun now = run;
    List<NodeId> forwarders = now.begun();
    if (!forwarders.isEmpty()) {
      environment().count(Counter.STAGES_FORWARDED);
      state.note("stage " + (stage + 1) + " was passed on by " + shown(forwarders));
    }
    attempts.busySince(now.busySince());
    for (Step step : begun) {
      SpeculativeRun.PrefetchedTask task = now.task(step.index());
      Optional<HandlerResult> early = now.early(step.index());
      attempts.take(
          step,
          new StepEvent.BegunSpeculatively(
              task.node(),
              now.incarnation(),
              early,
              forwarders.stream().findFirst(),
              task.burden()));
      early.ifPresent(result -> attempts.take(step, new StepEvent.Replied(result)));
    }
    if (now.isOver()) {
      run = null;
    }
  }

  private static String shown(List<NodeId> nodes) {
    return nodes.stream().map(NodeId::toString).collect(Collectors.joining(", "));
  }

  /**
   * Gives the nodes that have a stage what comes next, as far as that can be done ahead.
   *
   * @param way from the stage on; is followed
   */
  void give(Stage first, List<Step> begun, StageCursor way) {
    if (attempts.dispatch().maySpeculate(begun)) {
      new Lookahead(state, environment()).from(first, begun, way).ifPresent(this::give);
    }
  }

  private void give(SpeculativeRun prefetched) {
    prefetched.lend(steps);
    run = prefetched;
    attempts.dispatch().sendSpeculative(prefetched);
  }
}
