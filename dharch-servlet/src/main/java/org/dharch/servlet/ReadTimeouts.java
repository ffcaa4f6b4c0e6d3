package org.dharch.servlet;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Says when a message has taken too long to arrive: a container's own limit cannot be changed once
 * the message is here, so it has to last for its handlers too. One daemon thread, {@code
 * dharch-read-timeouts}; there are no more tasks in it than messages that arrive. Safe for any
 * thread.
 */
final class ReadTimeouts implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer;

  ReadTimeouts() {
    timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "dharch-read-timeouts");
              thread.setDaemon(true);
              return thread;
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
