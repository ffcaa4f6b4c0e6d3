package org.dharch.handlers;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.core.message.DHArchException;

/**
 * Runs tasks that may never end, each in its own thread. Abandons a task after its time limit.
 * Starts no task while the maximum number of abandoned tasks is running. Thread-safe.
 */
final class TimedRuns implements AutoCloseable {
  /** The maximum number of abandoned tasks. */
  static final int MAX_ABANDONED = 4;

  private final String name;
  private final Duration limit;
  private final AtomicInteger abandonedCount = new AtomicInteger();
  private final ExecutorService threads;

  TimedRuns(String name, Duration limit) {
    this.name = name;
    this.limit = limit;
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "dharch-" + name);
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Runs {@code task} within the limit and {@code timeLeft}.
   *
   * @throws DHArchException if the task takes longer, or too many tasks are abandoned
   */
  <T> T run(Duration timeLeft, Callable<T> task) throws Exception {
    if (abandonedCount.get() >= MAX_ABANDONED) {
      throw new DHArchException(
          MAX_ABANDONED + " runs of the " + name + " have not ended; a new run must wait");
    }
    Run<T> run = new Run<>(task);
    Future<T> future = threads.submit(run);
    Duration wait = timeLeft.compareTo(limit) < 0 ? timeLeft : limit;
    try {
      return future.get(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      run.abandon();
      future.cancel(true);
      throw new DHArchException("the " + name + " must end within " + wait.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      run.abandon();
      future.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new DHArchException("the " + name + " failed: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** A task is counted from its abandonment until its end. */
  private final class Run<T> implements Callable<T> {
    private final Callable<T> task;
    private boolean hasEnded; // guarded by this
    private boolean isAbandoned; // guarded by this

    Run(Callable<T> task) {
      this.task = task;
    }

    @Override
    public T call() throws Exception {
      try {
        return task.call();
      } finally {
        end();
      }
    }

    synchronized void abandon() {
      if (!hasEnded) {
        isAbandoned = true;
        abandonedCount.incrementAndGet();
      }
    }

    private synchronized void end() {
      hasEnded = true;
      if (isAbandoned) {
        abandonedCount.decrementAndGet();
      }
    }
  }
}
