package org.dharch.testing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** What a handler waits at, until its test lets it pass; open to begin with. Any thread. */
public final class HoldGate {
  private final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(0));

  /** Shuts the gate; it opens when the answer is counted down. */
  public CountDownLatch shut() {
    CountDownLatch latch = new CountDownLatch(1);
    gate.set(latch);
    return latch;
  }

  /** Waits while the gate is shut. */
  public void pass() throws InterruptedException {
    gate.get().await();
  }
}
