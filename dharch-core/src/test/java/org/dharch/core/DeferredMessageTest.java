package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.dharch.api.Changes;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Timeline;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult;
import org.junit.jupiter.api.Test;

/** A handler wants its message later: it has done nothing, and is given it again. */
class DeferredMessageTest {
  private static final HandlerEntry SINK = HandlerEntry.of("sink");

  private static Bench bench(HandlerEntry... stage) {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(stage)));
    bench.node("n", "sink", "other", "undo");
    bench.accepted("m");
    return bench;
  }

  private static void defer(Bench bench, Bench.Sent batch, long millis) {
    Changes defer = Changes.builder().defer(Duration.ofMillis(millis)).build();
    bench.reply(batch, "sink", HandlerResult.Status.DEFERRED, "", defer);
  }

  @Test
  void itIsGivenTheMessageAgainThenAndNoRetryIsSpent() {
    Bench bench = bench(SINK); // which is not retried
    for (int time = 1; time <= 5; time++) {
      Bench.Sent batch = bench.batch();
      assertEquals(time, batch.task("sink").attempt());
      defer(bench, batch, 20);
      bench.advance(Duration.ofMillis(19));
      assertEquals(List.of(), bench.batches());
      bench.advance(Duration.ofMillis(1));
    }
    bench.performed(bench.batch(), "sink");
    Outcome.Completed outcome = assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
    assertEquals(5, bench.counter(Counter.DEFERRED));
    assertEquals(0, bench.counter(Counter.RETRIES));
    assertEquals(
        List.of("deferred", "deferred", "deferred", "deferred", "deferred", "performed"),
        outcome.timeline().attempts().stream().map(Timeline.Attempt::result).toList());
  }

  @Test
  void itsNodeIsAsGoodAsAnyOther() {
    Bench bench = bench(SINK);
    Bench.Sent first = bench.batch();
    defer(bench, first, 1);
    bench.advance(Duration.ofMillis(1));
    assertEquals(first.node(), bench.batch().node());
  }

  @Test
  void theDeadlineOfTheMessageBoundsIt() {
    DHManagerConfig config = DHManagerConfig.DEFAULT.deadline(Duration.ofMillis(50));
    Bench bench = new Bench(config, Orchestration.of("o", Stage.of(SINK)));
    bench.node("n", "sink");
    bench.accepted("m");
    for (int time = 0; time < 3; time++) {
      defer(bench, bench.batch(), 20);
      bench.advance(Duration.ofMillis(20));
    }
    assertEquals(Fault.Code.DEADLINE, bench.fault("m").code());
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void aStatefulOneHasNotPerformedAndIsNotUndone() {
    HandlerEntry stateful =
        SINK.atomicity(Atomicity.ATOMIC).compensator("undo").completionCallback(true);
    Bench bench = bench(stateful, HandlerEntry.of("other"));
    Bench.Sent batch = bench.batch();
    defer(bench, batch, 20);
    bench.failed(batch, "other", "no");
    assertEquals("other", bench.fault("m").handler());
    assertEquals(List.of(), bench.batches(), "neither compensated nor told");
  }

  @Test
  void norIsOneThatIsWaitedForWhenTheMessageHalts() {
    HandlerEntry stateful = SINK.atomicity(Atomicity.ATOMIC).compensator("undo");
    Bench bench = bench(stateful, HandlerEntry.of("other"));
    Bench.Sent batch = bench.batch();
    bench.failed(batch, "other", "no");
    assertTrue(bench.outcome("m").isEmpty(), "it may perform yet");
    defer(bench, batch, 20);
    assertEquals("other", bench.fault("m").handler());
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void aDoubledReplyIsIgnored() {
    Bench bench = bench(SINK);
    Bench.Sent batch = bench.batch();
    defer(bench, batch, 20);
    defer(bench, batch, 5);
    assertEquals(1, bench.counter(Counter.RESULTS_IGNORED));
    bench.advance(Duration.ofMillis(19));
    assertEquals(List.of(), bench.batches());
  }

  @Test
  void theTimelineDoesNotGrowWithoutEnd() {
    Bench bench = bench(SINK);
    for (int time = 0; time < 250; time++) {
      defer(bench, bench.batch(), 1);
      bench.advance(Duration.ofMillis(1));
    }
    bench.performed(bench.batch(), "sink");
    Timeline timeline = bench.completed("m").timeline();
    assertEquals(101, timeline.attempts().size());
    assertEquals(List.of("further deferred attempts are not listed"), timeline.notes());
    assertNotEquals(0, bench.counter(Counter.DEFERRED));
  }
}
