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
 * The progress of one message: everything that another incarnation of its manager needs to continue
 * or compensate it. Immutable; {@link ProgressFormat} encodes it.
 *
 * @param id the message's id
 * @param revision increases with each progress of one message
 * @param course the course of the execution
 * @param stage the number of the current stage, from 0; -1 before the first
 * @param stageFrom the index of its first step
 * @param begun the stages begun, the current one last
 * @param rest the remaining orchestration after the current stage
 * @param in {@link StageCursor#in}: the current sequences that catch faults
 * @param versions the message before each of these
 * @param branches of the current stage; empty if it has none
 * @param steps all steps, by index
 * @param fault why the message halts or failed; for a replay, why it had failed
 * @param envelope as it was before the current stage
 * @param timeline of the message so far
 * @param answer the response of a handler in place of its service; empty if there is none
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

  /** The course of an execution. */
  public enum Course {
    /** Its stages run. */
    RUNNING,
    /** It halts, and is compensated. */
    COMPENSATING,
    /** All stages are done; the service may have been invoked. */
    COMPLETED,
    /** A handler responded; the gateway may have the response. */
    RESPONDED,
    /** The gateway has the failure; pending compensations may be left. */
    FAILED,
    /** As FAILED, with a compensation that runs and keeps the others waiting for a while. */
    FAILED_COMPENSATING
  }

  /**
   * This progress, with compensation as the next course. The handlers of a completed or answered
   * message keep their effects, because its service may have been invoked or its requester may have
   * the response.
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
   * This progress, to be continued by a replay.
   *
   * @param message as it was before the current stage
   * @param newSteps the steps at which the replay continues
   * @param newBranches the branches of the current stage
   * @param why the fault of the failed message
   * @param further revisions that the compensation of the same message never reaches
   */
  Progress replayed(
      MessageVersion message,
      List<StepProgress> newSteps,
      List<BranchProgress> newBranches,
      Fault why,
      long further) {
    return with(1 + further, Course.RUNNING, Optional.of(why), newSteps, newBranches, message);
  }

  /** Whether the message has ended and only pending compensations are left. */
  public boolean isCompensationOnly() {
    return course == Course.FAILED || course == Course.FAILED_COMPENSATING;
  }

  /** The fault of the failed message that a replay continues. */
  public Optional<Fault> failed() {
    return course == Course.RUNNING ? fault : Optional.empty();
  }

  /** Whether the current stage ends when the first of its handlers performed. */
  boolean isFirstEnough() {
    return !begun.isEmpty() && begun.get(begun.size() - 1).first();
  }

  public boolean endedWell() {
    return course == Course.COMPLETED || course == Course.RESPONDED;
  }

  /**
   * This progress of a completed message that its service did not accept because of {@code why}.
   */
  public Progress undelivered(Fault why) {
    return with(Course.FAILED, Optional.of(why), steps);
  }

  /** This progress of a completed message: the handlers keep their effects. */
  Progress completed() {
    List<StepProgress> stand =
        steps.stream()
            .map(
                s ->
                    s.compensation() == Compensation.DUE ? s.compensation(Compensation.NOTHING) : s)
            .toList();
    Fault none =
        new Fault(Fault.Code.HANDLER_FAILED, "", "it completed; compensations are pending");
    return with(Course.FAILED, Optional.of(none), stand);
  }

  /** Whether compensations are pending or doubtful. */
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

  /** Whether compensations are pending that need no operator. */
  public boolean hasPendingCompensations() {
    return steps.stream().anyMatch(Progress::isToCompensate);
  }

  private static boolean isToCompensate(StepProgress step) {
    return switch (step.compensation()) {
      case DUE, LEFT, BEGUN -> true;
      case NOTHING, DOUBTFUL -> mayNeedCompensation(step);
    };
  }

  /** Whether it is still unknown if there is something to compensate. */
  private static boolean mayNeedCompensation(StepProgress step) {
    return step.role() == Role.PERFORM
        && step.entry().compensator().isPresent()
        && (step.state() == StepState.SENT
            || step.state() == StepState.AWAITING
            || step.state() == StepState.COMPENSATING);
  }

  /** The handlers that the message requires, as far as known now; none if it halts. */
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

  /** The compensations whose end is unknown, a line each; an operator must resolve them. */
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

  /** The pending compensations, a line each. */
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
   * Whether a pending compensation can run now.
   *
   * @param served whether a live node hosts this handler
   * @param alive whether a node of this name is alive
   */
  public boolean mayCompensate(Predicate<String> served, Predicate<String> alive) {
    return steps.stream()
        .filter(Progress::isToCompensate)
        .anyMatch(
            s ->
                (s.compensation() == Compensation.BEGUN || mayNeedCompensation(s))
                    ? steps.stream().anyMatch(u -> mayContinue(u, served, alive))
                    : served.test(s.entry().compensator().orElse("")));
  }

  private static boolean mayContinue(
      StepProgress step, Predicate<String> served, Predicate<String> alive) {
    return switch (step.state()) {
      case SENT, AWAITING -> step.node().filter(n -> alive.test(n.name())).isPresent();
      case NEW, HELD, PAUSED -> step.role() == Role.COMPENSATE && served.test(step.entry().name());
      case COMPENSATING, PERFORMED, SKIPPED, FAILED, FIRED, PLACING, DECIDING -> false;
    };
  }
}
