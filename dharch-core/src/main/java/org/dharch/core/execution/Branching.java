package org.dharch.core.execution;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.execution.Steps.Status;
import org.dharch.core.execution.progress.BranchProgress;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.execution.stage.StageMerge;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * The branches of the current stage, each with its position and its own message. The steps of all
 * branches exist from the beginning, branch by branch; steps of later stages are new. Pure.
 */
final class Branching {

  static final class Branch {
    private final List<Stage> stages = new ArrayList<>();
    private final int from;
    private int position;
    private MessageVersion version;

    private Branch(Sequence branch, int from, MessageVersion version) {
      for (Construct part : branch.parts()) {
        stages.add((Stage) part);
      }
      this.from = from;
      this.version = version;
    }

    /** The current stage, if the branch is not over. */
    Stage stage() {
      return stages.get(position);
    }

    boolean isOver() {
      return position == stages.size();
    }

    /** Whether the branch is a single stage that waits for all its handlers. */
    boolean isPlain() {
      return stages.size() == 1 && !stages.get(0).first();
    }

    MessageVersion version() {
      return version;
    }

    /** The index of the first step. */
    int first() {
      return from;
    }

    /** The index of the first step of the current stage; {@link #end} if the branch is over. */
    int currentFrom() {
      return from + handlers(position);
    }

    /** The index of the first step after the current stage. */
    private int nextFrom() {
      return from + handlers(position + 1);
    }

    /** The index after the last step. */
    int end() {
      return from + handlers(stages.size());
    }

    BranchProgress progress() {
      return new BranchProgress(position, version);
    }

    /** Replaces the branch's message and moves to the next stage. */
    void advance(MessageVersion now) {
      version = now;
      position++;
    }

    /** The steps of the current stage. */
    List<Step> current(Steps steps) {
      return List.copyOf(steps.from(currentFrom()).subList(0, stage().handlers().size()));
    }

    /** The steps of all stages. */
    List<Step> all(Steps steps) {
      return steps.from(from).subList(0, handlers(stages.size()));
    }

    private int handlers(int ofStages) {
      return stages.subList(0, ofStages).stream().mapToInt(s -> s.handlers().size()).sum();
    }

    private Status status(Steps steps) {
      if (!isOver()) {
        Status current = Steps.status(current(steps), stage().first());
        return current == Status.FAILED ? current : Status.OPEN;
      }
      return Steps.status(all(steps), false);
    }

    /**
     * The step that represents the branch: the latest required step that performed; otherwise the
     * latest that performed.
     */
    Optional<Step> representative(Steps steps) {
      List<Step> performed =
          all(steps).stream()
              .filter(s -> s.is(StepState.PERFORMED))
              .sorted(Comparator.comparingInt(Step::order).reversed())
              .toList();
      return performed.stream()
          .filter(s -> s.entry().isRequired())
          .findFirst()
          .or(() -> performed.stream().findFirst());
    }

    /**
     * The contribution of the branch to the join, without its changes; attributed to {@code step}.
     */
    StageMerge.Contribution contribution(Step step, Steps steps) {
      List<Optional<Access>> declared =
          all(steps).stream()
              .filter(s -> s.is(StepState.PERFORMED))
              .map(s -> s.entry().parts().access())
              .toList();
      Optional<Access> access =
          declared.stream().allMatch(Optional::isPresent)
              ? Optional.of(
                  Access.of(
                      declared.stream().flatMap(a -> a.get().reads().stream()).collect(toSet()),
                      declared.stream().flatMap(a -> a.get().writes().stream()).collect(toSet())))
              : Optional.empty();
      return new StageMerge.Contribution(
          step.index(),
          step.handler(),
          step.entry().isRequired(),
          access,
          Changes.NONE,
          Optional.empty(),
          true);
    }
  }

  /** The emissions of these changes; they are sent when the branches are joined. */
  static Changes emitted(Changes changes) {
    if (changes.emissions().isEmpty()) {
      return Changes.NONE;
    }
    Changes.Builder emitted = Changes.builder();
    changes.emissions().forEach(emitted::emit);
    return emitted.build();
  }

  private final List<Branch> branches = new ArrayList<>();

  /** The branch whose current stage is being merged; null if none is. */
  private Branch merging;

  /**
   * The branches of a stage that begins.
   *
   * @param from the index of its first step
   * @param message the message before the branches
   */
  Branching(Stage stage, int from, MessageVersion message) {
    int next = from;
    for (Sequence each : stage.branches()) {
      Branch branch = new Branch(each, next, message);
      branches.add(branch);
      next += branch.handlers(branch.stages.size());
    }
  }

  /** Restores the progress of an earlier incarnation of the manager. */
  void restore(List<BranchProgress> were) {
    for (int i = 0; i < branches.size(); i++) {
      branches.get(i).position = were.get(i).position();
      branches.get(i).version = were.get(i).version();
    }
  }

  List<BranchProgress> progress() {
    return branches.stream().map(Branch::progress).toList();
  }

  List<Branch> branches() {
    return branches;
  }

  /** Whether the stage of this step has not begun in its branch. */
  boolean isPending(int index) {
    return branches.stream().anyMatch(b -> !b.isOver() && index >= b.nextFrom() && index < b.end());
  }

  Status status(Steps steps) {
    Status whole = Status.SETTLED;
    for (Branch branch : branches) {
      Status one = branch.status(steps);
      if (one == Status.FAILED) {
        return one;
      }
      whole = one == Status.OPEN ? one : whole;
    }
    return whole;
  }

  /** A branch whose current stage is settled. */
  Optional<Branch> settled(Steps steps) {
    return branches.stream()
        .filter(b -> !b.isOver())
        .filter(b -> Steps.status(b.current(steps), b.stage().first()) == Status.SETTLED)
        .findFirst();
  }

  /** The first failed step of a failed branch. */
  Step firstFailed(Steps steps) {
    return branches.stream()
        .filter(b -> b.status(steps) == Status.FAILED)
        .flatMap(b -> (b.isOver() ? b.all(steps) : b.current(steps)).stream())
        .filter(s -> s.is(StepState.FAILED))
        .findFirst()
        .orElseThrow();
  }

  /** The message of the branch that this step belongs to; empty if it is in no branch. */
  Optional<MessageVersion> version(int index) {
    Optional<MessageVersion> found = Optional.empty();
    for (Branch branch : branches) {
      if (index >= branch.from) {
        found = Optional.of(branch.version);
      }
    }
    return found;
  }

  void beginMerge(Branch branch) {
    merging = branch;
  }

  boolean isMerging() {
    return merging != null;
  }

  /** Returns the branch that was being merged once; null if none was. */
  Branch takeMerging() {
    Branch taken = merging;
    merging = null;
    return taken;
  }
}
