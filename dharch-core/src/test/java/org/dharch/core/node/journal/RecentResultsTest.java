package org.dharch.core.node.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.ResultSize;
import org.dharch.core.wire.Task;
import org.junit.jupiter.api.Test;

class RecentResultsTest {
  @Test
  void isBoundedByCountAndBytes() {
    RecentResults recent = new RecentResults(3, 2000);
    for (int i = 0; i < 10; i++) {
      recent.put(key(i), resultOf(100));
    }
    assertEquals(3, recent.results.size());
    assertTrue(recent.get(key(9)).isPresent());
    assertFalse(recent.get(key(6)).isPresent());
    recent.put(key(10), resultOf(1700));
    assertEquals(1, recent.results.size());
    recent.put(key(11), resultOf(5000));
    assertEquals(1, recent.results.size(), "the newest is always kept");
    recent.put(key(11), resultOf(10));
    assertEquals(ResultSize.of(resultOf(10)), recent.bytes);
  }

  private static AttemptKey key(int i) {
    return new AttemptKey(new MessageId(0, i), 1, 0, 1, "h", Task.Purpose.PERFORM);
  }

  private static HandlerResult resultOf(int bytes) {
    return new HandlerResult(
        0, 1, Status.PERFORMED, "", 0, 0, Changes.builder().addHeader(new byte[bytes]).build());
  }
}
