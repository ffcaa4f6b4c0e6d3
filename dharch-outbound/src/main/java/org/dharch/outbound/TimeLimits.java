package org.dharch.outbound;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dharch.core.spi.BackgroundThreads;

/** Fails futures after their time limit. Thread-safe; must be closed. */
final class TimeLimits implements AutoCloseable {
  private final ScheduledExecutorService timer =
      BackgroundThreads.timer("dharch-outbound-timer", 1);

  /**
   * Fails {@code future} with a {@link TimeoutException} if it has not completed within the limit.
   * Has no effect after {@link #close}.
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

  /** Existing limits remain active. */
  @Override
  public void close() {
    timer.shutdown();
  }
}
