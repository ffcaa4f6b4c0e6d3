package org.dharch.core.node;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.MessageContent;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.slf4j.MdcForTests;

/** The node with its real threads and clock. */
final class HandlerNodeThreadsTest {
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);

  private final FakeChannel channel = new FakeChannel();
  private final AtomicInteger done = new AtomicInteger();
  private HandlerNode node;

  @AfterEach
  void close() {
    node.close();
  }

  private void offer(long id, Duration toFinish, String... handlers) {
    List<Task> tasks =
        java.util.stream.IntStream.range(0, handlers.length)
            .mapToObj(
                i -> Task.stateless(i, handlers[i], 1, false, Duration.ofSeconds(20), toFinish))
            .toList();
    TaskBatch batch =
        new TaskBatch(
            new MessageId(0, id),
            1,
            "manager",
            tasks,
            List.of(),
            Optional.empty(),
            new TaskBatch.Timing(System.nanoTime(), Duration.ofSeconds(2), Duration.ofSeconds(60)),
            MessageContent.of(new byte[] {'<'}));
    assertTrue(channel.listener.offer(FORMAT.encode(batch), done::incrementAndGet));
  }

  private void awaitDone(int count) {
    await().atMost(20, SECONDS).until(() -> done.get() == count);
  }

  @Test
  void handlersOfATaskBatchReallyMeetAndThreadsAreNamed() {
    CyclicBarrier barrier = new CyclicBarrier(3);
    Set<String> threads = ConcurrentHashMap.newKeySet();
    DHHandler handler =
        message -> {
          barrier.await(10, SECONDS);
          threads.add(Thread.currentThread().getName());
          return Changes.NONE;
        };
    node =
        HandlerNode.builder("n")
            .workers(3)
            .handler("a", 1, handler)
            .handler("b", 1, handler)
            .handler("c", 1, handler)
            .start(channel);
    offer(1, Duration.ofSeconds(10), "a", "b", "c");
    awaitDone(1);
    assertEquals(Set.of("dharch-n-worker-1", "dharch-n-worker-2", "dharch-n-worker-3"), threads);
    assertTrue(channel.results().stream().allMatch(r -> r.status() == Status.PERFORMED));
  }

  @Test
  void concurrencyIsNeverExceededUnderLoad() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    DHHandler handler =
        message -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          Thread.onSpinWait();
          now.decrementAndGet();
          return Changes.NONE;
        };
    node =
        HandlerNode.builder("n")
            .workers(8)
            .inboxTasks(1_000_000)
            .handler("a", 2, handler)
            .start(channel);
    for (int i = 0; i < 5000; i++) {
      offer(i, Duration.ofSeconds(10), "a");
    }
    awaitDone(5000);
    assertTrue(most.get() <= 2, "at once: " + most);
    assertEquals(5000, channel.results().size());
    assertEquals(0, node.status().waiting());
  }

  @Test
  void anInterruptReachesOnlyTheHandlerItIsFor() {
    DHHandler sleeper =
        message -> {
          new CountDownLatch(1).await(); // until interrupted
          return Changes.NONE;
        };
    DHHandler checker =
        message -> {
          if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("interrupted");
          }
          return Changes.NONE;
        };
    node =
        HandlerNode.builder("n")
            .workers(1)
            .handler("sleeper", 1, sleeper)
            .handler("checker", 1, checker)
            .start(channel);
    offer(1, Duration.ofMillis(30), "sleeper");
    offer(2, Duration.ofSeconds(10), "checker");
    awaitDone(2);
    assertEquals(
        Set.of(Status.TIMED_OUT, Status.PERFORMED),
        channel.results().stream()
            .map(HandlerResult::status)
            .collect(java.util.stream.Collectors.toSet()));
    String stood =
        channel.results().stream()
            .filter(result -> result.status() == Status.TIMED_OUT)
            .map(HandlerResult::trace)
            .findFirst()
            .orElseThrow();
    assertTrue(stood.contains("CountDownLatch.await("), stood);
    assertTrue(stood.contains(HandlerNodeThreadsTest.class.getName()), stood);
  }

  @Test
  void aThreadThatIgnoresItsInterruptIsReplaced() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger ignored = new AtomicInteger();
    DHHandler deaf =
        message -> {
          while (end.getCount() > 0) {
            try {
              end.await();
            } catch (InterruptedException e) {
              ignored.incrementAndGet();
            }
          }
          return Changes.NONE;
        };
    node =
        HandlerNode.builder("n")
            .workers(1)
            .handler("deaf", 1, deaf)
            .handler("good", 1, message -> Changes.NONE)
            .start(channel);
    offer(1, Duration.ofMillis(30), "deaf");
    offer(2, Duration.ofSeconds(10), "good");
    awaitDone(2);
    assertEquals(1, ignored.get());
    assertEquals(List.of("good"), node.status().handlers());
    end.countDown();
    await().atMost(10, SECONDS).until(() -> node.status().handlers().size() == 2);
  }

  @Test
  void theMessagesIdIsInTheMdcWhileAHandlerRuns() {
    MdcForTests.install();
    AtomicReference<String> seen = new AtomicReference<>();
    node =
        HandlerNode.builder("n")
            .handler(
                "a",
                1,
                message -> {
                  seen.set(MDC.get("messageId"));
                  return Changes.NONE;
                })
            .start(channel);
    offer(0xabc, Duration.ofSeconds(10), "a");
    awaitDone(1);
    assertEquals("00000000000000000000000000000abc", seen.get());
  }

  @Test
  void awaitRoomWakesWhenThereIsRoom() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    node =
        HandlerNode.builder("n")
            .workers(1)
            .inboxTasks(1)
            .handler(
                "a",
                1,
                message -> {
                  begun.countDown();
                  go.await();
                  return Changes.NONE;
                })
            .start(channel);
    offer(1, Duration.ofSeconds(20), "a");
    assertTrue(begun.await(10, SECONDS));
    offer(2, Duration.ofSeconds(20), "a");
    assertFalse(channel.listener.awaitCapacity(Duration.ofMillis(1)));
    go.countDown();
    assertTrue(channel.listener.awaitCapacity(Duration.ofSeconds(20)));
  }

  @Test
  void heartbeatsComeByThemselves() {
    node =
        HandlerNode.builder("n")
            .heartbeat(Duration.ofMillis(10))
            .handler("a", 1, message -> Changes.NONE)
            .start(channel);
    await().atMost(10, SECONDS).until(() -> channel.announced.size() >= 3);
  }
}
