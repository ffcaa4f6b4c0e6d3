package org.dharch.core.execution;

import static org.dharch.core.execution.Phase.CHOOSING;
import static org.dharch.core.execution.Phase.COMPENSATING;
import static org.dharch.core.execution.Phase.COMPENSATING_SCOPE;
import static org.dharch.core.execution.Phase.MERGING;
import static org.dharch.core.execution.Phase.NOTIFYING;
import static org.dharch.core.execution.Phase.OVER;
import static org.dharch.core.execution.Phase.RUNNING;
import static org.dharch.core.execution.Phase.WAITING;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.dharch.core.execution.event.Event;
import org.dharch.core.states.TransitionTable;

/** The transitions of a message. docs/state-machines.md is generated from it. */
final class MessageTable {

  /** Carries out a row, before the message takes the row's phase. */
  @FunctionalInterface
  interface Action {
    /** Returns the trigger that follows at once; null if none does. */
    MessageTrigger take(MessageActions actions, Event event);
  }

  private static final Set<Phase> UNDER_WAY =
      EnumSet.of(RUNNING, MERGING, CHOOSING, COMPENSATING_SCOPE);

  private static final Set<MessageTrigger> EVENTS =
      EnumSet.of(
          MessageTrigger.STEPS,
          MessageTrigger.TIME_UP,
          MessageTrigger.WITHDRAWN,
          MessageTrigger.COMPUTED_LATE,
          MessageTrigger.BROKEN,
          MessageTrigger.ABANDONED,
          MessageTrigger.SUSPENDED);

  /** The results of a computation; the message may have ended meanwhile. */
  private static final Set<MessageTrigger> RESULTS =
      EnumSet.of(
          MessageTrigger.MERGED,
          MessageTrigger.BRANCH_MERGED,
          MessageTrigger.NOT_MERGED,
          MessageTrigger.STAGE_CHOSEN,
          MessageTrigger.NO_STAGE_LEFT,
          MessageTrigger.IMPOSSIBLE);

  static final TransitionTable<Phase, MessageTrigger, Action> TABLE = table();

  private MessageTable() {}

