package org.dharch.core.node;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.message.MessageContent;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.node.parsed.ParsedMessageQuota;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two tasks begun at once on the same two workers: each is performed once, whoever looks out. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class WorkersStress {
  private static final Map<TaskRun, AtomicInteger> PERFORMED = new ConcurrentHashMap<>();
  private static final ThreadWorkers WORKERS =
      new ThreadWorkers(2, WorkersStress::thread, WorkersStress::perform);
  private static final HostedHandler HOSTED = new HostedHandler("h", 2, message -> Changes.NONE);
  private static final Task TASK =
      Task.stateless(0, "h", 1, false, Duration.ofSeconds(1), Duration.ofSeconds(1));
  private static final TaskBatch WORK =
      new TaskBatch(
          new MessageId(0, 1),
          1,
          "stress",
          List.of(TASK),
          List.of(),
          Optional.empty(),
          new TaskBatch.Timing(0, Duration.ZERO, Duration.ofSeconds(1)),
          MessageContent.of("<x/>".getBytes(StandardCharsets.UTF_8)));

  private final AtomicInteger one = new AtomicInteger();
  private final AtomicInteger two = new AtomicInteger();

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "dharch-stress-worker");
    thread.setDaemon(true);
    return thread;
  }

  private static TaskRun perform(TaskRun task) {
    PERFORMED.get(task).incrementAndGet();
    return null;
  }

  private static void begin(AtomicInteger performed) {
    TaskRun task =
        new TaskRun(new BatchRun(WORK, () -> {}, new ParsedMessageQuota(1, 0)), TASK, HOSTED, 0, 0);
    PERFORMED.put(task, performed);
    WORKERS.begin(task);
  }

  @Actor
  public void first() {
    begin(one);
  }

  @Actor
  public void second() {
    begin(two);
  }

  @Arbiter
  public void end(II_Result r) {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (one.get() + two.get() < 2 && System.nanoTime() < giveUp) {
      Thread.onSpinWait();
    }
    r.r1 = one.get();
    r.r2 = two.get();
    PERFORMED.values().removeIf(count -> count == one || count == two);
  }
}
