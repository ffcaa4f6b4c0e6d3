package org.dharch.core;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads of the manager's own for {@link LargeWork}; there are none while there is none. */
final class LargeWorkers implements LargeWork {
  /** What is less takes less time than to wake a thread for it, or not much more. */
  private static final long AT_ONCE = 64 * 1024;

  private static final int FEWEST = 2;
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor threads;

  LargeWorkers(String name) {
    int most = Math.max(FEWEST, Runtime.getRuntime().availableProcessors());
    this.threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "dharch-large-" + name);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public boolean takes(long load) {
    return load > AT_ONCE;
  }

  @Override
  public void run(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException e) {
      // closed: its message has been told so
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
