package org.dharch.core.execution;

import static org.dharch.core.execution.Step.State.AWAITING;
import static org.dharch.core.execution.Step.State.COMPENSATING;
import static org.dharch.core.execution.Step.State.FAILED;
import static org.dharch.core.execution.Step.State.FIRED;
import static org.dharch.core.execution.Step.State.HELD;
import static org.dharch.core.execution.Step.State.NEW;
import static org.dharch.core.execution.Step.State.PAUSED;
import static org.dharch.core.execution.Step.State.PERFORMED;
import static org.dharch.core.execution.Step.State.SENT;
import static org.dharch.core.execution.Step.State.SKIPPED;
import static org.dharch.core.execution.StepTrigger.BEGUN;
import static org.dharch.core.execution.StepTrigger.BEGUN_SPECULATIVELY;
import static org.dharch.core.execution.StepTrigger.CAPACITY_FREED;
import static org.dharch.core.execution.StepTrigger.COMPENSATED;
import static org.dharch.core.execution.StepTrigger.CONFLICT;
import static org.dharch.core.execution.StepTrigger.LEFT_BEHIND;
import static org.dharch.core.execution.StepTrigger.NODE_BACK;
import static org.dharch.core.execution.StepTrigger.NODE_LOST;
import static org.dharch.core.execution.StepTrigger.NOT_COMPENSATED;
import static org.dharch.core.execution.StepTrigger.RECONNECTED;
import static org.dharch.core.execution.StepTrigger.REPLY_ASTRAY;
import static org.dharch.core.execution.StepTrigger.REPLY_DEFERRED;
import static org.dharch.core.execution.StepTrigger.REPLY_FAILED;
import static org.dharch.core.execution.StepTrigger.REPLY_NOT_STARTED;
import static org.dharch.core.execution.StepTrigger.REPLY_PERFORMED;
import static org.dharch.core.execution.StepTrigger.REPLY_REFUSED;
import static org.dharch.core.execution.StepTrigger.REPLY_TIMED_OUT;
import static org.dharch.core.execution.StepTrigger.REPLY_UNKNOWN;
import static org.dharch.core.execution.StepTrigger.RESUMED;
import static org.dharch.core.execution.StepTrigger.SUPERSEDED;
import static org.dharch.core.execution.StepTrigger.TIME;
import static org.dharch.core.execution.StepTrigger.UNFIT;
import static org.dharch.core.execution.StepTrigger.UNSENT;

import java.util.Set;
import java.util.function.BiConsumer;
import org.dharch.core.execution.Step.State;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;

/**
 * The life of a step: every transition there is. {@link Attempts} has the actions, and asks this
 * table which one it is. docs/state-machines.md is made of it.
 */
final class StepTable {

  /** What is done about an event; the step's state is one of the row's afterwards. */
  @FunctionalInterface
  interface Action {
    void take(Attempts attempts, Step step, StepEvent event);
  }

  @FunctionalInterface
  private interface With<P> {
    void take(Attempts attempts, Step step, P payload);
  }

  private static final String AGAIN =
      "tried again after a pause if its retries and atomicity allow (quasi-atomic: once its "
          + "compensator ran), else exhausted";
  private static final String ELSEWHERE = "to another node at once; after a pause if none is there";

