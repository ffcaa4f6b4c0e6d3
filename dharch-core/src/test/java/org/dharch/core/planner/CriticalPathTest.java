package org.dharch.core.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dharch.api.MessageId;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.Timeline.Attempt;
import org.junit.jupiter.api.Test;

final class CriticalPathTest {
  private static Attempt attempt(
      int stage, String handler, int number, long sent, long received, String result) {
    return new Attempt(stage, handler, "n~1", number, sent, received, 1, 4, result, -1);
  }

  private static CriticalPath of(long ended, Attempt... attempts) {
    return CriticalPath.of(
        new Timeline(new MessageId(1, 2), "o", 5, ended, List.of(attempts), 0, List.of()));
  }

  @Test
  void eachStageWaitsForItsLastReply() {
    CriticalPath path =
        of(
            100,
            attempt(0, "A", 1, 10, 40, "performed"),
            attempt(0, "B", 1, 10, 60, "performed"),
            attempt(1, "C", 1, 65, 90, "performed"));
    assertEquals(5, path.queued());
    assertEquals(30, path.saved()); // A's, in parallel to B
    assertEquals(100 - 5 - 50 - 25, path.rest());
    assertEquals(List.of("B", "C"), path.links().stream().map(CriticalPath.Link::handler).toList());
    assertEquals(20, path.links().get(0).without()); // A would have ended 20 before B
    assertEquals(25, path.links().get(1).without()); // alone in its stage
    assertEquals(45, path.links().get(0).way());
  }

  @Test
  void repeatedAttemptsAreOneChain() {
    CriticalPath path =
        of(
            100,
            attempt(0, "A", 1, 10, -1, "lost"),
            attempt(0, "A", 2, 50, 80, "performed"),
            attempt(0, "B", 1, 10, 20, "performed"));
    assertEquals(2, path.links().get(0).attempts());
    assertEquals(70, path.links().get(0).took());
    assertEquals(60, path.links().get(0).without());
    assertEquals(10, path.saved());
  }

  @Test
  void onewayHandlersDelayNothing() {
    CriticalPath path =
        of(
            100,
            attempt(0, "A", 1, 10, -1, "sent"),
            attempt(0, "B", 1, 10, 20, "performed"),
            attempt(1, "A", 1, 30, -1, "sent"));
    assertEquals(1, path.links().size());
    assertEquals("B", path.links().get(0).handler());
    assertEquals(0, of(3).links().size());
    assertEquals(0, of(3).rest());
  }
}
