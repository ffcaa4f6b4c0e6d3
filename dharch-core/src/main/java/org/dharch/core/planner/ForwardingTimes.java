package org.dharch.core.planner;

import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;

/**
 * How long stages take, one after another, where each handler has a node of its own and the message
 * goes on from one to the next as far as it can: the first stage of a run pays the way there and
 * the last one back, each between them one way. A condition ends the run, and so do two stages of
 * several handlers, one after the other, and one of branches or that goes on with the first. Used
 * by one thread.
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
    boolean goesOn =
        open
            && !(parallel && several)
            && stage.handlers().stream().allMatch(HandlerEntry::mayRunSpeculatively);
    open = stage.handlers().stream().noneMatch(h -> h.oneway() || h.partial());
    parallel = several;
    return goesOn
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
