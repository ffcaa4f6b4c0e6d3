package org.dharch.core.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.wire.NodeId;

/**
 * The failure of a message.
 *
 * @param at the time on this machine's clock
 * @param fault the reason
 * @param timeline its events until then, with the id under which it was executed
 */
public record FailureRecord(Instant at, Fault fault, Timeline timeline) {
  private static final Set<String> SILENT = Set.of("lost", "timed-out");

  public FailureRecord {
    Objects.requireNonNull(at, "at");
    fault = fault.plain();
    Objects.requireNonNull(timeline, "timeline");
  }

  /** Whether it was rejected before any handler; of a flood of such messages the latest suffice. */
  public boolean isRefusal() {
    return timeline.attempts().isEmpty()
        && switch (fault.code()) {
          case NOT_SERVED, DEADLINE, CANCELLED -> true;
          default -> false;
        };
  }

  /**
   * The handlers with an unknown outcome: their latest attempt was lost, timed out after its start,
   * or was reported as unknown by its node.
   */
  public Set<String> unknown() {
    Set<String> unknown = new TreeSet<>();
    for (Timeline.Attempt attempt : timeline.attempts()) {
      boolean begun = attempt.receivedNanos() < 0 || attempt.runNanos() > 0;
      boolean isReported =
          attempt.result().equals("unknown"); // reported by its node, which stopped meanwhile
      if (isReported || (begun && SILENT.contains(attempt.result()))) {
        unknown.add(attempt.handler());
      } else {
        unknown.remove(attempt.handler());
      }
    }
    return unknown;
  }

  /** The name of the node of the latest attempt of the failed handler; empty if there is none. */
  public String node() {
    String node = "";
    for (Timeline.Attempt attempt : timeline.attempts()) {
      if (fault.handler().isEmpty() || attempt.handler().equals(fault.handler())) {
        node = NodeId.nameIn(attempt.node());
      }
    }
    return node;
  }

  /** Returns a copy with another line in its timeline. */
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
