package org.dharch.testing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** A gate at which a handler waits until its test opens it; initially open. Any thread. */
public final class HoldGate {
  private final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(0));

  /** Closes the gate; counting down the returned latch opens it. */
  public CountDownLatch close() {
    CountDownLatch latch = new CountDownLatch(1);
    gate.set(latch);
    return latch;
  }

  /** Waits while the gate is closed. */
  public void await() throws InterruptedException {
    gate.get().await();
  }
}
