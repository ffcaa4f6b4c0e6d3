package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dharch.api.Changes;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.execution.recovery.RetryBudget;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.wire.HandlerResult.Status;
import org.junit.jupiter.api.Test;

/** Overload does not multiply itself: deadlines and the retry budget bound the attempts. */
class RetryStormTest {
  private static final int FLOOR = RetryBudget.FLOOR_PER_SECOND * RetryBudget.SECONDS;
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final RetryPolicy MANY =
      new RetryPolicy(100, Duration.ofMillis(10), Duration.ofMillis(10));
  private static final RetryPolicy FEW =
      new RetryPolicy(3, Duration.ofMillis(10), Duration.ofMillis(10));
  private static final DHManagerConfig HASTY =
      DHManagerConfig.DEFAULT.deadline(Duration.ofMillis(400));

  private static Bench bench(DHManagerConfig config, HandlerEntry entry) {
    Bench bench = new Bench(config, Orchestration.of("o", Stage.of(entry)));
    bench.node("n1", "A", "U");
    bench.node("n2", "A", "U");
    return bench;
  }

  private static void notStarted(Bench bench, Bench.Sent sent) {
    bench.reply(sent, "A", Status.NOT_STARTED, "the message's deadline passed", Changes.NONE);
  }

  @Test
  void lateReplyBeginsNoAttempt() {
    Bench bench = bench(HASTY, HandlerEntry.of("A").retry(MANY));
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.clock.advance(Duration.ofMillis(400)); // the manager has not looked at its clock
    notStarted(bench, sent);
    bench.advance(MILLI);
    assertEquals(List.of(), bench.batches());
    assertEquals(Fault.Code.DEADLINE, bench.fault("m").code());
    assertEquals(0, bench.counter(Counter.REROUTED));
  }

  @Test
  void stageThatFollowsTheDeadlineIsNotBegun() {
    Bench bench =
        new Bench(
            HASTY,
            Orchestration.of("o", Stage.of("A"), Stage.of(HandlerEntry.of("B").oneway(true))));
    bench.node("n1", "A");
    bench.node("n2", "B");
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.clock.advance(Duration.ofMillis(401));
    bench.performed(sent, "A");
    bench.advance(MILLI);
    assertEquals(List.of(), bench.batches());
    assertEquals(Fault.Code.DEADLINE, bench.fault("m").code());
  }

