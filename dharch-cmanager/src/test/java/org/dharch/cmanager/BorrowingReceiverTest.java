package org.dharch.cmanager;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.core.message.MessageContent;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real node over a real broker: its receiver runs quick handlers and loses nothing by it. */
class BorrowingReceiverTest {
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);

  private final Recorder recorder = new Recorder();
  private final JmsCManager manager =
      new JmsCManagerProvider().manager(URI.create("embedded:tcp://127.0.0.1:0"), Map.of());
  private final Queue<String> threads = new ConcurrentLinkedQueue<>();
  private final AtomicReference<CountDownLatch> hold = new AtomicReference<>(new CountDownLatch(0));
  private final CountDownLatch held = new CountDownLatch(1);
  private HandlerNode node;
  private long sent;

  @BeforeEach
  void start() {
    manager.start(recorder);
    node =
        HandlerNode.builder("n")
            .workers(4)
            .handler(
                "quick",
                4,
                message -> {
                  threads.add(Thread.currentThread().getName());
                  CountDownLatch latch = hold.getAndSet(new CountDownLatch(0));
                  if (latch.getCount() > 0) {
                    held.countDown();
                    awaitIgnoringInterrupts(latch);
                  }
                  return Changes.NONE;
                })
            .start(
                new JmsCManagerProvider()
                    .node(manager.nodeUri().orElseThrow(), Map.of("link", "off")));
    soon().until(() -> recorder.hasStatusOf(node.id()));
  }

  @AfterEach
  void close() {
    hold.get().countDown();
    node.close();
    manager.close();
  }

  private static void awaitIgnoringInterrupts(CountDownLatch latch) {
    boolean waiting = true;
    while (waiting) {
      try {
        latch.await();
        waiting = false;
      } catch (InterruptedException e) {
        waiting = true; // on purpose
      }
    }
  }

  private void send(int count, Duration toFinish) {
    for (int i = 0; i < count; i++) {
      TaskBatch batch =
          new TaskBatch(
              new MessageId(3, sent++),
              1,
              manager.address(),
              List.of(Task.stateless(0, "quick", 1, false, Duration.ofSeconds(20), toFinish)),
              List.of(),
              Optional.empty(),
              new TaskBatch.Timing(
                  System.nanoTime(), Duration.ofSeconds(60), Duration.ofSeconds(60)),
              MessageContent.of("<e/>".getBytes(StandardCharsets.UTF_8)));
      soon().until(() -> manager.send(node.id(), FORMAT.encode(batch)));
    }
  }

  private void answered(long count) {
    soon().until(() -> recorder.replies.size() == count);
  }

  /** Until the last handler ran on the receiver: how soon depends on the machine. */
  private void untilBorrowed() {
    soon()
        .until(
            () -> {
              threads.clear();
              send(50, Duration.ofSeconds(20));
              answered(sent);
              return List.copyOf(threads).get(49).startsWith("dharch-node-receive");
            });
  }

  /** Has a handler stay on the receiver's thread; gives what ends that. */
  private CountDownLatch stay(Duration toFinish) {
    CountDownLatch latch = new CountDownLatch(1);
    hold.set(latch);
    send(1, toFinish);
    soon().until(() -> held.getCount() == 0);
    return latch;
  }

  @Test
  void quickHandlersRunOnReceiverThread() {
    untilBorrowed();
    assertEquals(sent, recorder.replies.size());
    assertEquals(sent, recorder.replies.stream().map(reply -> reply.id()).distinct().count());
  }

  @Test
  void slowHandlerOnReceiverThreadBlocksNothing() {
    untilBorrowed();
    CountDownLatch latch = stay(Duration.ofSeconds(20));
    recorder.statuses.clear();
    send(200, Duration.ofSeconds(20));
    answered(sent - 1);
    soon().until(() -> recorder.statuses.size() > 2); // its heart beats
    latch.countDown();
    answered(sent);
    untilBorrowed();
  }

  @Test
  void hangingServerTimesOut() {
    untilBorrowed();
    CountDownLatch latch = stay(Duration.ofMillis(100));
    answered(sent);
    assertTrue(
        recorder.replies.stream()
            .flatMap(reply -> FORMAT.reply(reply).results().stream())
            .anyMatch(result -> result.status() == Status.TIMED_OUT));
    send(200, Duration.ofSeconds(20));
    answered(sent);
    latch.countDown();
    untilBorrowed();
  }
}
