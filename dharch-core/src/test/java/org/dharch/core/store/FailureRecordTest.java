package org.dharch.core.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.message.Timeline.Attempt;
import org.junit.jupiter.api.Test;

/** Of which handlers it is unknown whether they performed. */
class FailureRecordTest {
  private static Attempt attempt(int number, long received, long ran, String result) {
    return new Attempt(0, "book", "n~1", number, 10, received, 0, ran, result, -1);
  }

  private static Set<String> unknown(Attempt... attempts) {
    MessageId id = new MessageId(1, 2);
    Timeline timeline = new Timeline(id, "o", 0, 100, List.of(attempts), 0, List.of());
    Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "book", "no");
    return new FailureRecord(Instant.EPOCH, fault, timeline).unknown();
  }

  @Test
  void attemptOfStoppedNodeIsUnknown() {
    assertEquals(Set.of("book"), unknown(attempt(1, 50, 0, "unknown")));
    assertEquals(Set.of(), unknown(attempt(1, 50, 0, "unknown"), attempt(2, 80, 5, "performed")));
  }

  @Test
  void unansweredAttemptIsUnknownIfItMayHaveStarted() {
    assertEquals(Set.of("book"), unknown(attempt(1, -1, 0, "lost")));
    assertEquals(Set.of("book"), unknown(attempt(1, 50, 20, "timed-out")));
    assertEquals(Set.of(), unknown(attempt(1, 50, 0, "timed-out")), "it was not begun");
    assertEquals(Set.of(), unknown(attempt(1, 50, 20, "failed")));
  }
}
