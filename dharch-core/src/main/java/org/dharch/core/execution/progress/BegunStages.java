package org.dharch.core.execution.progress;

import java.util.List;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * Divides recorded entries into the stages that had begun and the rest. Every handler of a begun
 * stage has a step. Not safe for several threads.
 */
final class BegunStages {
  private final Sequence entries;

  /** The number of begun parts, and of the steps of the last one. */
  private int begun;

  private int handlers;

  BegunStages(Sequence entries) {
    this.entries = entries;
  }

  /**
   * The entry of the next step that performs.
   *
   * @throws IllegalArgumentException if there is none
   */
  HandlerEntry next() {
    if (begun == 0 || handlers == last().handlers().size()) {
      if (begun == entries.parts().size() || !(entries.parts().get(begun) instanceof Stage)) {
        throw new IllegalArgumentException("more steps than entries");
      }
      begun++;
      handlers = 0;
    }
    return last().handlers().get(handlers++);
  }

  private Stage last() {
    return (Stage) entries.parts().get(begun - 1);
  }

  List<Stage> stages() {
    return entries.parts().subList(0, begun).stream().map(Stage.class::cast).toList();
  }

  /** The entries after the begun stages. */
  Sequence rest() {
    return Sequence.of(entries.parts().subList(begun, entries.parts().size()));
  }
}
