package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.execution.stage.StageChoice;
import org.dharch.core.execution.stage.StageMerge;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;

/** The actions of {@link MessageTable} from one stage to the next: merge, choose, begin. */
final class StageActions {
  private final ExecutionState execution;
  private final BranchActions branches;
  private final RevisionActions revisions;

  StageActions(ExecutionState execution, BranchActions branches, RevisionActions revisions) {
    this.execution = execution;
    this.branches = branches;
    this.revisions = revisions;
  }

  // ---- the merge

  /** The stage is settled. */
  MessageTrigger settled() {
    boolean isChanged =
        execution.branching != null
            || !contributions(execution.stageSteps(), execution.oneIsEnough).isEmpty()
            || execution.message.properties().get(MessageProperties.REST).isPresent();
    return isChanged ? MessageTrigger.CHANGED : MessageTrigger.UNCHANGED;
  }

  MessageTrigger merge() {
    if (execution.branching != null) {
      return execution.compute(branches.join());
    }
    return execution.compute(
        new StageMerge(
            execution.message.version(),
            contributions(execution.stageSteps(), execution.oneIsEnough),
            execution.limits,
            execution.environment()::precise));
  }

  MessageTrigger unchanged() {
    leaveOthersBehind(execution.stageSteps(), execution.oneIsEnough);
    return choose();
  }

  /** The changes of the stage become the message. */
  MessageTrigger merged() {
    StageMerge.Result result = (StageMerge.Result) execution.result;
    StageMerge.Merged merged = (StageMerge.Merged) result.merge();
    execution.message.addMergeNanos(result.nanos());
    leaveOthersBehind(execution.stageSteps(), execution.oneIsEnough);
    branches.end();
    Optional<String> undeclared = Revision.undeclared(execution.stageSteps());
    execution.message.restore(merged.version());
    int from = execution.stageFrom;
    execution.steps.each(
        s -> s.index() >= from && s.is(StepState.PERFORMED), execution.attempts::emit);
    execution.steps.each(s -> s.index() >= from, s -> s.changed(Changes.NONE));
    if (merged.answer().isPresent()) {
      StageMerge.Contribution by = merged.answer().get();
      execution.message.dropProperty(MessageProperties.REST);
      execution.message.responded(by.handler(), by.changes().verdict().orElseThrow());
      return MessageTrigger.RESPONDED;
    }
    return result.rest().isPresent() ? revisions.follow(undeclared, result.rest().get()) : choose();
  }

  /** One handler's changes cannot be merged: its step decides what follows. */
  void notMerged() {
    StageMerge.Result result = (StageMerge.Result) execution.result;
    execution.message.addMergeNanos(result.nanos());
    if (result.merge() instanceof StageMerge.Conflict conflict) {
      notMerged(StepTrigger.CONFLICT, conflict.culprit(), conflict.reason());
    } else {
      StageMerge.MalformedChanges malformed = (StageMerge.MalformedChanges) result.merge();
      reportUnfit(malformed);
      notMerged(StepTrigger.UNFIT, malformed.culprit(), malformed.reason());
    }
  }

  /** Logs the failure of the handler, and counts a malformed result as one. */
  private void reportUnfit(StageMerge.MalformedChanges malformed) {
    Step step = execution.steps.get(malformed.culprit().index());
    HandlerResult failed =
        HandlerResult.of(
            step.index(),
            step.attempt(),
            HandlerResult.Status.FAILED,
            "its result does not fit the message: " + malformed.reason(),
            0,
            0,
            Changes.NONE);
    execution.environment().failed(step.node(), step.handler(), failed);
    if (!malformed.isDenied()) {
      execution.message.attemptFailed(step);
    }
  }

  private void notMerged(StepTrigger how, StageMerge.Contribution culprit, String reason) {
    execution.attempts.take(
        execution.steps.get(culprit.index()), new StepEvent.Unmerged(how, reason));
  }

