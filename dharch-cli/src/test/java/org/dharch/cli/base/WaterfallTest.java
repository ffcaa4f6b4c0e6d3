package org.dharch.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.dharch.api.MessageId;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.Timeline.Attempt;
import org.junit.jupiter.api.Test;

final class WaterfallTest {
  private static final long MS = 1_000_000;

  private static Timeline timeline(long ended, List<String> notes, Attempt... attempts) {
    return new Timeline(new MessageId(1, 2), "plan", MS, ended, List.of(attempts), MS / 4, notes);
  }

  private static Attempt attempt(
      int stage, String handler, int number, long sent, long received, long queue, long run) {
    return new Attempt(
        stage,
        handler,
        "node-" + handler + "~x1",
        number,
        sent * MS,
        received < 0 ? -1 : received * MS,
        queue * MS,
        run * MS,
        received < 0 ? "lost" : "performed",
        -1);
  }

  @Test
  void parallelHandlersAreDrawnBelowEachOther() {
    List<String> lines =
        Waterfall.of(
            timeline(
                60 * MS,
                List.of(),
                attempt(0, "A", 1, 0, 30, 0, 20),
                attempt(0, "B", 1, 0, 20, 10, 4),
                attempt(1, "E", 1, 30, 60, 0, 30)));
    // one column is one millisecond
    assertEquals(
        "1 A    node-A |"
            + "-".repeat(5)
            + "#".repeat(20)
            + "-".repeat(5)
            + " ".repeat(30)
            + "|"
            + " run 20.00, way 10.00",
        lines.get(2));
    assertEquals(
        "1 B    node-B |"
            + "---"
            + ".".repeat(10)
            + "####"
            + "---"
            + " ".repeat(40)
            + "|"
            + " run 4.00, way 6.00",
        lines.get(3));
    assertEquals(
        "2 E    node-E |" + " ".repeat(30) + "#".repeat(30) + "|" + " run 30.00, way 0.00",
        lines.get(4));
    assertTrue(lines.get(0).endsWith("60.00 ms"), lines.get(0));
    assertTrue(lines.get(5).contains("merging took 0.25 ms"), lines.get(5));
  }

  @Test
  void unansweredAttemptAndRetryAreDistinct() {
    List<String> lines =
        Waterfall.of(
            timeline(
                60 * MS,
                List.of("node-A was lost"),
                attempt(0, "A", 1, 0, -1, 0, 0),
                attempt(0, "A", 2, 30, 60, 0, 30)));
    assertTrue(lines.get(2).endsWith("|" + "-".repeat(60) + "| lost"), lines.get(2));
    assertTrue(lines.get(3).endsWith("run 30.00, way 0.00 attempt 2"), lines.get(3));
    assertEquals("note: node-A was lost", lines.get(5));
  }

  /** What a handler says may be meant for a terminal. */
  @Test
  void notesAreEscapedForTerminal() {
    List<String> lines =
        Waterfall.of(timeline(MS, List.of("a\u001b[2Jb\u009bc\n\tat x.Y.z(Y.java:1)")));
    assertEquals("note: a?[2Jb?c", lines.get(3));
    assertEquals("    at x.Y.z(Y.java:1)", lines.get(4));
  }

  @Test
  void immediatelyEndedMessageIsDrawn() {
    Timeline empty = new Timeline(new MessageId(1, 2), "p", 0, 0, List.of(), 0, List.of());
    assertEquals(3, Waterfall.of(empty).size());
  }

  @Test
  void lateReplyStaysInsideTimeline() {
    List<String> lines =
        Waterfall.of(timeline(10 * MS, List.of(), attempt(0, "A", 1, 5, 40, 0, 35)));
    assertTrue(lines.get(2).contains("#|"), lines.get(2));
  }
}
