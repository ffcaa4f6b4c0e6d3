package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.stage.BranchJoin;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.execution.stage.StageMerge;
import org.dharch.core.orchestration.Stage;

/** The actions of {@link MessageTable} for the branches of a stage. */
final class BranchActions {
  private final ExecutionState execution;
  private StageActions stages;
  private RevisionActions revisions;

  BranchActions(ExecutionState execution) {
    this.execution = execution;
  }

  void use(StageActions stageActions, RevisionActions revisionActions) {
    stages = stageActions;
    revisions = revisionActions;
  }

  /** Begins the branches of {@code stage}, if it has any. */
  void begin(Stage stage) {
    execution.branching =
        stage.isBranched()
            ? new Branching(stage, execution.stageFrom, execution.message.version())
            : null;
    execution.attempts.branching(execution.branching);
  }

  /** The branches are joined, or restored. */
  void end() {
    execution.branching = null;
    execution.attempts.branching(null);
  }

  /** A stage of a branch is settled. */
  MessageTrigger settled() {
    Branching.Branch branch = execution.branching.settled(execution.steps).orElseThrow();
    if (branch.isPlain()) { // it is merged with all branches
      branch.advance(branch.version());
      return null;
    }
    List<Step> settled = branch.current(execution.steps);
    boolean isFirstEnough = branch.stage().first();
    if (!stages.contributions(settled, isFirstEnough).isEmpty()) {
      return MessageTrigger.BRANCH_CHANGED;
    }
    stages.leaveOthersBehind(settled, isFirstEnough);
    advance(branch, branch.version());
    return null;
  }

  /** Merges the changes of the settled stage into the branch's message. */
  MessageTrigger merge() {
    Branching.Branch branch = execution.branching.settled(execution.steps).orElseThrow();
    execution.branching.beginMerge(branch);
    return execution.compute(
        new StageMerge(
            branch.version(),
            stages.contributions(branch.current(execution.steps), branch.stage().first()),
            execution.limits,
            execution.environment()::precise));
  }

  /** The changes are merged, or cannot be. */
  void merged() {
    Branching.Branch branch = execution.branching.takeMerging();
    StageMerge.Result result = (StageMerge.Result) execution.result;
    if (!(result.merge() instanceof StageMerge.Merged merged)) {
      stages.notMerged();
      return;
    }
    execution.message.addMergeNanos(result.nanos());
    List<Step> settled = branch.current(execution.steps);
    stages.leaveOthersBehind(settled, branch.stage().first());
    MessageVersion version = merged.version();
    Optional<String> undeclared = Revision.undeclared(settled);
    if (undeclared.isPresent()) {
      version = version.without(MessageProperties.REST);
      revisions.refuseUndeclared(undeclared.get());
    }
    settled.forEach(s -> s.changed(Branching.emitted(s.changes()))); // sent at the join
    advance(branch, version);
  }

  private void advance(Branching.Branch branch, MessageVersion with) {
    branch.advance(with);
    if (!branch.isOver()) {
      branch.current(execution.steps).forEach(s -> execution.attempts.take(s, StepTrigger.BEGUN));
    }
  }

  /** The join of all branches. */
  BranchJoin join() {
    return new BranchJoin(
        execution.message.version(), ends(), execution.limits, execution.environment()::precise);
  }

  private List<BranchJoin.End> ends() {
    List<BranchJoin.End> ends = new ArrayList<>();
    for (Branching.Branch branch : execution.branching.branches()) {
      if (branch.isPlain()) {
        ends.add(
            new BranchJoin.End(
                stages.contributions(branch.all(execution.steps)), Optional.empty()));
      } else {
        branch
            .representative(execution.steps)
            .map(step -> branch.contribution(step, execution.steps))
            .ifPresent(
                whole ->
                    ends.add(new BranchJoin.End(List.of(whole), Optional.of(branch.version()))));
      }
    }
    return ends;
  }
}
