package org.dharch.core;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.Changes;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;
import org.dharch.core.view.MessageProgress;
import org.junit.jupiter.api.Test;

/** Fault B4, with the threads that a manager has when nobody steps it, and no folder. */
class InMemoryCompensationTest {
  private static final Orchestration BOOKING =
      Orchestration.of(
          "o",
          Stage.of(HandlerEntry.of("book").atomicity(Atomicity.ATOMIC).compensator("unbook")),
          Stage.of("check"));

  private static final class Ends implements Gateway<CompletableFuture<Outcome>> {
    @Override
    public void completed(CompletableFuture<Outcome> end, Outcome.Completed outcome) {
      end.complete(outcome);
    }

    @Override
    public void failed(CompletableFuture<Outcome> end, Outcome.Failed outcome) {
      end.complete(outcome);
    }

    @Override
    public void responded(CompletableFuture<Outcome> end, Outcome.Responded outcome) {
      end.complete(outcome);
    }
  }

  private static long attempts(DHManager manager, String handler, String result) {
    return manager.status().latencies().byPlace().entrySet().stream()
        .filter(entry -> entry.getKey().handler().equals(handler))
        .mapToLong(entry -> entry.getValue().results().getOrDefault(result, 0L))
        .sum();
  }

  @Test
  void compensationRunsWhenANodeJoins() throws Exception {
    InMemoryTransport transport = new InMemoryTransport();
    AtomicInteger compensated = new AtomicInteger();
    HandlerNode.Builder first =
        HandlerNode.builder("first")
            .handler("book", 1, message -> Changes.NONE)
            .handler(
                "check",
                1,
                message -> {
                  throw new IllegalStateException("no");
                });
    HandlerNode.Builder late =
        HandlerNode.builder("late")
            .handler(
                "unbook",
                1,
                message -> {
                  compensated.incrementAndGet();
                  return Changes.NONE;
                });
    HandlerNode node = first.start(transport.node());
    try (node;
        DHManager manager =
            DHManager.start(
                DHManagerConfig.DEFAULT.timeToStart(Duration.ofMillis(100)),
                Orchestrations.of(List.of(BOOKING), List.of(Rule.all(Direction.IN, "o"))),
                transport.manager())) {
      CompletableFuture<Outcome> end = new CompletableFuture<>();
      Submission message = Submission.of(Direction.IN, "S", Bench.ENVELOPE);
      manager.admit(new Ends(), end, message);
      assertInstanceOf(Outcome.Failed.class, end.get(20, TimeUnit.SECONDS));
      HandlerNode other = late.start(transport.node());
      try (other) {
        await().atMost(20, TimeUnit.SECONDS).until(() -> compensated.get() == 1);
        await()
            .atMost(20, TimeUnit.SECONDS)
            .until(() -> manager.storedMessages().unresolved().isEmpty());
        MessageProgress.Filter all =
            new MessageProgress.Filter(
                Optional.empty(),
                Optional.empty(),
                Duration.ZERO,
                true,
                10,
                Set.of(),
                Optional.empty());
        assertEquals(
            1, manager.status().counters().get(Counter.ADMITTED), "it is one message all the time");
        assertEquals(1, manager.status().counters().get(Counter.FAILED));
        assertEquals(1, manager.status().progress(all).size());
        assertEquals(1, attempts(manager, "book", "performed"));
        assertEquals(1, attempts(manager, "unbook", "performed"));
      }
    }
  }
}
