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
 * Runs tasks that may never end, each in a thread of its own. Abandons a task after its time; with
 * a maximum number of abandoned tasks it starts no other until one has ended. Thread-safe.
 */
final class TimedRuns implements AutoCloseable {
  /** How many may be left alone. */
  static final int MOST_LEFT_ALONE = 4;

  private final String what;
  private final Duration limit;
  private final AtomicInteger leftAlone = new AtomicInteger();
  private final ExecutorService threads;

  TimedRuns(String what, Duration limit) {
    this.what = what;
    this.limit = limit;
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "dharch-" + what);
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Runs {@code task} within the limit, or within {@code left} if that is less.
   *
   * @throws DHArchException if it takes longer, or too many do not end
   */
  <T> T run(Duration left, Callable<T> task) throws Exception {
    if (leftAlone.get() >= MOST_LEFT_ALONE) {
      throw new DHArchException(
          MOST_LEFT_ALONE + " runs of the " + what + " have not ended; a new run must wait");
    }
    Run<T> run = new Run<>(task);
    Future<T> future = threads.submit(run);
    Duration wait = left.compareTo(limit) < 0 ? left : limit;
    try {
      return future.get(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      run.leaveAlone();
      future.cancel(true);
      throw new DHArchException("the " + what + " must end within " + wait.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      run.leaveAlone();
      future.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new DHArchException("the " + what + " failed: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** Counted as left alone from when its time is over until it ends. */
  private final class Run<T> implements Callable<T> {
    private final Callable<T> task;
    private boolean ended; // guarded by this
    private boolean counted; // guarded by this

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

    synchronized void leaveAlone() {
      if (!ended) {
        counted = true;
        leftAlone.incrementAndGet();
      }
    }

    private synchronized void end() {
      ended = true;
      if (counted) {
        leftAlone.decrementAndGet();
      }
    }
  }
}
