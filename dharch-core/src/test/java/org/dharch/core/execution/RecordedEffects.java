package org.dharch.core.execution;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.message.Outcome;

/** The effects of an execution, in order. */
final class RecordedEffects extends ArrayList<Effect> {
  private static final long serialVersionUID = 1L;

  List<Effect.Send> sends() {
    return stream().filter(Effect.Send.class::isInstance).map(Effect.Send.class::cast).toList();
  }

  Effect.Send lastSend() {
    return sends().get(sends().size() - 1);
  }

  /** The outcome of the completed message. */
  Outcome.Completed completed() {
    return stream()
        .filter(Effect.End.class::isInstance)
        .map(e -> (Outcome.Completed) ((Effect.End) e).outcome())
        .findFirst()
        .orElseThrow(() -> new AssertionError("not completed: " + this));
  }
}
