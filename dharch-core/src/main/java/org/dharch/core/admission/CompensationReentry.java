package org.dharch.core.admission;

import java.util.Optional;
import org.dharch.core.execution.progress.Progress;
import org.dharch.core.message.Outcome;
import org.dharch.core.orchestration.rule.Orchestrations.Assignment;
import org.dharch.core.placement.NodeDirectory;
import org.dharch.core.recovery.PendingCompensations;
import org.dharch.core.spi.Gateway;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.wire.NodeStatus;

/**
 * Admits ended messages again to perform their pending compensations. They have no container
 * context.
 */
public final class CompensationReentry implements PendingCompensations.Reentry {
  /** Ignores the outcome, because only the store records it. */
  private static final Gateway<String> NO_CLIENT =
      new Gateway<>() {
        @Override
        public void completed(String context, Outcome.Completed outcome) {}

        @Override
        public void failed(String context, Outcome.Failed outcome) {}

        @Override
        public void responded(String context, Outcome.Responded outcome) {}
      };

  private final AdmissionControl admissionControl;
  private final NodeDirectory directory;

  public CompensationReentry(AdmissionControl admissionControl, NodeDirectory directory) {
    this.admissionControl = admissionControl;
    this.directory = directory;
  }

  @Override
  public boolean mayCompensate(Progress progress) {
    return admissionControl.hasCapacity()
        && progress.mayCompensate(
            directory::serves,
            name -> directory.statuses().stream().anyMatch(s -> isAlive(s, name)));
  }

  private static boolean isAlive(NodeStatus status, String name) {
    return status.node().name().equals(name);
  }

  @Override
  public boolean compensate(StoredMessage message, Progress progress) {
    return admissionControl.reenter(
        message,
        StoreState.UNRESOLVED,
        Optional.of(progress),
        NO_CLIENT,
        message.key().id().toString(),
        Assignment.NONE);
  }
}
