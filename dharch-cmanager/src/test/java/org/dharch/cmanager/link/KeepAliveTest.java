package org.dharch.cmanager.link;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When the other end of a link counts as silent. */
class KeepAliveTest {
  private final AtomicLong now = new AtomicLong();
  private final KeepAlive life = new KeepAlive(LinkBounds.of(1 << 20), now::get);

  /** Looks once a second. */
  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      life.look();
    }
  }

  @Test
  void itIsSilentAfterThreeSecondsWithoutAByte() {
    pass(3);
    assertFalse(life.isSilent());
    pass(1);
    assertTrue(life.isSilent());
    life.read();
    assertFalse(life.isSilent());
  }

  @Test
  void whoWasGivenMuchMayBeSilentForLonger() {
    life.wrote(32 << 20);
    pass(11);
    assertFalse(life.isSilent());
    pass(1);
    assertTrue(life.isSilent());
    life.read(); // it has opened that
    pass(4);
    assertTrue(life.isSilent());
  }

  @Test
  void aLookThatComesLateSaysNothing() {
    now.addAndGet(TimeUnit.SECONDS.toNanos(10));
    life.look();
    assertFalse(life.isSilent());
    pass(4);
    assertTrue(life.isSilent());
  }

  @Test
  void somethingLeavesEachSecond() {
    life.wrote(1);
    assertFalse(life.owesOne());
    pass(1);
    assertTrue(life.owesOne());
  }
}
