package org.dharch.servlet;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.core.spi.BackgroundThreads;

/**
 * Says when it is time, as when a message has taken too long to arrive: a container's own limit
 * cannot be changed once the message is here, so it has to last for its handlers too. One daemon
 * thread; there are no more tasks in it than messages. Safe for any thread.
 */
final class Timeouts implements AutoCloseable {
  private final ScheduledExecutorService timer;

  /**
   * @param thread its name
   */
  Timeouts(String thread) {
    timer = BackgroundThreads.timer(thread, 1);
  }

  /**
   * Runs {@code late} after {@code limit}, unless what is returned is run before. What is closed
   * runs nothing: the container's own limit is there.
   */
  Runnable after(Duration limit, Runnable late) {
    ScheduledFuture<?> task = timer.schedule(late, limit.toNanos(), TimeUnit.NANOSECONDS);
    return () -> task.cancel(false);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
