package org.dharch.core.execution;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.states.TransitionTable;
import org.dharch.core.wire.HandlerResult;

/** The tables of the three roles of a step, and what they have in common. */
final class StepTable {

  /** Carries out a row, before the step takes the row's state. */
  @FunctionalInterface
  interface Action {
    /** Returns the trigger that follows at once; null if none does. */
    StepTrigger take(StepActions actions, Step step, StepEvent event);
  }

  @FunctionalInterface
  interface ReplyAction {
    StepTrigger take(StepActions actions, Step step, HandlerResult result);
  }

  @FunctionalInterface
  interface MergeAction {
    StepTrigger take(StepActions actions, Step step, String reason);
  }

  static final Set<StepState> ON_NODE = EnumSet.of(StepState.SENT, StepState.AWAITING);

  private static final Set<StepTrigger> REPLIES =
      EnumSet.range(StepTrigger.REPLY_PERFORMED, StepTrigger.REPLY_STALE);

  private static final Set<StepTrigger> FIRST =
      EnumSet.of(StepTrigger.BEGUN, StepTrigger.BEGUN_SPECULATIVELY);

  private static final Set<StepTrigger> MERGE = EnumSet.of(StepTrigger.UNFIT, StepTrigger.CONFLICT);

  private static final Set<StepTrigger> RAISED =
      EnumSet.range(StepTrigger.PLACED, StepTrigger.SKIP);

  private StepTable() {}

  static TransitionTable<StepState, StepTrigger, Action> of(StepRole role) {
    return switch (role) {
      case PERFORM -> PerformTable.TABLE;
      case COMPENSATE -> CompensateTable.TABLE;
      case NOTIFY -> NotifyTable.TABLE;
    };
  }

  static TransitionTable.Builder<StepState, StepTrigger, Action> builder() {
    return new TransitionTable.Builder<>(StepState.class, StepTrigger.class);
  }

  /** Adds the rows of the replies by which an attempt did not perform. */
  static TransitionTable.Builder<StepState, StepTrigger, Action> failedReplies(
      TransitionTable.Builder<StepState, StepTrigger, Action> table) {
    return table
        .on(
            StepTrigger.REPLY_FAILED,
            replied(StepActions::threw),
            "decide THREW",
            StepState.DECIDING)
        .on(
            StepTrigger.REPLY_DEFERRED,
            replied(StepActions::deferred),
            "decide DEFERRED",
            StepState.DECIDING)
        .on(
            StepTrigger.REPLY_UNKNOWN,
            replied(StepActions::unknown),
            "decide UNKNOWN",
            StepState.DECIDING)
        .on(
            StepTrigger.REPLY_TIMED_OUT,
            replied(StepActions::timedOut),
            "decide UNKNOWN",
            StepState.DECIDING)
        .on(
            StepTrigger.REPLY_NOT_STARTED,
            replied(StepActions::notStarted),
            "decide NOT_STARTED",
            StepState.DECIDING)
        .on(
            StepTrigger.REPLY_REFUSED,
            replied(StepActions::rejected),
            "decide REJECTED",
            StepState.DECIDING)
        .on(StepTrigger.REPLY_STALE, then(StepActions::stale), "decide STALE", StepState.DECIDING);
  }

  /** Adds the cells that no row declares, and builds the table. */
  static TransitionTable<StepState, StepTrigger, Action> build(
      TransitionTable.Builder<StepState, StepTrigger, Action> table) {
    Set<StepTrigger> events = EnumSet.allOf(StepTrigger.class);
    events.removeAll(REPLIES);
    events.removeAll(FIRST);
    events.removeAll(MERGE);
    events.removeAll(RAISED);
    return table
        .elsewhere(act(StepActions::ignoreReply), "late or duplicate: counted and ignored", REPLIES)
        .elsewhere(null, "ignored", events)
        .neverElsewhere("a step begins once", FIRST)
        .neverElsewhere("only a performed handler is merged", MERGE)
        .neverElsewhere("follows its event at once", RAISED)
        .build();
  }

  static Action act(BiConsumer<StepActions, Step> action) {
    return (actions, step, event) -> {
      action.accept(actions, step);
      return null;
    };
  }

  static Action then(BiFunction<StepActions, Step, StepTrigger> action) {
    return (actions, step, event) -> action.apply(actions, step);
  }

  /** The action of a decision. */
  static Action decided(BiConsumer<RecoveryActions, Step> action) {
    return (actions, step, event) -> {
      action.accept(actions.recovery(), step);
      return null;
    };
  }

  static Action replied(ReplyAction action) {
    return (actions, step, event) ->
        action.take(actions, step, ((StepEvent.Replied) event).result());
  }

  static Action unmerged(MergeAction action) {
    return (actions, step, event) ->
        action.take(actions, step, ((StepEvent.Unmerged) event).reason());
  }
}
