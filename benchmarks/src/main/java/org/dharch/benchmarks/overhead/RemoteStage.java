package org.dharch.benchmarks.overhead;

import java.util.Arrays;
import java.util.List;
import org.dharch.core.Admission;
import org.dharch.core.DHManager;
import org.dharch.core.DHManagerConfig;
import org.dharch.core.Flow;
import org.dharch.core.Outcome;
import org.dharch.core.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.orchestration.Rule;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.spi.CManager;
import org.dharch.core.spi.Gateway;

/** One DHArch stage, from admission to the gateway's completed message; the handlers do nothing. */
final class RemoteStage implements Subject {
  private final DHManager manager;
  private final Submission message;
  private final String[] handlers;

  private final Gateway<Done> gateway =
      new Gateway<>() {
        @Override
        public void completed(Done done, Outcome.Completed outcome) {
          done.done(Arrays.equals(outcome.envelope(), message.envelope()));
        }

        @Override
        public void halted(Done done, Outcome.Halted outcome) {
          System.err.println("halted: " + outcome.fault());
          done.done(false);
        }
      };

  RemoteStage(CManager cmanager, byte[] envelope, String... handlers) {
    this.handlers = handlers.clone();
    Orchestration one = Orchestration.of("overhead", Stage.of(handlers));
    this.manager =
        DHManager.start(
            DHManagerConfig.DEFAULT,
            Orchestrations.of(List.of(one), List.of(Rule.all(Flow.IN, one.name()))),
            cmanager);
    this.message = Submission.of(Flow.IN, "Overhead", envelope);
  }

  /** Whether a node serves all the handlers. */
  boolean served() {
    return manager.nodes().stream()
        .anyMatch(node -> node.handlers().containsAll(Arrays.asList(handlers)));
  }

  @Override
  public void begin(Done done) {
    Admission admission = manager.admit(gateway, done, message);
    if (!(admission instanceof Admission.Accepted)) {
      throw new IllegalStateException("not accepted: " + admission);
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
