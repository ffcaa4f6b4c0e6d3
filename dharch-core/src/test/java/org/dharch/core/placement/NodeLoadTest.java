package org.dharch.core.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.dharch.core.execution.event.Environment.Release;
import org.dharch.core.flow.ConcurrencyLimitSetting;
import org.junit.jupiter.api.Test;

/** How many tasks a node, or a handler, is to have. */
class NodeLoadTest {
  private static NodeLoad of(int concurrencyLimit) {
    return new NodeLoad(Optional.of(ConcurrencyLimitSetting.fixed(concurrencyLimit)));
  }

  private static void unanswered(NodeLoad load, int times) {
    for (int i = 0; i < times; i++) {
      load.add(10);
      load.remove(10, 0, 1, Release.UNANSWERED);
    }
  }

  @Test
  void itHasRoomUpToItsWindow() {
    NodeLoad load = of(2);
    load.add(10);
    assertTrue(load.hasCapacity());
    load.add(10);
    assertFalse(load.hasCapacity());
    assertEquals(2, load.tasks());
    load.remove(10, 0, 1, Release.ANSWERED);
    assertTrue(load.hasCapacity());
    assertEquals(1, load.tasks());
  }

  @Test
  void afterThreeInARowThatItDidNotAnswerItIsTriedWithOneAtATime() {
    NodeLoad load = of(5);
    unanswered(load, 2);
    assertFalse(load.isHung());
    load.add(10);
    load.remove(10, 0, 1, Release.WITHDRAWN); // says nothing of it
    unanswered(load, 1);
    assertTrue(load.isHung());
    assertTrue(load.hasCapacity());
    load.add(10);
    assertFalse(load.hasCapacity());
    load.remove(10, 0, 1, Release.ANSWERED);
    assertFalse(load.isHung());
    unanswered(load, 2);
    assertFalse(load.isHung(), "they are counted anew");
  }

  @Test
  void withoutAWindowThereIsRoomAlways() {
    NodeLoad load = new NodeLoad(Optional.empty());
    unanswered(load, 3);
    load.add(10);
    assertTrue(load.isHung() && load.hasCapacity());
  }

  @Test
  void anAdaptiveWindowLearnsFromWhatIsAnswered() {
    ConcurrencyLimitSetting aimd =
        ConcurrencyLimitSetting.adaptive(ConcurrencyLimitSetting.Algorithm.AIMD, 10, 1, 10);
    NodeLoad load = new NodeLoad(Optional.of(aimd));
    long now = 0;
    for (int i = 0; i < 2_000; i++) {
      for (int task = 0; task < 5; task++) {
        load.add(10);
      }
      now += 10_000_000;
      for (int task = 0; task < 5; task++) {
        load.remove(10, now - 9_000_000, now, Release.UNANSWERED);
      }
    }
    load.add(10);
    load.remove(10, now, now, Release.ANSWERED); // not hung any more
    load.add(10);
    assertFalse(load.hasCapacity(), "what runs out of time brings it down to one");
  }

  @Test
  void aHandlersLimitCountsItsTasksOnAllNodes() {
    HandlerLimits limited = new HandlerLimits(Map.of("A", 2));
    assertTrue(limited.hasCapacity("A") && limited.hasCapacity("B"));
    limited.add("A");
    limited.add("B");
    assertTrue(limited.hasCapacity("A"));
    limited.add("A");
    assertFalse(limited.hasCapacity("A"));
    assertTrue(limited.hasCapacity("B"));
    limited.remove("A");
    assertTrue(limited.hasCapacity("A"));
    limited.remove("A");
    limited.add("A");
    assertTrue(limited.hasCapacity("A"));
    limited.add("A");
    assertFalse(limited.hasCapacity("A"));
  }
}
