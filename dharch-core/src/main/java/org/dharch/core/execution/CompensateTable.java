package org.dharch.core.execution;

import static org.dharch.core.execution.StepTable.ON_NODE;
import static org.dharch.core.execution.StepTable.act;
import static org.dharch.core.execution.StepTable.decided;
import static org.dharch.core.execution.StepTable.replied;
import static org.dharch.core.execution.StepTable.then;
import static org.dharch.core.execution.progress.StepState.AWAITING;
import static org.dharch.core.execution.progress.StepState.DECIDING;
import static org.dharch.core.execution.progress.StepState.HELD;
import static org.dharch.core.execution.progress.StepState.NEW;
import static org.dharch.core.execution.progress.StepState.PAUSED;
import static org.dharch.core.execution.progress.StepState.PERFORMED;
import static org.dharch.core.execution.progress.StepState.PLACING;
import static org.dharch.core.execution.progress.StepState.SENT;
import static org.dharch.core.execution.progress.StepState.SKIPPED;

import java.util.Set;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.states.TransitionTable;

/**
 * The transitions of a step that runs a compensator. docs/state-machines.md is generated from it.
 */
final class CompensateTable {

  static final TransitionTable<StepState, StepTrigger, StepTable.Action> TABLE =
      StepTable.build(
          StepTable.failedReplies(
                  StepTable.builder()
                      .in(NEW)
                      .on(StepTrigger.BEGUN, then(StepActions::place), "choose a node", PLACING)
                      .in(PLACING)
                      .on(StepTrigger.PLACED, null, "sent as a new attempt", SENT)
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
                      .on(StepTrigger.TIME, then(StepActions::noReply), "decide NO_REPLY", DECIDING)
                      .on(
                          StepTrigger.NODE_LOST,
                          then(StepActions::nodeLost),
                          "decide NODE_LOST",
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
                      .on(
                          StepTrigger.NODE_REPLACED,
                          then(StepActions::nodeStaysLost),
                          "decide NODE_STAYS_LOST",
                          DECIDING)
                      .in(ON_NODE)
                      .on(
                          StepTrigger.REPLY_PERFORMED,
                          replied(StepActions::compensatorPerformed),
                          "its handler is compensated",
                          PERFORMED)
                      .on(
                          StepTrigger.UNSENT,
                          then(StepActions::unsent),
                          "decide NOT_SENT",
                          DECIDING))
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
              .on(
                  StepTrigger.DEFER,
                  replied((actions, step, result) -> actions.recovery().defer(step, result)),
                  "place again after the compensator's delay",
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
                  StepTrigger.AWAIT_NODE,
                  (actions, step, event) -> actions.recovery().awaitNodeOfCompensator(step, event),
                  "wait for the node; without its journal, until the attempt's time is over",
                  AWAITING)
              .on(StepTrigger.HOLD, act(StepActions::hold), "wait for a node", HELD)
              .on(
                  StepTrigger.SKIP,
                  decided(RecoveryActions::notCompensated),
                  "its handler is not compensated",
                  SKIPPED)
              // ---- for every open step
              .onEach(
                  Set.of(NEW, HELD, PAUSED),
                  StepTrigger.RESUMED_STATEFUL,
                  decided(RecoveryActions::atOnceAfterRestart),
                  "place again",
                  PAUSED)
              .onEach(
                  ON_NODE,
                  StepTrigger.RESUMED_STATEFUL,
                  (actions, step, event) -> actions.recovery().awaitNodeOfCompensator(step, event),
                  "ask again when the node is there; as AWAIT_NODE",
                  AWAITING)
              .onEach(
                  Set.of(NEW, PLACING, DECIDING, HELD, PAUSED, SENT, AWAITING),
                  StepTrigger.SUPERSEDED,
                  act(StepActions::supersedeCompensator),
                  "its handler is not compensated",
                  SKIPPED)
              .onEach(
                  Set.of(HELD, SENT, PAUSED),
                  StepTrigger.LEFT_BEHIND,
                  act(StepActions::leaveBehind),
                  "take it off its node",
                  SKIPPED)
              .in(PERFORMED)
              .on(StepTrigger.LEFT_BEHIND, null, "the message continues", SKIPPED));

  private CompensateTable() {}
}
