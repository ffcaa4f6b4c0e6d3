package org.dharch.core.execution;

import java.util.function.Predicate;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.stage.StageCursor;

/** The actions of {@link MessageTable}: the begin of the execution, and events for steps. */
final class MessageActions {
  final StageActions stages;
  final BranchActions branches;
  final RevisionActions revisions;
  final EndActions ends;
  private final ExecutionState execution;

  MessageActions(ExecutionState execution) {
    this.execution = execution;
    this.branches = new BranchActions(execution);
    this.revisions = new RevisionActions(execution);
    this.stages = new StageActions(execution, branches, revisions);
    this.ends = new EndActions(execution, stages);
    branches.use(stages, revisions);
    revisions.use(stages);
  }

  // ---- the begin

  void begin(Event.Selected event) {
    execution.message.selected(execution.environment().now());
    execution.cursor = new StageCursor(execution.message.orchestration().body());
    event.rest().ifPresent(revisions::revise);
  }

  /** The trigger of the selection. */
  MessageTrigger selection() {
    if (execution.earlier.isEmpty()) {
      return MessageTrigger.SELECTED;
    }
    Progress was = execution.earlier.get();
    if (was.course() == Progress.Course.RUNNING) {
      return MessageTrigger.RESUMED;
    }
    return was.endedWell() ? MessageTrigger.RESUMED_ENDED : MessageTrigger.RESUMED_HALTING;
  }

  /** Continues where an earlier incarnation of the manager was. */
  void resume(Event.Selected event) {
    Progress was = execution.earlier.orElseThrow();
    execution.message.note(
        was.failed()
            .map(
                why ->
                    "replayed from stage "
                        + (was.position().stage() + 1)
                        + "; it had failed: "
                        + why)
            .orElse("continued by another incarnation of its manager"));
    Progress.Position position = was.position();
    execution.stage = position.stage();
    execution.stageFrom = position.stageFrom();
    execution.steps.restore(was.steps());
    execution.cursor = new StageCursor(position.rest(), position.begun(), position.scopes());
    execution.versions = position.versions();
    if (!position.branches().isEmpty()) {
      branches.begin(position.begun().get(position.begun().size() - 1));
      execution.branching.restore(position.branches());
    }
    execution.oneIsEnough = position.isFirstEnough();
    if (was.course() != Progress.Course.RUNNING) {
      execution.termination = execution.newTermination();
    }
    execution.attempts.resume(execution.branching);
    if (execution.termination != null) {
      execution.termination.resume(was);
    }
    event.rest().ifPresent(revisions::revise);
  }

  // ---- events for steps

  /** Gives the event to the steps that it concerns. */
  void steps(Event event) {
    Attempts attempts = execution.attempts;
    execution.speculative.dropAfter(event);
    if (event instanceof Event.Result e) {
      execution.speculative.replied(e);
    } else if (event instanceof Event.Tick) {
      long now = execution.environment().now();
      each(s -> s.wakeAt() <= now, StepTrigger.TIME);
    } else if (event instanceof Event.CapacityFreed e) {
      each(s -> s.handler().equals(e.handler()), StepTrigger.CAPACITY_FREED);
    } else if (event instanceof Event.Unsent e) {
      e.tasks().forEach(attempts::unsent);
    } else if (event instanceof Event.NodeLost e) {
      each(s -> s.isOn(e.node()), StepTrigger.NODE_LOST);
    } else if (event instanceof Event.NodeJoined e) {
      execution.steps.each(
          s -> s.isOnNodeNamed(e.node().name()), step -> attempts.nodeJoined(step, e.node()));
    } else {
      each(s -> true, StepTrigger.RECONNECTED);
    }
  }

  private void each(Predicate<Step> which, StepEvent event) {
    execution.steps.each(which, step -> execution.attempts.take(step, event));
  }
}
