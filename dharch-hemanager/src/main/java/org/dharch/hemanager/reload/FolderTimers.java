package org.dharch.hemanager.reload;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The timer threads of the handlers of one folder; they end with its classes. Safe for any thread.
 */
final class FolderTimers {
  private static final int THREADS = 2;
  private static final long LAST_MILLIS = 1000;

  private final ScheduledThreadPoolExecutor threads;

  /**
   * Starts no thread before it is needed.
   *
   * @param node its name
   * @param loader the threads' context class loader
   */
  FolderTimers(String node, ClassLoader loader) {
    AtomicInteger number = new AtomicInteger();
    threads =
        new ScheduledThreadPoolExecutor(
            THREADS,
            work -> {
              String name = "dharch-" + node + "-handler-timer-" + number.incrementAndGet();
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              thread.setContextClassLoader(loader);
              return thread;
            });
    threads.setRemoveOnCancelPolicy(true);
    threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  ScheduledExecutorService threads() {
    return threads;
  }

  /** Stops all timers and interrupts the running ones. Idempotent. */
  void end() {
    threads.shutdownNow();
  }

  /** Waits for the interrupted timers, at most a second. */
  void awaitEnd() {
    try {
      var unused = threads.awaitTermination(LAST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
