package org.dharch.core.execution;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;

/** The actions of {@link MessageTable} for faults, compensation and the end of a message. */
final class EndActions {
  private final ExecutionState execution;
  private final StageActions stages;

  EndActions(ExecutionState execution, StageActions stages) {
    this.execution = execution;
    this.stages = stages;
  }

  private Step failedStep() {
    return execution.branching == null
        ? execution.steps.firstFailed(execution.stageFrom).orElseThrow()
        : execution.branching.firstFailed(execution.steps);
  }

  /** The trigger of a failed step. */
  MessageTrigger failure() {
    boolean isCaught = execution.cursor.catching(failedStep().fault().code()).isPresent();
    return isCaught ? MessageTrigger.FAULT_CAUGHT : MessageTrigger.STEP_FAILED;
  }

  void stepFailed() {
    haltResumably(failedStep().fault());
  }

  // ---- a sequence that catches the fault

  void compensateScope() {
    Fault why = failedStep().fault();
    StageCursor.Catch caught = execution.cursor.catching(why.code()).orElseThrow();
    execution.speculative.drop();
    execution.message.setFault(why); // compensators can read it
    execution.scopeCompensation =
        new ScopeCompensation(why, caught, execution.steps, execution.attempts);
  }

  MessageTrigger compensateScopeNext() {
    if (execution.scopeCompensation.compensateNext()) {
      return null;
    }
    return execution.scopeCompensation.isComplete()
        ? MessageTrigger.SCOPE_COMPENSATED
        : MessageTrigger.SCOPE_NOT_COMPENSATED;
  }

  void haltAfterScope() {
    halt(execution.scopeCompensation.fault());
  }

  MessageTrigger continueAfterFault() {
    ScopeCompensation over = execution.scopeCompensation;
    execution.scopeCompensation = null;
    execution.attempts.cancelHalt();
    int from = execution.stageFrom;
    execution.steps.each(
        s -> s.index() >= from, s -> execution.attempts.take(s, StepTrigger.LEFT_BEHIND));
    execution.attempts.restore(execution.versions.get(over.continuation().from()));
    execution.environment().count(Counter.CAUGHT);
    execution.message.setCaughtFault(over.fault());
    execution.message.note(
        "after stage "
            + (execution.stage + 1)
            + " it continues with "
            + Revision.notation(over.continuation().body())
            + " because of "
            + over.fault());
    execution.oneIsEnough = false;
    execution.branching = null;
    execution.attempts.branching(null);
    execution.cursor.continueAt(over.continuation());
    return stages.choose();
  }

  // ---- halt

  MessageTrigger withdraw(Event.Withdrawn event) {
    if (event.fault().code() == Fault.Code.CANCELLED && isHandlerRequired()) {
      execution.message.note(
          "the requester withdrew; it continues, because a required handler is left");
      return null;
    }
    return MessageTrigger.HALT;
  }

  /** Whether a required handler is left. */
  private boolean isHandlerRequired() {
    return execution.steps.stream().anyMatch(s -> !s.settled() && s.entry().isRequired())
        || Constructs.anyHandler(execution.cursor.rest(), HandlerEntry::isRequired);
  }

  void deadlinePassed() {
    Optional<Step> failed =
        execution.branching == null && !execution.oneIsEnough
            ? execution.steps.firstFailed(execution.stageFrom)
            : Optional.empty();
    if (failed.isPresent()) { // it waited for a handler before it
      haltResumably(failed.get().fault());
      return;
    }
    String waitingFor =
        switch (execution.phase) {
          case MERGING -> "the merge of its handlers' changes";
          case CHOOSING -> "the choice of the next stage";
          default ->
              execution.steps.stream()
                  .filter(s -> !s.settled())
                  .map(s -> "'" + s.handler() + "'")
                  .collect(Collectors.joining(", "));
        };
    haltResumably(
        new Fault(
            Fault.Code.DEADLINE,
            "",
            "the message's deadline passed in stage "
                + (execution.stage + 1)
                + ", waiting for "
                + waitingFor));
  }

  /** Halts; a replay can continue with the current stage, unless a sequence is compensated. */
  void haltResumably(Fault why) {
    if (execution.phase == Phase.COMPENSATING_SCOPE) {
      halt(why);
      return;
    }
    List<Branching.Branch> branches =
        execution.branching == null ? List.of() : execution.branching.branches();
    ResumePoint point =
        new ResumePoint(
            execution.steps,
            execution.environment().now(),
            execution.message.version(),
            branches,
            execution.phase == Phase.CHOOSING);
    halt(why);
    execution.termination.resumableAt(point);
  }

  /** Halts; a replay begins with the first stage. */
  void halt(Fault why) {
    execution.scopeCompensation = null;
    execution.termination = execution.newTermination();
    execution.termination.compensateAll(why);
  }

  void haltImpossible() {
    halt(execution.impossible);
  }

  MessageTrigger compensateNext() {
    return execution.termination.compensateNext() ? null : MessageTrigger.ALL_COMPENSATED;
  }

  void failed() {
    execution.termination.halt();
  }

  void compensationTimedOut() {
    execution.termination.giveUpCompensation();
  }

  // ---- the end

  void complete() {
    execution.followChoice();
    Termination completion = execution.newTermination();
    completion.complete();
    execution.termination = completion; // after complete(): if that fails, the message can halt
  }

  void respond() {
    Termination end = execution.newTermination();
    end.respond();
    execution.termination = end;
  }

  MessageTrigger notifyNext() {
    return execution.termination.notifyNext() ? null : MessageTrigger.ALL_NOTIFIED;
  }

  void giveUpNotifying() {
    execution.termination.giveUpNotifying();
  }

  /** The message stays as it is: its progress remains in the store. */
  void suspend(Fault why) {
    if (execution.termination == null) {
      execution.termination = execution.newTermination();
    }
    execution.termination.suspend(why);
    execution.suspendedIn = Optional.of(execution.phase);
  }

  void abandon(Fault why) {
    boolean compensates = execution.phase == Phase.COMPENSATING;
    if (execution.termination == null) {
      halt(why);
      compensates = true;
    }
    if (compensates) {
      execution.termination.giveUpCompensation();
    }
    execution.termination.giveUpNotifying();
  }
}
