package org.dharch.core.execution;

import static org.dharch.core.execution.MessageTrigger.ABANDONED;
import static org.dharch.core.execution.MessageTrigger.BRANCH_SETTLED;
import static org.dharch.core.execution.MessageTrigger.BROKEN;
import static org.dharch.core.execution.MessageTrigger.COMPUTED;
import static org.dharch.core.execution.MessageTrigger.REVISED;
import static org.dharch.core.execution.MessageTrigger.SELECTED;
import static org.dharch.core.execution.MessageTrigger.SETTLED;
import static org.dharch.core.execution.MessageTrigger.STEPS;
import static org.dharch.core.execution.MessageTrigger.STEP_FAILED;
import static org.dharch.core.execution.MessageTrigger.SUSPENDED;
import static org.dharch.core.execution.MessageTrigger.TIME_UP;
import static org.dharch.core.execution.MessageTrigger.WITHDRAWN;
import static org.dharch.core.execution.Phase.CHOOSING;
import static org.dharch.core.execution.Phase.COMPENSATING;
import static org.dharch.core.execution.Phase.COMPENSATING_SCOPE;
import static org.dharch.core.execution.Phase.MERGING;
import static org.dharch.core.execution.Phase.NOTIFYING;
import static org.dharch.core.execution.Phase.OVER;
import static org.dharch.core.execution.Phase.RUNNING;
import static org.dharch.core.execution.Phase.WAITING;

import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.dharch.core.states.TransitionTable;

/**
 * The life of a message: every transition there is. {@link Execution} has the actions, and asks
 * this table which one it is. docs/state-machines.md is made of it.
 */
final class MessageTable {

  /** What is done about an event; the phase is one of the row's afterwards. */
  @FunctionalInterface
  interface Action {
    void take(Execution execution, Event event);
  }

  /** A stage is in hand, or what comes of one. */
  private static final Set<Phase> UNDER_WAY =
      Set.of(RUNNING, MERGING, CHOOSING, COMPENSATING_SCOPE);

  private static final Set<Phase> NOT_ENDED =
      Set.of(WAITING, RUNNING, MERGING, CHOOSING, COMPENSATING_SCOPE, COMPENSATING);