  /** Continues without the other handlers if the first to perform is enough. */
  void leaveOthersBehind(List<Step> those, boolean isFirstEnough) {
    Optional<Step> first = isFirstEnough ? Steps.firstPerformed(those) : Optional.empty();
    if (first.isPresent()) {
      execution.message.note(
          "stage "
              + (execution.stage + 1)
              + " continues with handler "
              + first.get()
              + ", the first");
      List.copyOf(those).stream()
          .filter(s -> s != first.get())
          .forEach(s -> execution.attempts.take(s, StepTrigger.LEFT_BEHIND));
    }
  }

  /**
   * The changes of these steps, and the declarations of the others that performed; empty if nothing
   * is changed. Where the first is enough, only its own.
   */
  List<StageMerge.Contribution> contributions(List<Step> those, boolean isFirstEnough) {
    List<Step> counting = isFirstEnough ? Steps.firstPerformed(those).stream().toList() : those;
    boolean changed = false;
    for (int i = 0; i < counting.size() && !changed; i++) {
      changed = !counting.get(i).changes().isEmpty();
    }
    return changed ? contributions(counting) : List.of();
  }

  /** The changes of those that performed, and the declarations of those that changed nothing. */
  List<StageMerge.Contribution> contributions(List<Step> counting) {
    List<StageMerge.Contribution> contributions = new ArrayList<>(4);
    for (Step step : counting) {
      if (step.role() == StepRole.PERFORM
          && step.is(StepState.PERFORMED)
          && (!step.changes().isEmpty() || step.entry().parts().access().isPresent())) {
        contributions.add(
            new StageMerge.Contribution(
                step.index(),
                step.handler(),
                step.entry().isRequired(),
                step.entry().parts().access(),
                step.changes(),
                responseObjection(step),
                false));
      }
    }
    return contributions;
  }

  /** Why the handler of {@code step} may not respond to the message; empty if it may. */
  private Optional<String> responseObjection(Step step) {
    if (!step.entry().mayRespond()) {
      return Optional.of("it responded without mayRespond='true' in its entry");
    }
    return execution.message.isRequest()
        ? Optional.empty()
        : Optional.of("it responded to a message that is not a request");
  }

  // ---- the next stage

  /** Chooses the next stage. */
  MessageTrigger choose() {
    return execution.cursor.isChoice()
        ? execution.compute(
            new StageChoice(
                execution.cursor.copy(),
                execution.message.envelope(),
                execution.message.properties(),
                execution.limits))
        : execution.choose(execution.cursor.nextWithoutChoice());
  }

  void beginChosen() {
    execution.followChoice();
    begin(execution.chosen);
  }

  private void begin(Stage next) {
    keepVersions();
    boolean isSpeculative = execution.speculative.hasPrefetched(next);
    execution.stage++;
    execution.stageFrom = execution.steps.count();
    execution.oneIsEnough = next.first();
    for (HandlerEntry entry : next.handlers()) {
      execution.steps.add(execution.stage, entry);
    }
    branches.begin(next);
    if (isSpeculative) {
      execution.speculative.begin(execution.stage, List.copyOf(execution.stageSteps()));
      return;
    }
    execution.speculative.drop();
    if (execution.branching != null) {
      execution.branching.branches().stream()
          .flatMap(b -> b.current(execution.steps).stream())
          .forEach(s -> execution.attempts.take(s, StepTrigger.BEGUN));
      return;
    }
    for (Step step :
        execution.steps.longestFirst(execution.stageFrom, execution.environment()::usualNanos)) {
      execution.attempts.take(step, StepTrigger.BEGUN);
    }
    if (!execution.oneIsEnough) {
      execution.speculative.prefetch(next, execution.stageSteps(), execution.cursor.copy());
    }
  }

  /** Keeps the message as it is before a sequence that catches faults. */
  private void keepVersions() {
    List<Integer> scopes = execution.cursor.scopes();
    if (scopes.isEmpty() && execution.versions.isEmpty()) {
      return;
    }
    Map<Integer, MessageVersion> kept = new TreeMap<>();
    for (Integer from : scopes) {
      MessageVersion before = execution.versions.get(from);
      kept.put(from, before == null ? execution.message.version() : before);
    }
    execution.versions = kept;
  }
}
