package org.dharch.outbound;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dharch.core.spi.BackgroundThreads;

/** Fails futures that take too long, by a thread of its own. Thread-safe; close it. */
final class TimeLimits implements AutoCloseable {
  private final ScheduledExecutorService timer =
      BackgroundThreads.timer("dharch-outbound-timer", 1);

  /**
   * Fails {@code future} with a {@link TimeoutException} if it has not completed by then. Does
   * nothing after it was closed.
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