  static final TransitionTable<Phase, MessageTrigger, Action> TABLE =
      new TransitionTable.Builder<Phase, MessageTrigger, Action>(Phase.class, MessageTrigger.class)
          .in(WAITING)
          .on(
              SELECTED,
              with(Event.Selected.class, Execution::selected),
              "begins, or goes on where an earlier life of the manager was",
              Set.of(RUNNING, COMPENSATING, NOTIFYING))
          .in(RUNNING)
          .on(STEPS, Execution::steps, "given to the steps that it concerns", Set.of(RUNNING))
          .on(
              WITHDRAWN,
              with(Event.Withdrawn.class, Execution::withdraw),
              "compensated; goes on if the requester withdrew and a handler is left that must"
                  + " perform",
              Set.of(RUNNING, COMPENSATING))
          .on(
              REVISED,
              with(Event.Revised.class, Execution::revised),
              "goes on with another rest, if the policy allows",
              Set.of(RUNNING))
          .on(
              STEP_FAILED,
              bare(Execution::stepFailed),
              "compensated; if a sequence catches the fault, as far back as that began",
              Set.of(COMPENSATING, COMPENSATING_SCOPE))
          .on(
              BRANCH_SETTLED,
              bare(Execution::branchSettled),
              "what the branch's stage changed becomes the branch's message, and its next stage "
                  + "begins; what takes long is done elsewhere",
              Set.of(RUNNING, MERGING))
          .on(
              SETTLED,
              bare(Execution::stageSettled),
              "the stage is merged, or its branches are joined; the next begins, or it has"
                  + " completed or was answered; compensated if a condition cannot be evaluated, or"
                  + " its handlers would have it go on for ever; what takes long is done elsewhere",
              Set.of(RUNNING, MERGING, CHOOSING, NOTIFYING, COMPENSATING))
          .in(MERGING)
          .on(STEPS, Execution::steps, "given to the steps that it concerns", Set.of(MERGING))
          .on(
              WITHDRAWN,
              with(Event.Withdrawn.class, Execution::withdraw),
              "as when it runs",
              Set.of(MERGING, COMPENSATING))
          .on(
              REVISED,
              with(Event.Revised.class, Execution::revised),
              "goes on with another rest, if the policy allows",
              Set.of(MERGING))
          .on(
              COMPUTED,
              with(Event.Computed.class, Execution::computed),
              "goes on as when it runs; compensated if that could not be done; nothing if it was "
                  + "wanted before a change",
              Set.of(RUNNING, MERGING, CHOOSING, NOTIFYING, COMPENSATING))
          .in(CHOOSING)
          .on(STEPS, Execution::steps, "given to the steps that it concerns", Set.of(CHOOSING))
          .on(
              WITHDRAWN,
              with(Event.Withdrawn.class, Execution::withdraw),
              "as when it runs",
              Set.of(CHOOSING, COMPENSATING))
          .on(
              REVISED,
              with(Event.Revised.class, Execution::revisedMeanwhile),
              "goes on with another rest, if the policy allows: what comes next is found out again",
              Set.of(RUNNING, CHOOSING, NOTIFYING, COMPENSATING))
          .on(
              COMPUTED,
              with(Event.Computed.class, Execution::computed),
              "the next stage begins, or it has completed; compensated if nobody can say; nothing"
                  + " if it was wanted before a change",
              Set.of(RUNNING, CHOOSING, NOTIFYING, COMPENSATING))
          .in(COMPENSATING_SCOPE)
          .on(
              STEPS,
              Execution::steps,
              "given to the steps that it concerns",
              Set.of(COMPENSATING_SCOPE))
          .on(
              WITHDRAWN,
              with(Event.Withdrawn.class, Execution::withdraw),
              "as when it runs",
              Set.of(COMPENSATING_SCOPE, COMPENSATING))
          .on(
              SETTLED,
              bare(Execution::compensateScopeNext),
              "the latest of the sequence that is left is compensated; if none is left, it goes on "
                  + "with what the sequence says, and is compensated if one was not compensated",
              Set.of(COMPENSATING_SCOPE, RUNNING, CHOOSING, NOTIFYING, COMPENSATING))
          .in(COMPENSATING)
          .on(STEPS, Execution::steps, "given to the steps that it concerns", Set.of(COMPENSATING))
          .on(
              TIME_UP,
              bare(Execution::compensationTimedOut),
              "halts; what is not compensated is counted",
              Set.of(NOTIFYING))
          .on(
              SETTLED,
              bare(Execution::compensateNext),
              "the latest that is left is compensated; halts if none is left",
              Set.of(COMPENSATING, NOTIFYING))
          .in(NOTIFYING)
          .on(STEPS, Execution::steps, "given to the steps that it concerns", Set.of(NOTIFYING))
          .on(
              TIME_UP,
              bare(Execution::tellingTooLong),
              "the others are not told; that is counted",
              Set.of(NOTIFYING))
          .on(
              ABANDONED,
              with(Event.Abandoned.class, Execution::abandon),
              "the others are not told",
              Set.of(OVER))
          .on(
              BROKEN,
              with(Event.Broken.class, Execution::abandonBroken),
              "the others are not told",
              Set.of(OVER))
          .on(
              SETTLED,
              bare(Execution::notifyNext),
              "the latest that asked is told; over if none is left",
              Set.of(NOTIFYING, OVER))
          .on(
              SUSPENDED,
              with(Event.Suspended.class, Execution::suspend),
              "the others are not told",
              Set.of(OVER))
          .onEach(
              UNDER_WAY,
              TIME_UP,
              bare(Execution::deadlinePassed),
              "its deadline: compensated",
              Set.of(COMPENSATING))
          .onEach(
              UNDER_WAY,
              BROKEN,
              with(Event.Broken.class, Execution::broken),
              "compensated",
              Set.of(COMPENSATING))
          .onEach(
              Set.of(WAITING, COMPENSATING),
              BROKEN,
              with(Event.Broken.class, Execution::abandonBroken),
              "halts as it is",
              Set.of(OVER))
          .onEach(
              NOT_ENDED,
              ABANDONED,
              with(Event.Abandoned.class, Execution::abandon),
              "halts as it is",
              Set.of(OVER))
          .onEach(
              NOT_ENDED,
              SUSPENDED,
              with(Event.Suspended.class, Execution::suspend),
              "stays as it is, for the next life of the manager",
              Set.of(OVER))
          .in(OVER)
          .ignored(REVISED, "nothing is done")
          .elsewhere(Execution::refuseRevision, "refused, counted and noted", Set.of(REVISED))
          .elsewhere(null, "nothing is left to withdraw", Set.of(WITHDRAWN))
          .elsewhere(null, "nobody waits for it any more", Set.of(COMPUTED))
          .elsewhere(null, "nothing is done", Set.of(STEPS, TIME_UP, BROKEN, ABANDONED, SUSPENDED))
          .neverElsewhere("it is selected once", Set.of(SELECTED))
          .neverElsewhere("no stage is in hand", Set.of(STEP_FAILED, BRANCH_SETTLED))
          .neverElsewhere("nothing is waited for", Set.of(SETTLED))
          .build();

  private MessageTable() {}

  private static Action bare(Consumer<Execution> action) {
    return (execution, event) -> action.accept(execution);
  }

  private static <E extends Event> Action with(Class<E> type, BiConsumer<Execution, E> action) {
    return (execution, event) -> action.accept(execution, type.cast(event));
  }
}
