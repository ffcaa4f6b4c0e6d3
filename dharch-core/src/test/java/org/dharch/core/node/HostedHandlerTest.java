package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dharch.core.spi.BorrowedThread;
import org.junit.jupiter.api.Test;

/** How long calls of a handler usually take. */
class HostedHandlerTest {
  private static final long QUICK = BorrowedThread.QUICK_NANOS;

  private static HostedHandler took(long nanos, int times) {
    HostedHandler handler = new HostedHandler("h", 1, NodeBench.NOTHING);
    for (int i = 0; i < times; i++) {
      handler.took(nanos);
    }
    return handler;
  }

  @Test
  void itIsQuickOnceAllOfLateWere() {
    assertFalse(took(0, 1).isQuick(), "it is not known yet");
    HostedHandler quick = took(0, 1_000);
    assertTrue(quick.isQuick());
    quick.took(QUICK);
    assertFalse(quick.isQuick());
    quick.took(0);
    assertTrue(quick.isQuick(), "it fades");
    quick.took(QUICK - 1);
    assertTrue(quick.isQuick());
  }

  @Test
  void longerIsLongerOnly() {
    HostedHandler one = took(100 * QUICK, 1);
    HostedHandler same = took(100 * QUICK, 1);
    assertFalse(one.isLongerThan(same));
    same.took(101 * QUICK);
    assertTrue(same.isLongerThan(one));
    assertFalse(one.isLongerThan(same));
  }

  @Test
  void itIsHungWhenAllItsPlacesAre() {
    HostedHandler handler = new HostedHandler("h", 2, NodeBench.NOTHING);
    handler.hung = 1;
    assertFalse(handler.isHung());
    handler.hung = 2;
    assertTrue(handler.isHung());
    assertEquals("hung: 2 calls of h ignore their interrupt", handler.whyNotServed());
  }
}
