package org.dharch.core.execution.progress;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.MessageId;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.NodeId;

/**
 * The progress of one message: everything that another incarnation of its manager needs to continue
 * or compensate it. Immutable; {@link ProgressFormat} encodes it.
 *
 * @param revision increases with each progress of one message
 * @param steps all steps, by index
 * @param message as it was before the current stage
 */
public record Progress(
    MessageId id,
    long revision,
    Course course,
    Position position,
    List<StepProgress> steps,
    MessageVersion message,
    History history) {

  public Progress {
    steps = List.copyOf(steps);
  }

  /**
   * The position in the orchestration.
   *
   * @param stage the number of the current stage, from 0; -1 before the first
   * @param stageFrom the index of its first step
   * @param begun the stages begun, the current one last
   * @param rest the remaining orchestration after the current stage
   * @param scopes {@link StageCursor#scopes}: the current sequences that catch faults
   * @param versions the message before each of these
   * @param branches of the current stage; empty if it has none
   */
  public record Position(
      int stage,
      int stageFrom,
      List<Stage> begun,
      Sequence rest,
      List<Integer> scopes,
      Map<Integer, MessageVersion> versions,
      List<BranchProgress> branches) {

    public Position {
      begun = List.copyOf(begun);
      scopes = List.copyOf(scopes);
      versions = Map.copyOf(versions);
      branches = List.copyOf(branches);
    }

    /** Whether the current stage ends when the first of its handlers performed. */
    public boolean isFirstEnough() {
      return !begun.isEmpty() && begun.get(begun.size() - 1).first();
    }

    private Position with(List<BranchProgress> value) {
      return new Position(stage, stageFrom, begun, rest, scopes, versions, value);
    }
  }

  /**
   * The events so far.
   *
   * @param fault why the message halts or failed; for a replay, why it had failed
   * @param answer the response of a handler in place of its service; empty if there is none
   */
  public record History(Timeline timeline, Optional<Fault> fault, Optional<Verdict> answer) {}

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
    return with(next, isRunning ? why : fault().orElse(why), steps);
  }

  /**
   * This progress, to be continued by a replay.
   *
   * @param version the message before the current stage
   * @param newSteps the steps at which the replay continues
   * @param newBranches the branches of the current stage
   * @param why the fault of the failed message
   * @param further revisions that the compensation of the same message never reaches
   */
  public Progress replayed(
      MessageVersion version,
      List<StepProgress> newSteps,
      List<BranchProgress> newBranches,
      Fault why,
      long further) {
    return new Progress(
        id,
        revision + 1 + further,
        Course.RUNNING,
        position.with(newBranches),
        newSteps,
        version,
        history(why));
  }

  /** Whether the message has ended and only pending compensations are left. */
  public boolean isCompensationOnly() {
    return course == Course.FAILED || course == Course.FAILED_COMPENSATING;
  }

  /** The fault of the failed message that a replay continues. */
  public Optional<Fault> failed() {
    return course == Course.RUNNING ? fault() : Optional.empty();
  }

  public Optional<Fault> fault() {
    return history.fault();
  }

  public Timeline timeline() {
    return history.timeline();
  }

  public boolean endedWell() {
    return course == Course.COMPLETED || course == Course.RESPONDED;
  }

  /**
   * This progress of a completed message that its service did not accept because of {@code why}.
   */
  public Progress undelivered(Fault why) {
    return with(Course.FAILED, why, steps);
  }

  /** This progress of a completed message: the handlers keep their effects. */
  public Progress completed() {
    List<StepProgress> kept =
        steps.stream()
            .map(s -> s.compensation() == Compensation.DUE ? s.with(Compensation.NOTHING) : s)
            .toList();
    Fault none =
        new Fault(Fault.Code.HANDLER_FAILED, "", "it completed; compensations are pending");
    return with(Course.FAILED, none, kept);
  }

  /** Whether compensations are pending or doubtful. */
  public boolean isUnresolved() {
    return hasPendingCompensations() || !doubts().isEmpty();
  }

  /** This progress, after these nanoseconds without an event. */
  public Progress waited(long nanos) {
    List<StepProgress> now = steps.stream().map(s -> s.waited(nanos)).toList();
    return new Progress(id, revision, course, position, now, message, history);
  }

  private Progress with(Course newCourse, Fault newFault, List<StepProgress> newSteps) {
    return new Progress(
        id, revision + 1, newCourse, position, newSteps, message, history(newFault));
  }

  private History history(Fault newFault) {
    return new History(history.timeline(), Optional.of(newFault), history.answer());
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
    return step.role() == StepRole.PERFORM
        && step.entry().failures().compensator().isPresent()
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
            .filter(
                s ->
                    s.role() == StepRole.PERFORM
                        && !s.state().settled()
                        && !position.isFirstEnough())
            .map(StepProgress::entry);
    boolean mayEnd =
        steps.stream()
            .anyMatch(s -> s.subject().stage() == position.stage() && s.entry().mayRespond());
    Stream<HandlerEntry> after =
        mayEnd ? Stream.empty() : Constructs.certain(position.rest()).stream();
    return Stream.concat(inHand, after)
        .filter(HandlerEntry::isRequired)
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
                    + s.entry().failures().compensator().orElse("")
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
                    + s.entry().failures().compensator().orElse("")
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
                    : served.test(s.entry().failures().compensator().orElse("")));
  }

  private static boolean mayContinue(
      StepProgress step, Predicate<String> served, Predicate<String> alive) {
    return switch (step.state()) {
      case SENT, AWAITING -> {
        NodeId node = step.node().orElseThrow();
        yield alive.test(node.name())
            || (step.role() == StepRole.PERFORM
                ? served.test(step.entry().failures().compensator().orElse(""))
                : node.journal().isEmpty()); // its result can never be known
      }
      case NEW, HELD, PAUSED ->
          step.role() == StepRole.COMPENSATE && served.test(step.entry().name());
      case COMPENSATING, PERFORMED, SKIPPED, FAILED, FIRED, PLACING, DECIDING -> false;
    };
  }
}
