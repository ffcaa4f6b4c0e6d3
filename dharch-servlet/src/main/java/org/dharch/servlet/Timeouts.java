package org.dharch.servlet;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.core.spi.BackgroundThreads;

/**
 * Runs tasks after a delay on one daemon thread. Limits the time to receive a message, because a
 * container's own timeout cannot be changed later and also covers the handlers. Thread-safe.
 */
final class Timeouts implements AutoCloseable {
  private final ScheduledExecutorService timer;

  Timeouts(String thread) {
    timer = BackgroundThreads.timer(thread, 1);
  }

  /** Schedules {@code late}; the returned task cancels it. Has no effect after {@link #close}. */
  Runnable after(Duration limit, Runnable late) {
    ScheduledFuture<?> task = timer.schedule(late, limit.toNanos(), TimeUnit.NANOSECONDS);
    return () -> task.cancel(false);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
