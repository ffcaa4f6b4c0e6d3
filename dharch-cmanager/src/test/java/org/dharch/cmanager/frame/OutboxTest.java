package org.dharch.cmanager.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.dharch.api.MessageId;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private static final Target A = Target.node(new NodeId("a", "1"));
  private static final Target B = Target.node(new NodeId("b", "1"));

  private final Outbox outbox = new Outbox(100, 1_000_000);

  @Test
  void itemsForOneDestinationLeaveTogetherInOrder() {
    fill(A, 3, 10);
    fill(B, 1, 10);
    fill(A, 2, 10);
    Outbox.Batch first = outbox.poll().orElseThrow();
    assertEquals(A, first.target());
    assertEquals(5, first.items().size());
    List<MessageId> order = first.items().stream().map(Outbox.OutgoingItem::id).toList();
    assertEquals(order.stream().sorted().toList(), order);
    assertEquals(B, outbox.poll().orElseThrow().target());
    assertTrue(outbox.poll().isEmpty());
    assertTrue(outbox.isEmpty());
  }

  @Test
  void batchesAreBoundedAndDestinationsAreServedRoundRobin() {
    fill(A, 70, 1);
    fill(B, 1, 1);
    assertEquals(64, outbox.poll().orElseThrow().items().size());
    assertEquals(B, outbox.poll().orElseThrow().target());
    assertEquals(6, outbox.poll().orElseThrow().items().size());
    fill(A, 3, 200_000);
    assertEquals(1, outbox.poll().orElseThrow().items().size());
    assertEquals(1, outbox.poll().orElseThrow().items().size());
    assertEquals(1, outbox.poll().orElseThrow().items().size());
  }

  @Test
  void itemLargerThanBatchIsSentAlone() {
    fill(A, 1, 500_000);
    fill(A, 1, 1);
    assertEquals(1, outbox.poll().orElseThrow().items().size());
    assertEquals(1, outbox.poll().orElseThrow().items().size());
  }

  @Test
  void messagesAreBounded() {
    fill(A, 100, 1);
    assertFalse(outbox.offer(B, item(1)));
    outbox.poll();
    fill(B, 64, 1);
    assertFalse(outbox.offer(B, item(1)));
    assertEquals(100, outbox.clear());
  }

  @Test
  void bytesAreBounded() {
    fill(A, 4, 250_000);
    assertFalse(outbox.offer(A, item(1)));
    outbox.poll();
    assertTrue(outbox.offer(A, item(250_000)));
    assertFalse(outbox.offer(A, item(1)));
  }

  @Test
  void boundsHoldUnderContention() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<CompletableFuture<Integer>> takers = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      takers.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                return (int) IntStream.range(0, 50).filter(i -> outbox.offer(A, item(1))).count();
              },
              task -> new Thread(task).start()));
    }
    go.countDown();
    assertEquals(100, takers.stream().mapToInt(CompletableFuture::join).sum());
  }

  @Test
  void waitingOfferGetsFreedCapacity() throws Exception {
    fill(A, 100, 1);
    assertFalse(outbox.offer(A, item(1), Duration.ofMillis(1)));
    CompletableFuture<Boolean> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return outbox.offer(A, item(1), Duration.ofSeconds(20));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    outbox.poll();
    assertTrue(waiting.join());
  }

  @Test
  void returnedBatchIsSentFirst() {
    fill(A, 2, 1);
    Outbox.Batch batch = outbox.poll().orElseThrow();
    fill(A, 1, 1);
    outbox.putBack(batch);
    Optional<Outbox.Batch> again = outbox.poll();
    assertEquals(3, again.orElseThrow().items().size());
    assertEquals(batch.items(), again.orElseThrow().items().subList(0, 2));
  }

  private int next;

  private Outbox.OutgoingItem item(int size) {
    return new Outbox.OutgoingItem(
        new MessageId(0, next++), new byte[0], new byte[size], Long.MAX_VALUE, () -> {});
  }

  /** Fault B5: a heartbeat found no room beside a node's large replies, or waited behind them. */
  @Test
  void newsBypassFullOutboxAndOnlyLatestIsSent() {
    fill(A, 100, 10_000);
    for (int i = 1; i <= 3; i++) {
      outbox.latest(Target.HEARTBEAT, heartbeat(i));
    }
    Outbox.Batch news = outbox.poll().orElseThrow();
    assertEquals(Target.HEARTBEAT, news.target());
    assertEquals(List.of(new MessageId(1, 3)), news.items().stream().map(i -> i.id()).toList());
    outbox.putBack(news);
    assertEquals(
        A, outbox.poll().orElseThrow().target(), "what failed is old; there is later news");
    outbox.latest(Target.HEARTBEAT, heartbeat(4));
    outbox.clear();
    assertTrue(outbox.isEmpty());
    assertTrue(outbox.poll().isEmpty());
  }

  private static Outbox.OutgoingItem heartbeat(long id) {
    return new Outbox.OutgoingItem(
        new MessageId(1, id), new byte[1], new byte[1], Long.MAX_VALUE, () -> {});
  }

  private void fill(Target target, int count, int size) {
    for (int i = 0; i < count; i++) {
      assertTrue(outbox.offer(target, item(size)));
    }
  }
}
