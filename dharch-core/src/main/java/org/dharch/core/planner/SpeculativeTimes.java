package org.dharch.core.planner;

import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;

/**
 * Predicts the time of stages in sequence if one node executes as many as possible speculatively:
 * only the first one includes the round trip. A condition ends such a run. Not thread-safe.
 */
final class SpeculativeTimes implements Predictions.StageTime {
  private final Predictions predictions;
  private boolean open;
  private Optional<String> node = Optional.empty();

  SpeculativeTimes(Predictions predictions) {
    this.predictions = predictions;
  }

  @Override
  public double of(Stage stage) {
    if (stage.first() || stage.isBranched()) {
      open = false;
      return predictions.longest(stage);
    }
    boolean continues =
        open && stage.handlers().stream().allMatch(h -> h.mayRunSpeculatively() && isHere(h));
    if (continues) {
      return longest(stage, h -> predictions.times(h).tcomp() + predictions.times(h).c());
    }
    node = stage.handlers().stream().flatMap(h -> h.node().stream()).findFirst();
    open =
        stage.handlers().stream()
            .noneMatch(h -> h.oneway() || h.parts().given().isPresent() || !isHere(h));
    return predictions.longest(stage);
  }

  /** Whether the current node may host the handler. */
  private boolean isHere(HandlerEntry handler) {
    return handler.node().isEmpty() || handler.node().equals(node);
  }

  private static double longest(Stage stage, ToDoubleFunction<HandlerEntry> time) {
    return stage.handlers().stream().mapToDouble(time).max().orElse(0);
  }

  @Override
  public void atCondition() {
    open = false;
  }
}
