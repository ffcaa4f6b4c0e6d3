package org.dharch.cmanager.link;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When the other end of a link counts as silent. */
class KeepAliveTest {
  private final AtomicLong now = new AtomicLong();
  private final KeepAlive incarnation = new KeepAlive(LinkBounds.of(1 << 20), now::get);

  /** Looks once a second. */
  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      incarnation.tick();
    }
  }

  @Test
  void silenceIsDetectedAfterThreeSeconds() {
    pass(3);
    assertFalse(incarnation.isSilent());
    pass(1);
    assertTrue(incarnation.isSilent());
    incarnation.onRead();
    assertFalse(incarnation.isSilent());
  }

  @Test
  void largeWriteExtendsSilenceLimit() {
    incarnation.onWrite(32 << 20);
    pass(11);
    assertFalse(incarnation.isSilent());
    pass(1);
    assertTrue(incarnation.isSilent());
    incarnation.onRead(); // it has opened that
    pass(4);
    assertTrue(incarnation.isSilent());
  }

  @Test
  void lateTickDoesNotCountAsSilence() {
    now.addAndGet(TimeUnit.SECONDS.toNanos(10));
    incarnation.tick();
    assertFalse(incarnation.isSilent());
    pass(4);
    assertTrue(incarnation.isSilent());
  }

  @Test
  void writeIsDueEachSecond() {
    incarnation.onWrite(1);
    assertFalse(incarnation.isWriteDue());
    pass(1);
    assertTrue(incarnation.isWriteDue());
  }
}
