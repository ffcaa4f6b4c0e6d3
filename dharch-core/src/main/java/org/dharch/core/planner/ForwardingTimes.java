package org.dharch.core.planner;

import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;

/**
 * Predicts the time of stages in sequence if each handler has its own node and nodes forward the
 * message as far as possible. The first stage of a run includes the transfer from the manager, the
 * last one the transfer back, and each stage between them one transfer. A run ends at a condition,
 * between two successive stages of several handlers, and at a stage of branches or with {@code
 * first}. Not thread-safe.
 */
final class ForwardingTimes implements Predictions.StageTime {
  private final Predictions predictions;
  private boolean open;
  private boolean parallel;

  ForwardingTimes(Predictions predictions) {
    this.predictions = predictions;
  }

  @Override
  public double of(Stage stage) {
    if (stage.first() || stage.isBranched()) {
      open = false;
      return predictions.longest(stage);
    }
    boolean several = stage.handlers().size() > 1;
    boolean continues =
        open
            && !(parallel && several)
            && stage.handlers().stream().allMatch(HandlerEntry::mayRunSpeculatively);
    open = stage.handlers().stream().noneMatch(h -> h.oneway() || h.parts().partial());
    parallel = several;
    return continues
        ? stage.handlers().stream()
            .map(predictions::times)
            .mapToDouble(t -> t.tcomp() + t.tdata() / 2 + t.c())
            .max()
            .orElse(0)
        : predictions.longest(stage);
  }

  @Override
  public void atCondition() {
    open = false;
  }
}