  private static TransitionTable<Phase, MessageTrigger, Action> table() {
    return new TransitionTable.Builder<Phase, MessageTrigger, Action>(
            Phase.class, MessageTrigger.class)
        // ---- from one stage to the next
        .in(WAITING)
        .on(
            MessageTrigger.SELECTED,
            with(Event.Selected.class, MessageActions::begin),
            "choose the first stage",
            RUNNING)
        .on(
            MessageTrigger.RESUMED,
            with(Event.Selected.class, MessageActions::resume),
            "continue the stage",
            RUNNING)
        .on(
            MessageTrigger.RESUMED_HALTING,
            with(Event.Selected.class, MessageActions::resume),
            "continue the compensation",
            COMPENSATING)
        .on(
            MessageTrigger.RESUMED_ENDED,
            with(Event.Selected.class, MessageActions::resume),
            "continue the completion callbacks",
            NOTIFYING)
        .in(RUNNING)
        .on(
            MessageTrigger.SETTLED,
            then(a -> a.stages.settled()),
            "raise CHANGED or UNCHANGED",
            RUNNING)
        .on(
            MessageTrigger.CHANGED,
            then(a -> a.stages.merge()),
            "merge the changes, or join the branches",
            MERGING)
        .on(
            MessageTrigger.UNCHANGED,
            then(a -> a.stages.unchanged()),
            "choose the next stage",
            CHOOSING)
        .on(
            MessageTrigger.BRANCH_SETTLED,
            then(a -> a.branches.settled()),
            "continue the branch, or raise BRANCH_CHANGED",
            RUNNING)
        .on(
            MessageTrigger.BRANCH_CHANGED,
            then(a -> a.branches.merge()),
            "merge the changes into the branch's message",
            MERGING)
        .in(MERGING)
        .on(
            MessageTrigger.MERGED,
            then(a -> a.stages.merged()),
            "replace the message; choose the next stage",
            CHOOSING)
        .on(
            MessageTrigger.BRANCH_MERGED,
            act(a -> a.branches.merged()),
            "replace the branch's message; begin its next stage",
            RUNNING)
        .on(
            MessageTrigger.NOT_MERGED,
            act(a -> a.stages.notMerged()),
            "raise UNFIT or CONFLICT in the step",
            RUNNING)
        .in(CHOOSING)
        .on(
            MessageTrigger.STAGE_CHOSEN,
            act(a -> a.stages.beginChosen()),
            "begin the stage",
            RUNNING)
        .on(MessageTrigger.NO_STAGE_LEFT, act(a -> a.ends.complete()), "completed", NOTIFYING)
        .on(MessageTrigger.RESPONDED, act(a -> a.ends.respond()), "answered", NOTIFYING)
        .onEach(
            EnumSet.of(MERGING, CHOOSING),
            MessageTrigger.IMPOSSIBLE,
            act(a -> a.ends.haltImpossible()),
            "halt",
            COMPENSATING)
        // ---- changes of the remaining orchestration
        .stay(
            EnumSet.of(RUNNING, MERGING),
            MessageTrigger.REVISED,
            with(Event.Revised.class, (a, event) -> a.revisions.revise(event.rest())),
            "replace the remaining orchestration, if the policy allows")
        .stay(
            EnumSet.of(CHOOSING),
            MessageTrigger.REVISED,
            (a, event) -> a.revisions.reviseWhileChoosing((Event.Revised) event),
            "replace the remaining orchestration, if the policy allows; choose again")
        // ---- halt
        .in(RUNNING)
        .on(MessageTrigger.STEP_FAILED, act(a -> a.ends.stepFailed()), "halt", COMPENSATING)
        .on(
            MessageTrigger.FAULT_CAUGHT,
            act(a -> a.ends.compensateScope()),
            "compensate the sequence that catches the fault",
            COMPENSATING_SCOPE)
        .in(COMPENSATING_SCOPE)
        .on(
            MessageTrigger.SETTLED,
            then(a -> a.ends.compensateScopeNext()),
            "compensate the latest handler of the sequence, or raise SCOPE_COMPENSATED or"
                + " SCOPE_NOT_COMPENSATED",
            COMPENSATING_SCOPE)
        .on(
            MessageTrigger.SCOPE_COMPENSATED,
            then(a -> a.ends.continueAfterFault()),
            "restore the message; choose the stage after the fault",
            CHOOSING)
        .on(
            MessageTrigger.SCOPE_NOT_COMPENSATED,
            act(a -> a.ends.haltAfterScope()),
            "halt",
            COMPENSATING)
        .onEach(
            UNDER_WAY,
            MessageTrigger.TIME_UP,
            act(a -> a.ends.deadlinePassed()),
            "the deadline passed: halt",
            COMPENSATING)
        .stay(
            UNDER_WAY,
            MessageTrigger.WITHDRAWN,
            (a, event) -> a.ends.withdraw((Event.Withdrawn) event),
            "raise HALT, unless the requester withdrew and a handler is left that must perform")
        .onEach(
            UNDER_WAY,
            MessageTrigger.HALT,
            with(Event.Withdrawn.class, (a, event) -> a.ends.haltResumably(event.fault())),
            "halt",
            COMPENSATING)
        .onEach(
            UNDER_WAY,
            MessageTrigger.BROKEN,
            with(Event.Broken.class, (a, event) -> a.ends.halt(event.fault())),
            "halt",
            COMPENSATING)
        .in(COMPENSATING)
        .on(
            MessageTrigger.SETTLED,
            then(a -> a.ends.compensateNext()),
            "compensate the latest handler, or raise ALL_COMPENSATED",
            COMPENSATING)
        .on(MessageTrigger.ALL_COMPENSATED, act(a -> a.ends.failed()), "failed", NOTIFYING)
        .on(
            MessageTrigger.TIME_UP,
            act(a -> a.ends.compensationTimedOut()),
            "failed; count the handlers that are not compensated",
            NOTIFYING)
        // ---- the end
        .in(NOTIFYING)
        .on(
            MessageTrigger.SETTLED,
            then(a -> a.ends.notifyNext()),
            "notify the latest handler, or raise ALL_NOTIFIED",
            NOTIFYING)
        .on(MessageTrigger.ALL_NOTIFIED, null, "over", OVER)
        .on(
            MessageTrigger.TIME_UP,
            act(a -> a.ends.giveUpNotifying()),
            "count the handlers that are not notified",
            NOTIFYING)
        .onEach(
            EnumSet.of(WAITING, COMPENSATING, NOTIFYING),
            MessageTrigger.BROKEN,
            with(Event.Broken.class, (a, event) -> a.ends.abandon(event.fault())),
            "end as it is",
            OVER)
        .onEach(
            EnumSet.range(WAITING, NOTIFYING),
            MessageTrigger.ABANDONED,
            with(Event.Abandoned.class, (a, event) -> a.ends.abandon(event.fault())),
            "end as it is",
            OVER)
        .onEach(
            EnumSet.range(WAITING, NOTIFYING),
            MessageTrigger.SUSPENDED,
            with(Event.Suspended.class, (a, event) -> a.ends.suspend(event.fault())),
            "stay as it is for the next incarnation of the manager",
            OVER)
        .stay(
            EnumSet.range(RUNNING, NOTIFYING),
            MessageTrigger.STEPS,
            with(Event.class, MessageActions::steps),
            "give the event to its steps")
        .in(OVER)
        .ignored(MessageTrigger.REVISED, "ignored")
        .elsewhere(
            act(a -> a.revisions.refuseForPhase()),
            "rejected, counted and noted",
            EnumSet.of(MessageTrigger.REVISED))
        .elsewhere(null, "ignored", EVENTS)
        .elsewhere(null, "ignored", RESULTS)
        .neverElsewhere("follows its event at once", EnumSet.allOf(MessageTrigger.class))
        .build();
  }

  private static Action act(Consumer<MessageActions> action) {
    return (actions, event) -> {
      action.accept(actions);
      return null;
    };
  }

  private static Action then(Function<MessageActions, MessageTrigger> action) {
    return (actions, event) -> action.apply(actions);
  }

  private static <E extends Event> Action with(
      Class<E> type, BiConsumer<MessageActions, E> action) {
    return (actions, event) -> {
      action.accept(actions, type.cast(event));
      return null;
    };
  }
}
