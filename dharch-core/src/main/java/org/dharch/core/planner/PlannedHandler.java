package org.dharch.core.planner;

import java.util.Optional;
import org.dharch.core.orchestration.HandlerEntry;

/**
 * One handler at its place in the orchestration.
 *
 * @param stage which of the stages in a row it stands in now
 * @param unknown who in its stage declares nothing, so that the stage stays as it is
 * @param w how long a stage has to wait for it, in nanoseconds; 0 if oneway
 */
record PlannedHandler(HandlerEntry entry, int stage, Optional<String> unknown, long w) {
  String name() {
    return entry.name();
  }

  /**
   * Whether what it did outside the message stays when the message halts; of a oneway handler,
   * which changes nothing inside, nothing else is known than that it does something outside.
   */
  boolean irrevocable() {
    return entry.oneway() || (entry.atomicity().stateful() && entry.compensator().isEmpty());
  }
}
