package org.dharch.core.execution;

import static org.dharch.core.execution.StepTable.ON_NODE;
import static org.dharch.core.execution.StepTable.act;
import static org.dharch.core.execution.StepTable.decided;
import static org.dharch.core.execution.StepTable.replied;
import static org.dharch.core.execution.StepTable.then;
import static org.dharch.core.execution.StepTable.unmerged;
import static org.dharch.core.execution.progress.StepState.AWAITING;
import static org.dharch.core.execution.progress.StepState.COMPENSATING;
import static org.dharch.core.execution.progress.StepState.DECIDING;
import static org.dharch.core.execution.progress.StepState.FAILED;
import static org.dharch.core.execution.progress.StepState.FIRED;
import static org.dharch.core.execution.progress.StepState.HELD;
import static org.dharch.core.execution.progress.StepState.NEW;
import static org.dharch.core.execution.progress.StepState.PAUSED;
import static org.dharch.core.execution.progress.StepState.PERFORMED;
import static org.dharch.core.execution.progress.StepState.PLACING;
import static org.dharch.core.execution.progress.StepState.SENT;
import static org.dharch.core.execution.progress.StepState.SKIPPED;

import java.util.Set;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.recovery.AttemptEnd;
import org.dharch.core.states.TransitionTable;

/**
 * The transitions of a step that performs a handler. docs/state-machines.md is generated from it.
 */
final class PerformTable {
  private static final Set<StepState> WAITING = Set.of(NEW, HELD, PAUSED);

