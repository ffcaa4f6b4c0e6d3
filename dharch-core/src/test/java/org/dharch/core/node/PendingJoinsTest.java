package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.wire.BranchFormat;
import org.dharch.core.wire.BranchForward;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** What waits for its branches is bounded. */
class PendingJoinsTest {
  private final PendingJoins pendingJoins = new PendingJoins(Limits.DEFAULT);

  private static BranchForward branch(long id, int index, Changes changes) {
    return new BranchFormat(Limits.DEFAULT)
        .read(NodeForwardingTest.branch(id, index, 1, 1, index == 0, changes));
  }

  @Test
  void noMoreThanSoManyWait() {
    for (int id = 1; id <= PendingJoins.MOST + 10; id++) {
      assertTrue(pendingJoins.take(branch(id, 0, Changes.NONE), 0).isEmpty());
    }
    assertEquals(PendingJoins.MOST, pendingJoins.pendingJoins.size());
    assertTrue(
        pendingJoins.take(branch(1, 1, Changes.NONE), 0).isPresent(), "the others still join");
    assertTrue(pendingJoins.take(branch(PendingJoins.MOST + 1, 1, Changes.NONE), 0).isEmpty());
  }

  @Test
  void noMoreBytesThanThat() {
    byte[] large = Utf8.bytes("<h xmlns='urn:x'>" + "x".repeat(1 << 20) + "</h>");
    for (int id = 1; id <= 40; id++) {
      pendingJoins.take(branch(id, 0, Changes.builder().addHeader(large).build()), 0);
    }
    assertTrue(pendingJoins.bytes <= PendingJoins.MOST_BYTES, "bytes=" + pendingJoins.bytes);
    assertTrue(pendingJoins.pendingJoins.size() < 40);
    assertTrue(pendingJoins.pendingJoins.size() > 0);
  }

  @Test
  void whatIsIncompleteForTooLongWaitsNoMore() {
    pendingJoins.take(branch(1, 0, Changes.NONE), 0);
    pendingJoins.drop(PendingJoins.PATIENCE_NANOS - 1);
    assertEquals(1, pendingJoins.pendingJoins.size());
    pendingJoins.drop(PendingJoins.PATIENCE_NANOS);
    assertEquals(0, pendingJoins.pendingJoins.size());
    assertEquals(0, pendingJoins.bytes);
    assertTrue(
        pendingJoins.take(branch(1, 1, Changes.NONE), PendingJoins.PATIENCE_NANOS).isEmpty());
  }

  @Test
  void whatIsCompleteStaysUntilItHasBegun() {
    BranchForward last = branch(1, 1, Changes.NONE);
    pendingJoins.take(branch(1, 0, Changes.NONE), 0);
    assertTrue(pendingJoins.take(last, 0).isPresent());
    assertTrue(pendingJoins.take(last, 0).isPresent(), "a node that was full is brought it again");
    pendingJoins.begun(last);
    assertEquals(0, pendingJoins.pendingJoins.size());
    assertEquals(0, pendingJoins.bytes);
  }
}
