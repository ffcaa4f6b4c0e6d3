package org.dharch.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;

/**
 * How a message was halted.
 *
 * @param at when, on this machine's clock, in milliseconds
 * @param fault why
 * @param timeline what had happened to it until then; its id is that under which it was executed
 */
public record Halt(Instant at, Fault fault, Timeline timeline) {
  public Halt {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(fault, "fault");
    Objects.requireNonNull(timeline, "timeline");
  }

  /** The same with one more line in its timeline. */
  public Halt noted(String line) {
    List<String> notes = new ArrayList<>(timeline.notes());
    notes.add(line);
    return new Halt(
        at,
        fault,
        new Timeline(
            timeline.id(),
            timeline.orchestration(),
            timeline.selectedNanos(),
            timeline.endedNanos(),
            timeline.attempts(),
            timeline.mergeNanos(),
            notes));
  }
}
