package org.dharch.outbound;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ends what takes too long, by a thread of its own. The JDK's for that ({@code
 * CompletableFuture.orTimeout}) never ends, and keeps the class loaders of whoever had it begun: a
 * web application's, after it has gone. Safe for any thread; close it.
 */
final class TimeLimits implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final ScheduledThreadPoolExecutor timer;

  TimeLimits() {
    timer =
        new ScheduledThreadPoolExecutor(
            1, Workers.daemons("dharch-outbound-timer"), new ThreadPoolExecutor.DiscardPolicy());
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
  }

  /**
   * Has {@code future} fail with a {@link TimeoutException} if it has not ended by then. What is
   * closed ends nothing new.
   *
   * @return {@code future}
   */
  <T> CompletableFuture<T> bound(CompletableFuture<T> future, Duration limit) {
    if (future.isDone()) {
      return future;
    }
    Future<?> late =
        timer.schedule(
            () -> future.completeExceptionally(new TimeoutException()),
            limit.toNanos(),
            TimeUnit.NANOSECONDS);
    var unused = future.whenComplete((result, cause) -> late.cancel(false));
    return future;
  }

  /** What has a limit keeps it. */
  @Override
  public void close() {
    timer.shutdown();
  }
}
