package org.dharch.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;

/**
 * How a message was halted.
 *
 * @param at when, on this machine's clock, in milliseconds
 * @param fault why
 * @param timeline what had happened to it until then; its id is that under which it was executed
 */
public record FailureRecord(Instant at, Fault fault, Timeline timeline) {
  private static final Set<String> SILENT = Set.of("lost", "timed-out");

  public FailureRecord {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(fault, "fault");
    Objects.requireNonNull(timeline, "timeline");
  }

  /**
   * Whether it was rejected before any handler: of a flood of such messages the latest suffices.
   */
  public boolean isRefusal() {
    return timeline.attempts().isEmpty()
        && switch (fault.code()) {
          case NOT_SERVED, DEADLINE, CANCELLED -> true;
          default -> false;
        };
  }

  /**
   * The handlers whose performance is unknown: their latest attempt was lost, or ran out of time
   * after it had begun, as far as one knows, or its node says that it does not know.
   */
  public Set<String> unknown() {
    Set<String> unknown = new TreeSet<>();
    for (Timeline.Attempt attempt : timeline.attempts()) {
      boolean begun = attempt.receivedNanos() < 0 || attempt.runNanos() > 0;
      boolean saysSo = attempt.result().equals("unknown"); // its node, which went down meanwhile
      if (saysSo || (begun && SILENT.contains(attempt.result()))) {
        unknown.add(attempt.handler());
      } else {
        unknown.remove(attempt.handler());
      }
    }
    return unknown;
  }

  /** The same with one more line in its timeline. */
  public FailureRecord noted(String line) {
    List<String> notes = new ArrayList<>(timeline.notes());
    notes.add(line);
    return new FailureRecord(
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