  static final TransitionTable<State, StepTrigger, Action> TABLE =
      new TransitionTable.Builder<State, StepTrigger, Action>(State.class, StepTrigger.class)
          .in(NEW)
          .on(
              BEGUN,
              bare(Attempts::place),
              "placed on a node (oneway: fired), or held until one has room; exhausted if no node"
                  + " serves it; a compensator, and what a durable one-way message must have, held",
              Set.of(SENT, HELD, FIRED, SKIPPED, FAILED))
          .on(
              BEGUN_SPECULATIVELY,
              (attempts, step, event) -> attempts.goOn(step, (StepEvent.BegunSpeculatively) event),
              "its node has it already, or has ended it",
              Set.of(SENT))
          .on(SUPERSEDED, bare(Attempts::supersede), "given up", Set.of(SKIPPED))
          .on(RESUMED, bare(Attempts::resumed), "placed", Set.of(PAUSED, SKIPPED))
          .in(HELD)
          .on(
              CAPACITY_FREED,
              bare(Attempts::place),
              "placed, if there is room; exhausted if no node serves it",
              Set.of(SENT, HELD, SKIPPED, FAILED))
          .on(TIME, bare(Attempts::noCapacity), "exhausted", Set.of(SKIPPED, FAILED))
          .on(SUPERSEDED, bare(Attempts::supersede), "given up", Set.of(SKIPPED))
          .on(RESUMED, bare(Attempts::resumed), "placed", Set.of(PAUSED, SKIPPED))
          .in(Set.of(SENT, AWAITING)) // what its node says counts, however late
          .on(
              REPLY_PERFORMED,
              replied(Attempts::performed),
              "its changes are kept",
              Set.of(PERFORMED))
          .on(
              REPLY_DEFERRED,
              replied(Attempts::deferred),
              "placed anew at the time that it says, and no retry is spent; exhausted if the "
                  + "message is compensated",
              Set.of(PAUSED, SKIPPED, FAILED))
          .on(
              REPLY_FAILED,
              replied(Attempts::onException),
              AGAIN,
              Set.of(PAUSED, COMPENSATING, SKIPPED, FAILED))
          .on(
              REPLY_UNKNOWN,
              replied(Attempts::onUnknownOutcome),
              AGAIN,
              Set.of(PAUSED, COMPENSATING, SKIPPED, FAILED))
          .on(
              REPLY_TIMED_OUT,
              replied(Attempts::timedOut),
              AGAIN,
              Set.of(PAUSED, COMPENSATING, SKIPPED, FAILED))
          .on(
              REPLY_NOT_STARTED,
              replied(Attempts::notStarted),
              ELSEWHERE,
              Set.of(SENT, HELD, PAUSED, SKIPPED, FAILED))
          .on(
              REPLY_REFUSED,
              replied(Attempts::refused),
              ELSEWHERE,
              Set.of(SENT, HELD, PAUSED, SKIPPED, FAILED))
          .on(
              REPLY_ASTRAY,
              bare(Attempts::onStaleReply),
              "placed anew",
              Set.of(PAUSED, SKIPPED, FAILED))
          .in(SENT)
          .on(
              TIME,
              bare(Attempts::noReply),
              "passed on to its node: sent by its manager, once; stateful: its node is asked again,"
                  + " a few times; then, and others: "
                  + AGAIN
                  + "; a compensator waits for it",
              Set.of(SENT, PAUSED, AWAITING, COMPENSATING, SKIPPED, FAILED))
          .on(
              NODE_LOST,
              bare(Attempts::nodeLost),
              "stateless: " + ELSEWHERE + "; stateful: waits for its node, which may remember",
              Set.of(SENT, HELD, PAUSED, AWAITING, SKIPPED, FAILED))
          .on(
              UNSENT,
              bare(Attempts::onSendRejected),
              "tried again in a moment; exhausted if the message is compensated",
              Set.of(SENT, PAUSED, SKIPPED, FAILED))
          .on(RECONNECTED, bare(Attempts::resend), "the same attempt is sent again", Set.of(SENT))
          .on(
              SUPERSEDED,
              bare(Attempts::supersede),
              "taken off its node, given up",
              Set.of(SKIPPED))
          .on(
              RESUMED,
              bare(Attempts::resumed),
              "stateful: asked for again as soon as its node is there; stateless: placed; not told",
              Set.of(AWAITING, PAUSED, SKIPPED))
          .in(PAUSED)
          .on(
              TIME,
              bare(Attempts::place),
              "placed (oneway: fired), or held; exhausted if no node serves it",
              Set.of(SENT, HELD, FIRED, SKIPPED, FAILED))
          .on(SUPERSEDED, bare(Attempts::supersede), "given up", Set.of(SKIPPED))
          .on(RESUMED, bare(Attempts::resumed), "placed", Set.of(PAUSED, SKIPPED))
          .in(AWAITING)
          .on(
              UNSENT,
              bare(Attempts::onNotSent),
              "if no attempt was taken: tried again in a moment, or exhausted, as above",
              Set.of(AWAITING, PAUSED, SKIPPED, FAILED))
          .on(
              NODE_BACK,
              node(Attempts::nodeBack),
              "asked for the same attempt, if it has the same execution journal; else it waits on,"
                  + " a compensator: as at its time",
              Set.of(SENT, AWAITING, SKIPPED))
          .on(
              TIME,
              bare(Attempts::nodeStaysLost),
              "quasi-atomic: compensated and tried again; else exhausted",
              Set.of(COMPENSATING, SKIPPED, FAILED))
          .on(SUPERSEDED, bare(Attempts::supersede), "given up", Set.of(SKIPPED))
          .on(
              RESUMED,
              bare(Attempts::resumed),
              "asked for again as soon as its node is there",
              Set.of(AWAITING, SKIPPED))
          .in(COMPENSATING)
          .on(
              COMPENSATED,
              bare(Attempts::againOrExhausted),
              "tried again after a pause, or exhausted",
              Set.of(PAUSED, SKIPPED, FAILED))
          .on(NOT_COMPENSATED, bare(Attempts::exhausted), "exhausted", Set.of(SKIPPED, FAILED))
          .on(SUPERSEDED, bare(Attempts::supersede), "given up", Set.of(SKIPPED))
          .in(PERFORMED)
          .on(
              UNFIT,
              unmerged(Attempts::unfit),
              "its changes are dropped; " + AGAIN,
              Set.of(PAUSED, COMPENSATING, SKIPPED, FAILED))
          .on(
              CONFLICT,
              unmerged(Attempts::conflict),
              "its changes are dropped; exhausted, once its compensator ran if the message goes on "
                  + "without it",
              Set.of(COMPENSATING, SKIPPED, FAILED))
          .onEach(
              Set.of(HELD, SENT, PAUSED),
              LEFT_BEHIND,
              bare(Attempts::leftBehind),
              "taken off its node, given up",
              Set.of(SKIPPED))
          .onEach(
              Set.of(PERFORMED, FAILED),
              LEFT_BEHIND,
              bare(Attempts::leftBehind),
              "its changes are dropped; the message goes on without it",
              Set.of(SKIPPED))
          .in(FIRED)
          .on(UNSENT, bare(Attempts::notFired), "counted as skipped", Set.of(FIRED))
          .elsewhere(
              bare(Attempts::ignoreReply),
              "late or doubled: counted, and nothing else",
              Set.of(
                  REPLY_PERFORMED,
                  REPLY_DEFERRED,
                  REPLY_FAILED,
                  REPLY_UNKNOWN,
                  REPLY_TIMED_OUT,
                  REPLY_NOT_STARTED,
                  REPLY_REFUSED,
                  REPLY_ASTRAY))
          .elsewhere(
              null,
              "does not concern it",
              Set.of(
                  CAPACITY_FREED,
                  TIME,
                  NODE_LOST,
                  NODE_BACK,
                  UNSENT,
                  RECONNECTED,
                  COMPENSATED,
                  NOT_COMPENSATED,
                  RESUMED,
                  SUPERSEDED,
                  LEFT_BEHIND))
          .neverElsewhere("a step begins once", Set.of(BEGUN, BEGUN_SPECULATIVELY))
          .neverElsewhere("only what has performed is merged", Set.of(UNFIT, CONFLICT))
          .build();

  private StepTable() {}

  private static Action bare(BiConsumer<Attempts, Step> action) {
    return (attempts, step, event) -> action.accept(attempts, step);
  }

  private static Action replied(With<HandlerResult> action) {
    return (attempts, step, event) ->
        action.take(attempts, step, ((StepEvent.Replied) event).result());
  }

  private static Action node(With<NodeId> action) {
    return (attempts, step, event) ->
        action.take(attempts, step, ((StepEvent.NodeBack) event).node());
  }

  private static Action unmerged(With<String> action) {
    return (attempts, step, event) ->
        action.take(attempts, step, ((StepEvent.Unmerged) event).reason());
  }
}
