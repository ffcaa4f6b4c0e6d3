package org.dharch.monitor;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Hands in so many messages a second, evenly: most are orders, one in 50 fails. */
final class Load implements AutoCloseable {
  private static final int FAILS = 50;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger handedIn = new AtomicInteger();

  private Load() {}

  static Load start(MonitorSite site, int perSecond) {
    Load load = new Load();
    var unused =
        load.clock.scheduleAtFixedRate(
            () -> load.handIn(site),
            0,
            TimeUnit.SECONDS.toNanos(1) / perSecond,
            TimeUnit.NANOSECONDS);
    return load;
  }

  private void handIn(MonitorSite site) {
    boolean fails = handedIn.incrementAndGet() % FAILS == 0;
    site.admit(fails ? "Cards" : "Orders");
  }

  /** How many have been handed in. */
  int handedIn() {
    return handedIn.get();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
