package org.dharch.core.execution;

import static org.dharch.core.execution.StepTable.act;
import static org.dharch.core.execution.StepTable.decided;
import static org.dharch.core.execution.StepTable.replied;
import static org.dharch.core.execution.StepTable.then;
import static org.dharch.core.execution.progress.StepState.DECIDING;
import static org.dharch.core.execution.progress.StepState.NEW;
import static org.dharch.core.execution.progress.StepState.PAUSED;
import static org.dharch.core.execution.progress.StepState.PERFORMED;
import static org.dharch.core.execution.progress.StepState.PLACING;
import static org.dharch.core.execution.progress.StepState.SENT;
import static org.dharch.core.execution.progress.StepState.SKIPPED;

import java.util.Set;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.states.TransitionTable;

/** The transitions of a completion callback. docs/state-machines.md is generated from it. */
final class NotifyTable {

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
                      .on(
                          StepTrigger.REPLY_PERFORMED,
                          replied(StepActions::notified),
                          "notified",
                          PERFORMED)
                      .on(
                          StepTrigger.UNSENT,
                          then(StepActions::unsent),
                          "decide NOT_SENT",
                          DECIDING))
              .in(DECIDING)
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
                  StepTrigger.SKIP,
                  decided(RecoveryActions::notNotified),
                  "not notified; counted",
                  SKIPPED)
              // ---- for every open step
              .onEach(
                  Set.of(NEW, PLACING, DECIDING, PAUSED, SENT),
                  StepTrigger.RESUMED,
                  decided(RecoveryActions::notNotified),
                  "not notified; counted",
                  SKIPPED)
              .onEach(
                  Set.of(NEW, PLACING, DECIDING, PAUSED, SENT),
                  StepTrigger.SUPERSEDED,
                  act(StepActions::supersedeNotification),
                  "not notified; counted",
                  SKIPPED));

  private NotifyTable() {}
}
