package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.dharch.core.node.NodeBench.batch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.CallDepth;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.TaskBatch;
import org.junit.jupiter.api.Test;

/** What a node does with messages that its own handlers may wait for. */
final class NestedTasksTest {
  private final NodeBench bench = new NodeBench();

  private static TaskBatch deep(long id, int depth, String handler) {
    TaskBatch batch = batch(id, task(0, handler));
    return batch.with(
        batch.content().with(MessageProperties.of(Map.of(CallDepth.PROPERTY, depth))));
  }

  private List<Long> begun() {
    return bench.workers.begun.stream().map(task -> task.key.id().low()).toList();
  }

  private void finish(long id) {
    bench.workers.finish(
        bench.workers.begun.stream()
            .filter(task -> task.key.id().low() == id)
            .findFirst()
            .orElseThrow());
  }

  private NodeBench busy(int workers, int concurrency) {
    bench.builder.workers(workers);
    bench.host("a", concurrency, NOTHING).start();
    for (int i = 0; i < workers; i++) {
      bench.offer(i, "a");
    }
    return bench;
  }

  @Test
  void eachDepthHasOneExtraWorker() {
    busy(2, 100).offer(10, "a");
    for (int depth = 1; depth <= CallDepth.MOST; depth++) {
      bench.offer(deep(10 * depth + 1, depth, "a"));
      bench.offer(deep(10 * depth + 2, depth, "a"));
    }
    assertEquals(List.of(0L, 1L, 11L, 21L, 31L, 41L, 51L, 61L, 71L, 81L), begun());
    finish(41);
    assertTrue(begun().contains(42L), "the next of its depth");
    finish(42);
    assertEquals(9, begun().size(), "and nothing of another");
    finish(0);
    assertTrue(begun().contains(10L), "a worker takes the oldest");
    finish(1);
    bench.workers.finishAll();
    assertEquals(19, bench.channel.results().size());
  }

  @Test
  void anIdleWorkerTakesWhatIsDeepAsAnythingElse() {
    busy(1, 4);
    finish(0);
    bench.offer(deep(1, 3, "a"));
    bench.offer(2, "a");
    assertEquals(List.of(1L), begun());
    bench.offer(deep(3, 3, "a"));
    assertEquals(List.of(1L, 3L), begun(), "beside it");
  }

  @Test
  void aHandlerOfFewPlacesKeepsThem() {
    busy(2, 2).offer(deep(11, 1, "a"));
    assertEquals(List.of(0L, 1L), begun());
    bench.pass(Duration.ofMillis(10));
    assertEquals(2, begun().size());
    finish(0);
    assertEquals(List.of(1L, 11L), begun());
  }

  @Test
  void whatCannotBeADepthIsNone() {
    busy(1, 9);
    bench.offer(deep(1, 9, "a"));
    bench.offer(deep(2, -1, "a"));
    assertEquals(List.of(0L), begun());
  }

  /** Its place is free for the next, and no worker has come of it. */
  @Test
  void hungNestedTaskIsAbandoned() {
    busy(1, 20).offer(deep(11, 1, "a"));
    bench.offer(deep(12, 1, "a"));
    bench.offer(13, "a");
    bench.pass(Duration.ofSeconds(3)); // their timeToFinish
    bench.pass(Duration.ofSeconds(1));
    assertEquals(1, bench.workers.replaced, "the worker; the other is none");
    assertEquals(List.of(0L, 11L, 12L), begun(), "the new worker takes the oldest");
    bench.offer(deep(14, 1, "a"));
    assertEquals(List.of(0L, 11L, 12L, 14L), begun(), "in the place that was given up");
    finish(11);
    finish(0);
    assertEquals(List.of(12L, 14L), begun(), "no worker has come of it");
    finish(14);
    assertEquals(List.of(12L), begun());
    finish(12);
    assertEquals(List.of(13L), begun());
  }

  @Test
  void noHandlerMaySayHowDeepItsMessageIs() {
    bench.host("a", 1, m -> Changes.builder().property(CallDepth.PROPERTY, 3).build()).start();
    bench.offer(1, "a");
    bench.workers.finishAll();
    assertEquals(Status.FAILED, bench.channel.onlyResult().status());
  }
}
