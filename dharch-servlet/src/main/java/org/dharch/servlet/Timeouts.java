package org.dharch.servlet;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Says when it is time, as when a message has taken too long to arrive: a container's own limit
 * cannot be changed once the message is here, so it has to last for its handlers too. One daemon
 * thread; there are no more tasks in it than messages. (The JDK's thread for what is to be done
 * later never ends, and keeps the class loader of the application that had it begun.) Safe for any
 * thread.
 */
final class Timeouts implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer;

  /**
   * @param thread its name
   */
  Timeouts(String thread) {
    timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread daemon = new Thread(work, thread);
              daemon.setDaemon(true);
              return daemon;
            });
    timer.setRemoveOnCancelPolicy(true);
  }

  /** Runs {@code late} after {@code limit}, unless what is returned is run before. */
  Runnable after(Duration limit, Runnable late) {
    try {
      ScheduledFuture<?> task = timer.schedule(late, limit.toNanos(), TimeUnit.NANOSECONDS);
      return () -> task.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {}; // the filter is being destroyed; the container's own limit is there
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
