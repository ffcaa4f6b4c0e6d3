package org.dharch.core.planner;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.dharch.api.MessageProperties;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;

/**
 * One handler at its place in the orchestration.
 *
 * @param stage the index of its stage in the row of stages
 * @param stageMates all handlers of that stage, including this one
 * @param w how long a stage has to wait for it, in nanoseconds; 0 if oneway
 */
record PlannedHandler(HandlerEntry entry, int stage, List<HandlerEntry> stageMates, long w) {
  private static final DeclaredPart REST = new DeclaredPart.Property(MessageProperties.REST);

  String name() {
    return entry.name();
  }

  /** Returns a handler of its stage that declares nothing, so that the stage stays as it is. */
  Optional<String> unknown() {
    return stageMate(handler -> handler.parts().access().isEmpty());
  }

  /** Returns a handler of its stage that may change the remaining orchestration. */
  Optional<String> changing() {
    return stageMate(PlannedHandler::mayChangeTheRest);
  }

  /** Returns a handler of its stage that may respond to the message. */
  Optional<String> answering() {
    return stageMate(HandlerEntry::mayRespond);
  }

  private Optional<String> stageMate(Predicate<HandlerEntry> which) {
    return stageMates.stream().filter(which).findFirst().map(HandlerEntry::name);
  }

  /** Whether it may be in a branch: all its effects on the message are known. */
  boolean mayBranch() {
    return entry.parts().access().isPresent() && !entry.mayRespond() && !mayChangeTheRest(entry);
  }

  private static boolean mayChangeTheRest(HandlerEntry handler) {
    return handler.parts().access().filter(access -> access.writes().contains(REST)).isPresent();
  }

  /**
   * Whether its effects outside the message remain when the message halts. A oneway handler changes
   * nothing inside, so it must have effects outside.
   */
  boolean irrevocable() {
    return entry.oneway()
        || (entry.failures().atomicity().stateful() && entry.failures().compensator().isEmpty());
  }
}
