package org.dharch.core.execution;

import java.util.List;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;

/**
 * What a record of a message's progress says of its orchestration: the stages that had begun, of
 * whose handlers each has a step, in this order, and what is left after them. Used by one thread.
 */
final class BegunStages {
  private final Sequence entries;

  /** How many of its parts have begun, and how many handlers of the last of these have a step. */
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

  /** The stages whose handlers have a step. */
  List<Stage> stages() {
    return entries.parts().subList(0, begun).stream().map(Stage.class::cast).toList();
  }

  /** What is left after them. */
  Sequence rest() {
    return new Sequence(entries.parts().subList(begun, entries.parts().size()));
  }
}
