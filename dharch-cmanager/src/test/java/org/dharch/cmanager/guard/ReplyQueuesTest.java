package org.dharch.cmanager.guard;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.activemq.command.ActiveMQQueue;
import org.junit.jupiter.api.Test;

class ReplyQueuesTest {
  private final ReplyQueues queues = new ReplyQueues(100);
  private final ActiveMQQueue there = new ActiveMQQueue("there");
  private final ActiveMQQueue gone = new ActiveMQQueue("gone");
  private final ActiveMQQueue other = new ActiveMQQueue("other");

  @Test
  void whoListensGetsAll() {
    queues.listened(there);
    queues.listened(there);
    assertTrue(queues.takes(there, 1_000));
    queues.unlistened(there);
    assertTrue(queues.takes(there, 1_000));
    queues.unlistened(there);
    assertFalse(queues.takes(there, 1_000));
  }

  @Test
  void forOthersThereIsSomeRoomUntilTheyComeOrTheirQueuesGo() {
    assertTrue(queues.takes(gone, 60));
    assertTrue(queues.takes(other, 40));
    assertFalse(queues.takes(gone, 1));
    queues.listened(other);
    assertTrue(queues.takes(gone, 40));
    assertFalse(queues.takes(gone, 1));
    queues.removed(gone);
    assertTrue(queues.takes(gone, 100));
  }

  @Test
  void soManyAreExpected() {
    for (int i = 0; i < ReplyQueues.MOST_EXPECTED; i++) {
      assertTrue(queues.takes(new ActiveMQQueue("queue" + i), 1));
    }
    assertFalse(queues.takes(gone, 1));
    assertTrue(queues.takes(new ActiveMQQueue("queue0"), 1));
  }
}