  @Test
  void replyOfTheLastHandlerCountsIfItPrecedesTheClock() {
    Bench bench = bench(HASTY, HandlerEntry.of("A"));
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.clock.advance(Duration.ofMillis(401));
    bench.performed(sent, "A");
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void attemptThatCannotEndBeforeTheDeadlineIsNotSent() {
    Bench bench = bench(HASTY, HandlerEntry.of("A"));
    learn(bench, 16, Duration.ofMillis(150));
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.advance(Duration.ofMillis(260));
    notStarted(bench, sent);
    assertEquals(List.of(), bench.batches());
    assertEquals(
        new Fault(
            Fault.Code.DEADLINE,
            "A",
            "140.0 ms are left until the message's deadline; the handler has recently run at least"
                + " 150.0 ms"),
        bench.fault("m"));
    assertEquals(1, bench.counter(Counter.NO_TIME_LEFT));
  }

  @Test
  void coldHandlerIsTriedHoweverLongItTook() {
    Bench bench = bench(HASTY, HandlerEntry.of("A"));
    learn(bench, 15, Duration.ofMillis(390));
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.advance(Duration.ofMillis(260));
    notStarted(bench, sent);
    assertEquals(1, bench.batches().size());
    assertEquals(1, bench.counter(Counter.MOVED));
  }

  @Test
  void optionalHandlerWithoutTimeIsSkipped() {
    Bench bench = bench(HASTY, HandlerEntry.of("A").mustPerform(false));
    learn(bench, 16, Duration.ofMillis(150));
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.advance(Duration.ofMillis(260));
    notStarted(bench, sent);
    assertEquals(List.of(), bench.batches());
    assertInstanceOf(Outcome.Completed.class, bench.outcomes.get("m"));
  }

  @Test
  void retryWhosePauseLeavesNoTimeFailsWithTheHandlersOwnFault() {
    RetryPolicy slow = new RetryPolicy(3, Duration.ofMillis(900), Duration.ofMillis(900));
    Bench bench = bench(HASTY, HandlerEntry.of("A").retry(slow));
    bench.accepted("m");
    bench.failed(bench.batch(), "A", "its reason");
    assertEquals(
        new Fault(
            Fault.Code.HANDLER_FAILED,
            "A",
            "its reason; not tried again, because no time is left for it"),
        bench.fault("m"));
    assertEquals(0, bench.counter(Counter.RETRIES));
  }

  private static void learn(Bench bench, int messages, Duration time) {
    for (int i = 0; i < messages; i++) {
      bench.accepted("learn" + i);
      bench.performedIn(bench.batch(), "A", time);
    }
  }

  /** Each node refuses each attempt; there is time enough. */
  @Test
  void refusedAttemptsShareTheBudget() {
    Bench bench = bench(DHManagerConfig.DEFAULT, HandlerEntry.of("A"));
    int attempts = storm(bench, 200, Status.NOT_STARTED);
    assertEquals(200 + FLOOR + 20, attempts);
    assertEquals(FLOOR + 20, bench.counter(Counter.MOVED));
    assertTrue(bench.counter(Counter.REPEATS_DENIED) > 0);
    assertEquals(
        "the node says so; not tried again, because the retry budget is used up",
        bench.fault("m199").reason());
  }

  @Test
  void failedAttemptsShareTheBudgetAndKeepTheirFault() {
    Bench bench = bench(DHManagerConfig.DEFAULT, HandlerEntry.of("A").retry(MANY));
    assertEquals(200 + FLOOR + 20, storm(bench, 200, Status.FAILED));
    assertEquals(Fault.Code.HANDLER_FAILED, bench.fault("m199").code());
  }

  @Test
  void lostNodesAreReplacedWithoutBudget() {
    Bench bench = bench(DHManagerConfig.DEFAULT, HandlerEntry.of("A").retry(MANY));
    storm(bench, 200, Status.FAILED);
    bench.accepted("m");
    Bench.Sent sent = bench.batch();
    bench.receiver.gone(sent.node());
    assertEquals(1, bench.batches().size());
    assertEquals(1, bench.counter(Counter.REROUTED));
  }

  @Test
  void compensatorsAreRetriedWithoutBudget() {
    HandlerEntry quasi =
        HandlerEntry.of("A").atomicity(Atomicity.QUASI_ATOMIC).compensator("U").retry(FEW);
    Bench bench = bench(DHManagerConfig.DEFAULT, quasi);
    for (int i = 0; i < 40; i++) {
      bench.accepted("m" + i);
    }
    for (List<Bench.Sent> sent = bench.batches(); !sent.isEmpty(); sent = answered(bench)) {
      for (Bench.Sent each : sent) {
        boolean fails = each.handlers().contains("A") || each.task("U").attempt() == 1;
        String handler = each.handlers().iterator().next();
        Status status = fails ? Status.FAILED : Status.PERFORMED;
        bench.reply(each, handler, status, "it says so", Changes.NONE);
      }
    }
    assertEquals(Fault.Code.HANDLER_FAILED, bench.fault("m39").code());
    assertTrue(bench.counter(Counter.REPEATS_DENIED) > 0);
    assertEquals(0, bench.counter(Counter.COMPENSATIONS_FAILED));
    assertTrue(bench.counter(Counter.COMPENSATED) > 2 * FLOOR);
  }

  private static List<Bench.Sent> answered(Bench bench) {
    bench.advance(Duration.ofMillis(200));
    return bench.batches();
  }

  /** How many attempts are sent for so many messages if each ends like this. */
  private static int storm(Bench bench, int messages, Status status) {
    for (int i = 0; i < messages; i++) {
      bench.accepted("m" + i);
    }
    int attempts = 0;
    for (List<Bench.Sent> sent = bench.batches(); !sent.isEmpty(); sent = next(bench)) {
      attempts += sent.size();
      new ArrayList<>(sent)
          .forEach(each -> bench.reply(each, "A", status, "the node says so", Changes.NONE));
    }
    return attempts;
  }

  private static List<Bench.Sent> next(Bench bench) {
    bench.advance(Duration.ofMillis(10));
    return bench.batches();
  }
}
