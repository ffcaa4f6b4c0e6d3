package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.NOTHING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that has nothing to do is stepped for its heartbeats alone, and at once when it has. */
final class NodeTimerTest {
  private final NodeBench bench = new NodeBench();
  private final AtomicInteger awoken = new AtomicInteger();

  @BeforeEach
  void start() {
    bench.builder.workers(1);
    bench.host("a", 1, NOTHING).start();
    bench.node.engine.timer(awoken::incrementAndGet);
  }

  /** Steps it as its timer would for so long; gives how often. */
  private int steps(Duration time) {
    long end = bench.clock.nanos() + time.toNanos();
    int steps = 0;
    while (bench.clock.nanos() - end < 0) {
      bench.pass(Duration.ofNanos(bench.node.engine.pause()));
      steps++;
    }
    return steps;
  }

  /** Examined: a hundred steps a second, most of what an idle node took of a processor. */
  @Test
  void anIdleNodeIsSteppedForItsHeartbeats() {
    steps(Duration.ofSeconds(3));
    bench.channel.announced.clear();
    int steps = steps(Duration.ofSeconds(10));
    assertEquals(40, bench.channel.announced.size());
    assertTrue(steps <= 45, "steps: " + steps);
  }

  @Test
  void workOfAnIdleTimerIsWatchedAtOnce() {
    steps(Duration.ofSeconds(3));
    assertTrue(bench.node.engine.pause() > NodeTimer.STEP_NANOS);
    bench.offer(1, "a");
    assertEquals(1, awoken.get());
    assertEquals(NodeTimer.STEP_NANOS, bench.node.engine.pause());
    bench.offer(2, "a");
    assertEquals(1, awoken.get(), "it is awake already");
    bench.workers.finishFirst();
    bench.workers.finishFirst();
    assertEquals(NodeTimer.STEP_NANOS, bench.node.engine.pause(), "more may come soon");
    steps(Duration.ofSeconds(2));
    assertTrue(bench.node.engine.pause() > NodeTimer.STEP_NANOS);
  }

  @Test
  void whatRunsForLongIsWatchedAllTheTime() {
    bench.offer(NodeBench.batch(1, task(Duration.ofSeconds(20))));
    steps(Duration.ofSeconds(15));
    assertEquals(NodeTimer.STEP_NANOS, bench.node.engine.pause());
  }

  private static Task task(Duration toFinish) {
    return Task.stateless(0, "a", 1, false, Duration.ofSeconds(30), toFinish);
  }
}
