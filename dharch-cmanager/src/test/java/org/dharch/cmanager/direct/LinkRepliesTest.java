package org.dharch.cmanager.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.api.MessageId;
import org.dharch.cmanager.frame.Outbox;
import org.junit.jupiter.api.Test;

/** What a node has written to a link, and its manager may not have. */
class LinkRepliesTest {
  private final LinkReplies replies = new LinkReplies(3, 100);
  private final AtomicInteger left = new AtomicInteger();

  private Outbox.OutgoingItem item(int number, int bytes) {
    return new Outbox.OutgoingItem(
        new MessageId(0, number), new byte[0], new byte[bytes], 0, left::incrementAndGet);
  }

  private static List<Long> numbers(List<Outbox.OutgoingItem> items) {
    return items.stream().map(item -> item.id().low()).toList();
  }

  @Test
  void unacknowledgedRepliesKeepTheirOrder() {
    replies.add(List.of(item(1, 1), item(2, 1)));
    replies.acknowledge(1);
    replies.add(List.of(item(3, 1)));
    replies.acknowledge(1); // said again
    assertEquals(List.of(2L, 3L), numbers(replies.takeUnacknowledged()));
    assertTrue(replies.takeUnacknowledged().isEmpty());
  }

  @Test
  void capacityIsBoundedByNumberAndBytes() {
    replies.add(List.of(item(1, 1), item(2, 1), item(3, 1)));
    assertFalse(replies.hasCapacity());
    replies.acknowledge(2);
    assertTrue(replies.hasCapacity());
    replies.add(List.of(item(4, 99)));
    assertFalse(replies.hasCapacity());
    replies.acknowledge(4);
    assertTrue(replies.hasCapacity());
  }

  /** A word of what was never written does no harm. */
  @Test
  void excessAcknowledgementIsRejected() {
    replies.add(List.of(item(1, 1)));
    replies.acknowledge(1_000_000);
    replies.add(List.of(item(2, 1)));
    assertEquals(List.of(2L), numbers(replies.takeUnacknowledged()));
  }

  /** It has left the node once: its task batch is done. */
  @Test
  void resentItemRunsItsCallbackOnce() {
    replies.add(List.of(item(1, 1)));
    replies.takeUnacknowledged().forEach(item -> item.left().run());
    assertEquals(0, left.get());
  }
}
