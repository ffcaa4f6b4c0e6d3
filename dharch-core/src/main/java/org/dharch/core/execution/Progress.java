package org.dharch.core.execution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.Step.Compensation;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * How far one message is: what another life of its manager needs to go on with it, or to undo what
 * its handlers did. Immutable; {@link ProgressFormat} makes bytes of it.
 *
 * @param id under which it is executed
 * @param revision of two of one message the one with the higher is the later
 * @param course what it was about
 * @param stage the number of the stage in hand, from 0; -1 before the first
 * @param stageFrom the first step of that stage
 * @param begun the stages that its steps were begun for, that stage the last
 * @param rest what comes after that stage
 * @param in {@link StageCursor#in}: the sequences in hand that catch faults
 * @param versions the message before each of these
 * @param branches of the stage in hand; empty if it has none
 * @param steps all of them, by index
 * @param fault why it may not go on, if so; why it had failed, if it goes through its stages again
 * @param envelope as it was before the stage in hand
 * @param timeline what is told of it so far
 * @param answer what a handler answered instead of its service; empty if none did
 */
public record Progress(
    MessageId id,
    long revision,
    Course course,
    int stage,
    int stageFrom,
    List<Stage> begun,
    Sequence rest,
    List<Integer> in,
    Map<Integer, MessageVersion> versions,
    List<BranchProgress> branches,
    List<StepProgress> steps,
    Optional<Fault> fault,
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    boolean headersChanged,
    boolean bodyChanged,
    Timeline timeline,
    Optional<Verdict> answer) {

  public Progress {
    begun = List.copyOf(begun);
    in = List.copyOf(in);
    versions = Map.copyOf(versions);
    branches = List.copyOf(branches);
    steps = List.copyOf(steps);
    processed = Set.copyOf(processed);
  }

  /** What an execution was about. */
  public enum Course {
    /** It goes through its stages. */
    RUNNING,
    /** It may not go on: what its handlers did is compensated. */
    COMPENSATING,
    /** It has been through all its stages, and its service may have been invoked. */
    COMPLETED,
    /** A handler has answered it, and its gateway may have heard so. */
    RESPONDED,
    /** Its gateway has heard that it was halted; what is left to be compensated is. */
    FAILED,
    /** The same, and some of that is under way, which keeps the others waiting for a while. */
    FAILED_COMPENSATING
  }

  /**
   * The same, which may not go on because of {@code why}. What was done for one that has completed
   * stands, since its service may have been invoked, or that was answered, since its requester may
   * have the answer.
   */
  public Progress compensating(Fault why) {
    if (endedWell()) {
      return completed();
    }
    boolean isRunning = course == Course.RUNNING; // then its fault is that of an earlier end
    Course next = isRunning ? Course.COMPENSATING : course;
    return with(next, isRunning ? Optional.of(why) : fault.or(() -> Optional.of(why)), steps);
  }

  /**
   * The same, to be gone on with by a replay.
   *
   * @param message as it was before the stage in hand
   * @param newSteps where they stand then
   * @param newBranches and the branches of the stage in hand
   * @param why it had failed
   * @param further revisions that the compensation of the same message never comes to
   */
  Progress replayed(
      MessageVersion message,
      List<StepProgress> newSteps,
      List<BranchProgress> newBranches,
      Fault why,
      long further) {
    return with(1 + further, Course.RUNNING, Optional.of(why), newSteps, newBranches, message);
  }

  /** Whether it has ended, and only what is left of it is to be compensated. */
  public boolean isCompensationOnly() {
    return course == Course.FAILED || course == Course.FAILED_COMPENSATING;
  }

  /** Why it had failed, if it is to be gone on with by a replay. */
  public Optional<Fault> failed() {
    return course == Course.RUNNING ? fault : Optional.empty();
  }

  /** Whether the first handler of the stage in hand that performs is enough. */
  boolean isFirstEnough() {
    return !begun.isEmpty() && begun.get(begun.size() - 1).first();
  }

  /** Whether it has completed, or was answered. */
  public boolean endedWell() {
    return course == Course.COMPLETED || course == Course.RESPONDED;
  }

  /** The same, which has completed and whose service did not take it, because of {@code why}. */
  public Progress undelivered(Fault why) {
    return with(Course.FAILED, Optional.of(why), steps);
  }

  /** The same, which has completed: what was done stands. */
  Progress completed() {
    List<StepProgress> stand =
        steps.stream()
            .map(
                s ->
                    s.compensation() == Compensation.DUE ? s.compensation(Compensation.NOTHING) : s)
            .toList();
    Fault none =
        new Fault(Fault.Code.HANDLER_FAILED, "", "it completed; something is to be compensated");
    return with(Course.FAILED, Optional.of(none), stand);
  }

  /** Whether something is to be compensated, or nobody knows. */
  public boolean isUnresolved() {
    return hasPendingCompensations() || !doubts().isEmpty();
  }

  private Progress with(Course newPhase, Optional<Fault> newFault, List<StepProgress> newSteps) {
    MessageVersion message =
        new MessageVersion(envelope, properties, processed, headersChanged, bodyChanged);
    return with(1, newPhase, newFault, newSteps, branches, message);
  }

  private Progress with(
      long revisions,
      Course newPhase,
      Optional<Fault> newFault,
      List<StepProgress> newSteps,
      List<BranchProgress> newBranches,
      MessageVersion message) {
    return new Progress(
        id,
        revision + revisions,
        newPhase,
        stage,
        stageFrom,
        begun,
        rest,
        in,
        versions,
        newBranches,
        newSteps,
        newFault,
        message.envelope(),
        message.properties(),
        message.processed(),
        message.headersChanged(),
        message.bodyChanged(),
        timeline,
        answer);
  }

  /** Whether something is left that can be compensated, now or later, without a person. */
  public boolean hasPendingCompensations() {
    return steps.stream().anyMatch(Progress::isToCompensate);
  }

  private static boolean isToCompensate(StepProgress step) {
    return switch (step.compensation()) {
      case DUE, LEFT, BEGUN -> true;
      case NOTHING, DOUBTFUL -> mayNeedCompensation(step);
    };
  }

  /** Whether it is not known yet if there is something to undo. */
  private static boolean mayNeedCompensation(StepProgress step) {
    return step.role() == Role.PERFORM
        && step.entry().compensator().isPresent()
        && (step.state() == StepState.SENT
            || step.state() == StepState.AWAITING
            || step.state() == StepState.COMPENSATING);
  }

  /**
   * The handlers that it cannot do without, as far as that can be said now. One that may not go on
   * needs none: what is not awaited in vain is compensated, and the rest later.
   */
  public List<String> needed() {
    if (course != Course.RUNNING) {
      return List.of();
    }
    Stream<HandlerEntry> inHand =
        steps.stream()
            .filter(s -> s.role() == Role.PERFORM && !s.state().settled() && !isFirstEnough())
            .map(StepProgress::entry);
    boolean mayEnd = steps.stream().anyMatch(s -> s.stage() == stage && s.entry().mayRespond());
    Stream<HandlerEntry> after = mayEnd ? Stream.empty() : Constructs.certain(rest).stream();
    return Stream.concat(inHand, after)
        .filter(HandlerEntry::mayHalt)
        .map(HandlerEntry::name)
        .toList();
  }

  /** What nobody knows to be compensated, a line each: a person has to look. */
  public List<String> doubts() {
    return steps.stream()
        .filter(s -> s.compensation() == Compensation.DOUBTFUL)
        .map(
            s ->
                "whether compensator '"
                    + s.entry().compensator().orElse("")
                    + "' of handler '"
                    + s.entry().name()
                    + "' has performed is not known")
        .toList();
  }

  /** What waits to be compensated, a line each. */
  public List<String> toCompensate() {
    return steps.stream()
        .filter(Progress::isToCompensate)
        .map(
            s ->
                "handler '"
                    + s.entry().name()
                    + "' by '"
                    + s.entry().compensator().orElse("")
                    + "'")
        .toList();
  }

  /**
   * Whether undoing can go on now.
   *
   * @param served whether a node that is alive serves this handler
   * @param alive whether a node of this name is alive
   */
  public boolean mayCompensate(Predicate<String> served, Predicate<String> alive) {
    return steps.stream()
        .filter(Progress::isToCompensate)
        .anyMatch(
            s ->
                (s.compensation() == Compensation.BEGUN || mayNeedCompensation(s))
                    ? steps.stream().anyMatch(u -> mayGoOn(u, served, alive))
                    : served.test(s.entry().compensator().orElse("")));
  }

  private static boolean mayGoOn(
      StepProgress step, Predicate<String> served, Predicate<String> alive) {
    return switch (step.state()) {
      case SENT, AWAITING -> step.node().filter(n -> alive.test(n.name())).isPresent();
      case NEW, HELD, PAUSED -> step.role() == Role.COMPENSATE && served.test(step.entry().name());
      case COMPENSATING, PERFORMED, SKIPPED, FAILED, FIRED, PLACING, DECIDING -> false;
    };
  }
}
