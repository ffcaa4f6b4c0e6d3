package org.dharch.core.execution;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.execution.Steps.Standing;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * The branches of the stage in hand: how far each has got, and the message as its own handlers have
 * left it. All their steps are there from the beginning, branch by branch; those whose turn in
 * their branch has not come are new. Pure, as {@link Execution}, whose part it is.
 */
final class Branching {

  /** One branch. */
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

    /** Its stage in hand; it is not over. */
    Stage stage() {
      return stages.get(position);
    }

    boolean isOver() {
      return position == stages.size();
    }

    /** Whether it is no more than handlers beside the other branches. */
    boolean isPlain() {
      return stages.size() == 1 && !stages.get(0).first();
    }

    /** The message as its handlers have left it. */
    MessageVersion version() {
      return version;
    }

    /** The first of its steps. */
    int first() {
      return from;
    }

    /** The first step of its stage in hand; the one after its last if it is over. */
    int inHandFrom() {
      return from + handlers(position);
    }

    /** The first step after its stage in hand; it is not over. */
    private int laterFrom() {
      return from + handlers(position + 1);
    }

    /** The step after its last. */
    int end() {
      return from + handlers(stages.size());
    }

    /** How far it is. */
    BranchProgress progress() {
      return new BranchProgress(position, version);
    }

    /** Its stage in hand is over, and the message is this; the next is in hand, if there is one. */
    void goOn(MessageVersion now) {
      version = now;
      position++;
    }

    /** The steps of its stage in hand. */
    List<Step> inHand(Steps steps) {
      return List.copyOf(steps.from(inHandFrom()).subList(0, stage().handlers().size()));
    }

    /** The steps of all its stages. */
    List<Step> all(Steps steps) {
      return steps.from(from).subList(0, handlers(stages.size()));
    }

    private int handlers(int ofStages) {
      return stages.subList(0, ofStages).stream().mapToInt(s -> s.handlers().size()).sum();
    }

    private Standing standing(Steps steps) {
      if (!isOver()) {
        Standing inHand = Steps.standing(inHand(steps), stage().first());
        return inHand == Standing.FAILED ? inHand : Standing.OPEN;
      }
      return Steps.standing(all(steps), false);
    }

    /**
     * The step that stands for what the whole branch made: the latest to perform of those without
     * which the message may not go on; if there is none, of all.
     */
    Optional<Step> representative(Steps steps) {
      List<Step> performed =
          all(steps).stream()
              .filter(s -> s.is(StepState.PERFORMED))
              .sorted(Comparator.comparingInt(Step::order).reversed())
              .toList();
      return performed.stream()
          .filter(s -> s.entry().mayHalt())
          .findFirst()
          .or(() -> performed.stream().findFirst());
    }

    /**
     * What it contributes to the join, but for what it changed; {@code step} is to blame for it.
     */
    StageMerge.Contribution contribution(Step step, Steps steps) {
      List<Optional<Access>> declared =
          all(steps).stream()
              .filter(s -> s.is(StepState.PERFORMED))
              .map(s -> s.entry().access())
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
          step.entry().mayHalt(),
          access,
          Changes.NONE,
          Optional.empty(),
          true);
    }
  }

  /** Of what a handler changed what it emits, which goes out when the branches are joined. */
  static Changes emitted(Changes changes) {
    if (changes.emissions().isEmpty()) {
      return Changes.NONE;
    }
    Changes.Builder emitted = Changes.builder();
    changes.emissions().forEach(emitted::emit);
    return emitted.build();
  }

  private final List<Branch> branches = new ArrayList<>();

  /** Whose stage in hand is being merged; null if none is. */
  private Branch merging;

  /**
   * The branches of a stage that begins.
   *
   * @param from the first of its steps
   * @param message as it is when it begins
   */
  Branching(Stage stage, int from, MessageVersion message) {
    int next = from;
    for (Sequence each : stage.branches()) {
      Branch branch = new Branch(each, next, message);
      branches.add(branch);
      next += branch.handlers(branch.stages.size());
    }
  }

  /** Is where it was in an earlier life of the manager. */
  void restore(List<BranchProgress> were) {
    for (int i = 0; i < branches.size(); i++) {
      branches.get(i).position = were.get(i).position();
      branches.get(i).version = were.get(i).version();
    }
  }

  /**
   * Whether these can be how far the branches of the latest of {@code begun} are.
   *
   * @throws IllegalArgumentException if not
   */
  static void check(List<Stage> begun, List<BranchProgress> were) {
    Stage latest = begun.isEmpty() ? null : begun.get(begun.size() - 1);
    int branches = latest == null ? 0 : latest.branches().size();
    boolean fit = were.isEmpty() || were.size() == branches;
    for (int i = 0; i < were.size() && fit; i++) {
      fit = were.get(i).position() <= latest.branches().get(i).parts().size();
    }
    if (!fit) {
      throw new IllegalArgumentException(were.size() + " branches of a stage of " + branches);
    }
  }

  List<BranchProgress> progress() {
    return branches.stream().map(Branch::progress).toList();
  }

  List<Branch> branches() {
    return branches;
  }

  /** Whether the turn of the step of this index in its branch has not come. */
  boolean isToCome(int index) {
    return branches.stream()
        .anyMatch(b -> !b.isOver() && index >= b.laterFrom() && index < b.end());
  }

  /** How the whole stage stands. */
  Standing standing(Steps steps) {
    Standing whole = Standing.SETTLED;
    for (Branch branch : branches) {
      Standing one = branch.standing(steps);
      if (one == Standing.FAILED) {
        return one;
      }
      whole = one == Standing.OPEN ? one : whole;
    }
    return whole;
  }

  /** A branch whose stage in hand is settled. */
  Optional<Branch> settled(Steps steps) {
    return branches.stream()
        .filter(b -> !b.isOver())
        .filter(b -> Steps.standing(b.inHand(steps), b.stage().first()) == Standing.SETTLED)
        .findFirst();
  }

  /** The first that failed; one did, without which its branch cannot go on. */
  Step firstFailed(Steps steps) {
    return branches.stream()
        .filter(b -> b.standing(steps) == Standing.FAILED)
        .flatMap(b -> (b.isOver() ? b.all(steps) : b.inHand(steps)).stream())
        .filter(s -> s.is(StepState.FAILED))
        .findFirst()
        .orElseThrow();
  }

  /** What the step of this index is given of the message; empty if it stands in no branch. */
  Optional<MessageVersion> version(int index) {
    Optional<MessageVersion> found = Optional.empty();
    for (Branch branch : branches) {
      if (index >= branch.from) {
        found = Optional.of(branch.version);
      }
    }
    return found;
  }

  /** The stage in hand of {@code branch} is being merged. */
  void merges(Branch branch) {
    merging = branch;
  }

  /** Whether a branch's stage is being merged. */
  boolean isMerging() {
    return merging != null;
  }

  /** The branch whose stage in hand was being merged; null if none was. */
  Branch takeMerging() {
    Branch taken = merging;
    merging = null;
    return taken;
  }
}
