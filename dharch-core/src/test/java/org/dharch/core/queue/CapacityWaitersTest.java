package org.dharch.core.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.core.WaitingMessage;
import org.dharch.core.context.DHMContext;
import org.junit.jupiter.api.Test;

class CapacityWaitersTest {
  private final CapacityWaiters waiters = new CapacityWaiters();
  private final DHMContext one = WaitingMessage.of(1, "");
  private final DHMContext two = WaitingMessage.of(2, "");

  @Test
  void theyAreTakenInTheirOrder() {
    waiters.add("a", one);
    waiters.add("a", two);
    waiters.add("a", one);
    assertFalse(waiters.isEmpty());
    assertEquals(2, waiters.count("a"));
    assertEquals(Optional.of(one), waiters.poll("a"));
    assertEquals(Optional.of(two), waiters.poll("a"));
    assertEquals(Optional.empty(), waiters.poll("a"));
    assertTrue(waiters.isEmpty());
  }

  @Test
  void whoLeavesWaitsForNoHandlerAnyMore() {
    waiters.add("a", one);
    waiters.add("b", one);
    waiters.add("b", two);
    waiters.remove(one);
    assertEquals(List.of("b"), waiters.handlers());
    assertEquals(0, waiters.count("a"));
    assertEquals(1, waiters.count("b"));
    waiters.remove(two);
    waiters.remove(two);
    assertTrue(waiters.isEmpty());
    assertEquals(List.of(), waiters.handlers());
  }
}
