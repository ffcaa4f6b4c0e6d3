package org.dharch.core.admission;

import java.util.Optional;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.recovery.Readmission;
import org.dharch.core.recovery.Resumable;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;

/**
 * Admits stored messages again. A message with stored progress continues from there. Other accepted
 * messages keep their id. A replayed message gets a new id, because it is performed again.
 *
 * @param <C> the container's context
 */
public final class ReplayAdmission<C> implements Readmission {
  private final AdmissionControl admissionControl;
  private final ProgressFormat format;
  private final ReplayGateway<C> replayGateway;

  public ReplayAdmission(
      AdmissionControl admissionControl, ProgressFormat format, ReplayGateway<C> replayGateway) {
    this.format = format;
    this.admissionControl = admissionControl;
    this.replayGateway = replayGateway;
  }

  @Override
  public Answer enter(StoredMessage message, StoreState state) {
    try {
      Optional<Assignment> assignment = admissionControl.choose(message);
      if (assignment.isEmpty()) {
        return new Answer.Never(
            "no rule gives it an orchestration, and '" + message.orchestration() + "' is gone");
      }
      return enter(message, state, assignment.get());
    } catch (DHArchException | IllegalArgumentException e) {
      return new Answer.Never(String.valueOf(e.getMessage()));
    }
  }

  /**
   * A failed message continues only in the same orchestration. If the orchestration was changed,
   * the message starts from the beginning.
   */
  private Optional<Progress> earlier(byte[] far, String plan) {
    if (!Resumable.is(far)) {
      return Optional.of(format.decode(far));
    }
    return Optional.of(Resumable.decode(far, format))
        .filter(one -> one.plan().equals(plan))
        .map(Resumable::progress);
  }

  private Answer enter(StoredMessage message, StoreState state, Assignment assignment) {
    Submission submission = message.submission();
    Optional<Fault> refusal = admissionControl.refusal(submission);
    if (refusal.isPresent()) {
      return refusal.get().code() == Fault.Code.SHUT_DOWN
          ? Answer.CLOSED
          : new Answer.Never(refusal.get().reason());
    }
    String plan = assignment.orchestration().notation();
    Optional<Progress> earlier = message.progress().flatMap(far -> earlier(far, plan));
    Optional<String> unserved =
        earlier.isPresent()
            ? admissionControl.unserved(earlier.get().needed())
            : admissionControl.unservable(assignment.orchestration()).map(Fault::handler);
    if (unserved.isPresent()) {
      return new Answer.Deferred("no node that is alive serves handler '" + unserved.get() + "'");
    }
    if (!admissionControl.hasCapacity()) {
      return Answer.BUSY;
    }
    Optional<C> context = replayGateway.newContext(submission);
    if (context.isEmpty()) {
      return new Answer.Deferred("service '" + submission.service() + "' cannot take more now");
    }
    StoredMessage as = earlier.isPresent() ? message : message.fromTheBeginning();
    if (!admissionControl.reenter(as, state, earlier, replayGateway, context.get(), assignment)) {
      replayGateway.discard(context.get());
      return Answer.BUSY;
    }
    return new Answer.Entered();
  }
}
