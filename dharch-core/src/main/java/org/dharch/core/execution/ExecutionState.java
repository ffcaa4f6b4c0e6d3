package org.dharch.core.execution;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Limits;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.stage.Computation;
import org.dharch.core.execution.stage.ComputationResult;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.execution.stage.StageChoice;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.execution.stage.StageMerge;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.Stage;

/** The fields that the actions of one execution share. Not safe for several threads. */
final class ExecutionState {
  final MessageState message;
  final Timeouts timeouts;
  final Limits limits;
  final Steps steps = new Steps();
  final Attempts attempts;
  final SpeculativeStages speculative;

  /** The progress of an earlier incarnation of the manager. */
  final Optional<Progress> earlier;

  /** The revision of the latest progress that was reported. */
  private long revision;

  /** Changed by {@link Execution} alone. */
  Phase phase = Phase.WAITING;

  /** The phase in which the manager closed. */
  Optional<Phase> suspendedIn = Optional.empty();

  /** Null until the message is selected. */
  StageCursor cursor;

  /** The number of the current stage, from 0. */
  int stage = -1;

  /** The index of the first step of the current stage. */
  int stageFrom;

  /** Whether the stage ends when the first of its handlers performed. */
  boolean oneIsEnough;

  /**
   * The message before each current sequence that catches faults, by {@link StageCursor#scopes}.
   */
  Map<Integer, MessageVersion> versions = Map.of();

  /** The branches of the current stage; null if it has none. */
  Branching branching;

  /** Null unless a sequence is compensated. */
  ScopeCompensation scopeCompensation;

  /** Null until no further stage begins. */
  Termination termination;

  /** The number of the latest computation. */
  private int computations;

  /** The computation that the current event requests. */
  private Optional<Effect.Compute> computing = Optional.empty();

  /** The result that the current trigger is about; null otherwise. */
  ComputationResult result;

  /** The stage that STAGE_CHOSEN is about. */
  Stage chosen;

  /** The fault that IMPOSSIBLE is about. */
  Fault impossible;

  ExecutionState(
      MessageState message, Timeouts timeouts, Limits limits, Optional<Progress> earlier) {
    this.message = message;
    this.timeouts = timeouts;
    this.limits = limits;
    this.earlier = earlier;
    earlier.ifPresent(message::restore);
    this.revision = earlier.map(Progress::revision).orElse(0L);
    this.attempts = new Attempts(message, timeouts, limits, steps, revision);
    this.speculative = new SpeculativeStages(message, steps, attempts);
  }

  Environment environment() {
    return attempts.environment();
  }

  List<Step> stageSteps() {
    return steps.from(stageFrom);
  }

  Termination newTermination() {
    speculative.drop();
    return new Termination(
        message,
        timeouts,
        steps,
        attempts,
        () -> progress(Progress.Course.FAILED, environment().now()));
  }

  // ---- computations

  /**
   * Computes at once if that is quick; otherwise in another thread.
   *
   * @return the trigger of the result; null if the message waits for it
   */
  MessageTrigger compute(Computation what) {
    computations++;
    boolean isLarge = environment().computesElsewhere(what.load());
    Optional<ComputationResult> atOnce = isLarge ? Optional.empty() : what.computeAtOnce();
    if (atOnce.isPresent()) {
      return accept(atOnce.get());
    }
    computing = Optional.of(new Effect.Compute(computations, what));
    return null;
  }

  /** The trigger of a result from another thread. */
  MessageTrigger computed(Event.Computed event) {
    return event.number() == computations ? accept(event.result()) : MessageTrigger.COMPUTED_LATE;
  }

  private MessageTrigger accept(ComputationResult computed) {
    result = computed;
    if (computed instanceof StageMerge.Result merged) {
      if (branching != null && branching.isMerging()) {
        return MessageTrigger.BRANCH_MERGED;
      }
      boolean isMerged = merged.merge() instanceof StageMerge.Merged;
      return isMerged ? MessageTrigger.MERGED : MessageTrigger.NOT_MERGED;
    } else if (computed instanceof StageChoice.Result choice) {
      return choice.fault().isPresent() ? impossible(choice.fault().get()) : choose(choice.next());
    }
    return impossible(((ComputationResult.Failed) computed).fault());
  }

  MessageTrigger choose(Optional<Stage> next) {
    chosen = next.orElse(null);
    return next.isPresent() ? MessageTrigger.STAGE_CHOSEN : MessageTrigger.NO_STAGE_LEFT;
  }

  /** The cursor follows the choice that the current trigger is about, if it is about one. */
  void followChoice() {
    if (result instanceof StageChoice.Result choice) {
      cursor = choice.route();
      result = null;
    }
  }

  MessageTrigger impossible(Fault why) {
    impossible = why;
    return MessageTrigger.IMPOSSIBLE;
  }

  /** Returns the requested computation once. */
  Optional<Effect.Compute> takeComputing() {
    Optional<Effect.Compute> taken = computing;
    computing = Optional.empty();
    return taken;
  }

  // ---- progress

  Progress progress(Progress.Course course, long now) {
    if (cursor == null) { // not selected, so nothing has happened since
      return earlier.orElseThrow();
    }
    return new Progress(
        message.id(),
        ++revision,
        course,
        new Progress.Position(
            stage,
            stageFrom,
            cursor.begun(),
            cursor.rest(),
            cursor.scopes(),
            versions,
            branching == null ? List.of() : branching.progress()),
        steps.progress(now),
        message.version(),
        new Progress.History(
            message.timeline(now),
            termination == null ? Optional.empty() : termination.fault(),
            message.answer()));
  }
}
