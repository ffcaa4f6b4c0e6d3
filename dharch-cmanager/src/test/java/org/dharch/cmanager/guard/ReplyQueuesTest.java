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
  void consumerGetsAllReplies() {
    queues.consumerAdded(there);
    queues.consumerAdded(there);
    assertTrue(queues.accepts(there, 1_000));
    queues.consumerRemoved(there);
    assertTrue(queues.accepts(there, 1_000));
    queues.consumerRemoved(there);
    assertFalse(queues.accepts(there, 1_000));
  }

  @Test
  void absentManagersHaveBoundedCapacity() {
    assertTrue(queues.accepts(gone, 60));
    assertTrue(queues.accepts(other, 40));
    assertFalse(queues.accepts(gone, 1));
    queues.consumerAdded(other);
    assertTrue(queues.accepts(gone, 40));
    assertFalse(queues.accepts(gone, 1));
    queues.removed(gone);
    assertTrue(queues.accepts(gone, 100));
  }

  @Test
  void expectedManagersAreBounded() {
    for (int i = 0; i < ReplyQueues.MOST_EXPECTED; i++) {
      assertTrue(queues.accepts(new ActiveMQQueue("queue" + i), 1));
    }
    assertFalse(queues.accepts(gone, 1));
    assertTrue(queues.accepts(new ActiveMQQueue("queue0"), 1));
  }
}
