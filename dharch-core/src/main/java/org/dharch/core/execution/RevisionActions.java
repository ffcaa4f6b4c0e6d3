package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.api.MessageProperties;
import org.dharch.core.execution.event.Event;
import org.dharch.core.execution.stage.RestChange;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Sequence;

/** The actions of {@link MessageTable} that replace the remaining orchestration. */
final class RevisionActions {
  private final ExecutionState execution;
  private StageActions stages;

  RevisionActions(ExecutionState execution) {
    this.execution = execution;
  }

  void use(StageActions stageActions) {
    stages = stageActions;
  }

  /**
   * Follows a handler's result that replaces the remaining orchestration; then chooses the next
   * stage.
   *
   * @param undeclared the handler that did not declare this change
   */
  MessageTrigger follow(Optional<String> undeclared, RestChange parsed) {
    execution.message.dropProperty(MessageProperties.REST);
    if (undeclared.isPresent()) {
      refuseUndeclared(undeclared.get());
    } else if (parsed.rest().isEmpty()) {
      refuse(parsed.problem());
    } else if (Revision.repeatsWithoutEnd(execution.cursor, parsed.rest().get())) {
      return execution.impossible(
          new Fault(
              Fault.Code.HANDLER_FAILED,
              "",
              "its handlers repeat without end: with "
                  + Revision.notation(parsed.rest().get())
                  + " it would run more than "
                  + Orchestration.MAX_HANDLERS
                  + " handlers"));
    } else {
      revise(parsed.rest().get());
    }
    return stages.choose();
  }

  MessageTrigger reviseWhileChoosing(Event.Revised event) {
    revise(event.rest());
    return stages.choose();
  }

  void revise(Sequence rest) {
    Optional<String> objection =
        Revision.objection(
            execution.message.policy(),
            execution.message.orchestration().body(),
            execution.cursor,
            rest);
    if (objection.isPresent()) {
      refuse(objection.get());
    } else {
      execution.message.note(
          "after stage " + (execution.stage + 1) + " it continues with " + Revision.notation(rest));
      execution.cursor.replace(rest);
    }
  }

  void refuseForPhase() {
    refuse(
        execution.phase == Phase.COMPENSATING_SCOPE
            ? "a sequence of the message is compensated"
            : "the message has ended");
  }

  void refuseUndeclared(String handler) {
    refuse(
        "handler '"
            + handler
            + "' declares what it writes, and property "
            + MessageProperties.REST
            + " is not among it");
  }

  private void refuse(String reason) {
    execution.environment().count(Counter.CHANGES_REFUSED);
    execution.message.note("change of the orchestration refused: " + reason);
  }
}
