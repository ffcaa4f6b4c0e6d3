package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/**
 * The speculative stages of one message, from the begin of a stage until its nodes have continued
 * or an event prevents that. Not safe for several threads.
 */
final class SpeculativeStages {
  private final MessageState state;
  private final Steps steps;
  private final Attempts attempts;

  /** Null if no stage is prefetched. */
  private SpeculativeRun run;

  SpeculativeStages(MessageState state, Steps steps, Attempts attempts) {
    this.state = state;
    this.steps = steps;
    this.attempts = attempts;
  }

  private Environment environment() {
    return attempts.environment();
  }

  /** Takes a result of the current stage, or keeps one of a prefetched stage. */
  void replied(Event.Result e) {
    if (run == null) {
      attempts.replied(e.from(), e.incarnation(), e.result());
    } else if (!run.keep(e.from(), e.incarnation(), e.result())) {
      attempts.busySince(run.busySince());
      attempts.replied(e.from(), e.incarnation(), e.result());
    } else if (run.wasNotForwarded(e.from(), e.result())) {
      environment().forwardLost(e.from());
    }
  }

  /** Drops the prefetched stages after an event that may prevent them. */
  void dropAfter(Event event) {
    if (run == null) {
      return;
    }
    boolean disturbed =
        event instanceof Event.Reconnected
            || event instanceof Event.NodeJoined
            || (event instanceof Event.Unsent unsent && run.dependsOn(unsent.to()))
            || (event instanceof Event.NodeLost lost && run.dependsOn(lost.node()));
    if (disturbed) {
      drop();
    }
  }

  /** Drops the prefetched stages: their steps are placed when the stages begin. */
  void drop() {
    if (run != null) {
      attempts.dispatch().forget(run);
      run = null;
    }
  }

  /** Whether {@code next} was prefetched, with the message as it is now. */
  boolean hasPrefetched(Stage next) {
    return run != null && run.countsFor(next, steps, state::fingerprint, environment()::alive);
  }

  /** Begins a prefetched stage; its nodes may have ended it. */
  void begin(int stage, List<Step> begun) {
    SpeculativeRun now = run;
    List<NodeId> forwarders = now.begun();
    if (!forwarders.isEmpty()) {
      environment().count(Counter.STAGES_FORWARDED);
      state.note("stage " + (stage + 1) + " was forwarded by " + names(forwarders));
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

  private static String names(List<NodeId> nodes) {
    return nodes.stream().map(NodeId::toString).collect(Collectors.joining(", "));
  }

  /**
   * Prefetches the stages after {@code first}, as far as possible.
   *
   * @param cursor the cursor after the stage; advanced by this method
   */
  void prefetch(Stage first, List<Step> begun, StageCursor cursor) {
    if (attempts.dispatch().maySpeculate(begun)) {
      new Lookahead(state, environment()).from(first, begun, cursor).ifPresent(this::prefetch);
    }
  }

  private void prefetch(SpeculativeRun prefetched) {
    prefetched.reserveAttempts(steps);
    run = prefetched;
    attempts.dispatch().sendSpeculative(prefetched);
  }
}