  static final TransitionTable<StepState, StepTrigger, StepTable.Action> TABLE =
      StepTable.build(
          StepTable.failedReplies(
                  StepTable.builder()
                      .in(NEW)
                      .on(StepTrigger.BEGUN, then(StepActions::place), "choose a node", PLACING)
                      .on(
                          StepTrigger.BEGUN_SPECULATIVELY,
                          (actions, step, event) ->
                              actions.continueSpeculative(
                                  step, (StepEvent.BegunSpeculatively) event),
                          "the node has the step already",
                          SENT)
                      .in(PLACING)
                      .on(StepTrigger.PLACED, null, "sent as a new attempt", SENT)
                      .on(StepTrigger.PLACED_ONEWAY, null, "sent; the stage does not wait", FIRED)
                      .on(
                          StepTrigger.NO_CAPACITY,
                          act(StepActions::hold),
                          "wait for capacity, at most timeToStart",
                          HELD)
                      .on(
                          StepTrigger.NO_TIME,
                          then(StepActions::noTime),
                          "decide NO_TIME",
                          DECIDING)
                      .on(
                          StepTrigger.OVER_BUDGET,
                          decided(RecoveryActions::awaitBudget),
                          "ask the retry budget again after 1.28 s",
                          PAUSED)
                      .on(StepTrigger.EXPIRED, null, "wait for TIME_UP of the message", PAUSED)
                      .on(
                          StepTrigger.NOT_SERVED,
                          then(StepActions::notServed),
                          "decide NOT_SERVED",
                          DECIDING)
                      .on(
                          StepTrigger.NO_OTHER_NODE,
                          decided(RecoveryActions::pauseShortly),
                          "try the same node again after 20 ms",
                          PAUSED)
                      .in(HELD)
                      .on(
                          StepTrigger.CAPACITY_FREED,
                          then(StepActions::place),
                          "choose a node",
                          PLACING)
                      .on(
                          StepTrigger.TIME,
                          then(StepActions::noCapacity),
                          "decide NO_CAPACITY",
                          DECIDING)
                      .in(PAUSED)
                      .on(StepTrigger.TIME, then(StepActions::placeAgain), "choose a node", PLACING)
                      .in(SENT)
                      .on(
                          StepTrigger.TIME,
                          then(StepActions::noReply),
                          "decide NO_REPLY, or FORWARD_MISSING",
                          DECIDING)
                      .on(
                          StepTrigger.NODE_LOST,
                          then(StepActions::nodeLost),
                          "decide NODE_LOST",
                          DECIDING)
                      .on(
                          StepTrigger.RESEND_UNSENT,
                          then(StepActions::resendUnsent),
                          "decide RESEND_NOT_SENT",
                          DECIDING)
                      .on(
                          StepTrigger.RECONNECTED,
                          act(StepActions::resend),
                          "send the same attempt again",
                          SENT)
                      .in(AWAITING)
                      .on(
                          StepTrigger.TIME,
                          then(StepActions::nodeStaysLost),
                          "decide NODE_STAYS_LOST",
                          DECIDING)
                      .on(
                          StepTrigger.NODE_BACK,
                          (actions, step, event) -> actions.nodeBack(step, event),
                          "ask for the same attempt",
                          SENT)
                      .ignored(
                          StepTrigger.NODE_REPLACED,
                          "the handler may still run on the lost node, until the attempt's time is"
                              + " over")
                      .in(ON_NODE)
                      .on(
                          StepTrigger.REPLY_PERFORMED,
                          replied(StepActions::performed),
                          "keep the changes for the merge",
                          PERFORMED)
                      .on(
                          StepTrigger.UNSENT,
                          then(StepActions::unsent),
                          "decide NOT_SENT",
                          DECIDING))
              .in(COMPENSATING)
              .on(
                  StepTrigger.COMPENSATED,
                  (actions, step, event) ->
                      actions.recovery().decide(step, AttemptEnd.COMPENSATED, null),
                  "decide COMPENSATED",
                  DECIDING)
              .on(
                  StepTrigger.NOT_COMPENSATED,
                  (actions, step, event) ->
                      actions.recovery().decide(step, AttemptEnd.NOT_COMPENSATED, null),
                  "decide NOT_COMPENSATED",
                  DECIDING)
              .in(PERFORMED)
              .on(
                  StepTrigger.UNFIT,
                  unmerged(StepActions::unfit),
                  "drop the changes; decide UNFIT",
                  DECIDING)
              .on(
                  StepTrigger.CONFLICT,
                  unmerged(StepActions::conflict),
                  "drop the changes; decide CONFLICT",
                  DECIDING)
              .in(DECIDING)
              .on(
                  StepTrigger.RETRY,
                  decided(RecoveryActions::retry),
                  "try again after the back-off",
                  PAUSED)
              .on(
                  StepTrigger.SOON,
                  decided(RecoveryActions::pauseShortly),
                  "try again after 20 ms",
                  PAUSED)
              .on(StepTrigger.AT_ONCE, decided(RecoveryActions::atOnce), "place again", PAUSED)
              .on(
                  StepTrigger.DEFER,
                  replied((actions, step, result) -> actions.recovery().defer(step, result)),
                  "place again after the handler's delay",
                  PAUSED)
              .on(
                  StepTrigger.BACK_OFF,
                  decided(RecoveryActions::backOff),
                  "try again after a growing pause",
                  PAUSED)
              .on(
                  StepTrigger.ELSEWHERE,
                  (actions, step, event) -> actions.recovery().elsewhere(step, event),
                  "choose another node",
                  PLACING)
              .on(
                  StepTrigger.ASK_AGAIN,
                  decided(RecoveryActions::askAgain),
                  "ask the same node for the same attempt",
                  SENT)
              .on(
                  StepTrigger.FORWARD_MISSING,
                  decided(RecoveryActions::sendForwarded),
                  "the manager sends the attempt itself, once",
                  SENT)
              .on(StepTrigger.WAIT, null, "keep waiting for the reply", SENT)
              .on(
                  StepTrigger.AWAIT_NODE,
                  (actions, step, event) -> actions.recovery().awaitNode(step, event),
                  "wait for the node until the attempt's time is over",
                  AWAITING)
              .on(StepTrigger.HOLD, act(StepActions::hold), "wait for a node", HELD)
              .on(
                  StepTrigger.COMPENSATE,
                  decided(RecoveryActions::compensate),
                  "run the compensator",
                  COMPENSATING)
              .on(
                  StepTrigger.DISCARD,
                  decided(RecoveryActions::discard),
                  "run the compensator; no retry",
                  COMPENSATING)
              .on(StepTrigger.FAIL, null, "the message halts", FAILED)
              .on(
                  StepTrigger.SKIP,
                  decided(RecoveryActions::skip),
                  "the message continues without it",
                  SKIPPED)
              .in(FIRED)
              .on(StepTrigger.UNSENT, act(StepActions::onewayUnsent), "counted as skipped", FIRED)
              // ---- for every open step
              .onEach(
                  WAITING,
                  StepTrigger.RESUMED,
                  decided(RecoveryActions::atOnceAfterRestart),
                  "place again",
                  PAUSED)
              .onEach(
                  WAITING,
                  StepTrigger.RESUMED_STATEFUL,
                  decided(RecoveryActions::atOnceAfterRestart),
                  "place again",
                  PAUSED)
              .onEach(
                  ON_NODE,
                  StepTrigger.RESUMED,
                  decided(RecoveryActions::atOnceAfterRestart),
                  "place again",
                  PAUSED)
              .onEach(
                  ON_NODE,
                  StepTrigger.RESUMED_STATEFUL,
                  decided(RecoveryActions::awaitNodeAfterRestart),
                  "ask again when the node is there",
                  AWAITING)
              .onEach(
                  Set.of(NEW, PLACING, DECIDING, HELD, PAUSED, SENT, AWAITING, COMPENSATING),
                  StepTrigger.SUPERSEDED,
                  act(StepActions::supersede),
                  "take it off its node",
                  SKIPPED)
              .onEach(
                  Set.of(HELD, SENT, PAUSED),
                  StepTrigger.LEFT_BEHIND,
                  act(StepActions::leaveBehind),
                  "take it off its node",
                  SKIPPED)
              .onEach(
                  Set.of(PERFORMED, FAILED),
                  StepTrigger.LEFT_BEHIND,
                  act(StepActions::leaveBehind),
                  "drop the changes",
                  SKIPPED));

  private PerformTable() {}
}
