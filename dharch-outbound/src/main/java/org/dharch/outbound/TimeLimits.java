package org.dharch.outbound;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dharch.core.spi.BackgroundThreads;

/** Ends what takes too long, by a thread of its own. Safe for any thread; close it. */
final class TimeLimits implements AutoCloseable {
  private final ScheduledExecutorService timer =
      BackgroundThreads.timer("dharch-outbound-timer", 1);

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

  /** An existing limit is kept. */
  @Override
  public void close() {
    timer.shutdown();
  }
}
