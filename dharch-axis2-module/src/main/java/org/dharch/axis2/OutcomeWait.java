package org.dharch.axis2;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dharch.core.message.Outcome;
import org.dharch.core.spi.SpinBudget;

/**
 * Waits for a message's end on the container's thread. Being put to sleep and woken again costs
 * that thread tens of microseconds, which is more than a quick handler in the same JVM takes. So
 * while ends have been coming within {@value #QUICK_NANOS} ns, one thread at a time looks for its
 * own that long before it goes to sleep. On one core, or when ends are slower, none does. Safe for
 * any thread.
 */
final class OutcomeWait {
  private static final long QUICK_NANOS = 100_000;

  private final AtomicBoolean looking = new AtomicBoolean();
  private final SpinBudget budget = new SpinBudget(QUICK_NANOS);

  Outcome await(CompletableFuture<Outcome> end, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    long begin = System.nanoTime();
    if (budget.isEnough() && looking.compareAndSet(false, true)) {
      try {
        while (!end.isDone() && budget.lasts(begin)) {
          Thread.onSpinWait();
        }
      } finally {
        looking.set(false);
      }
    }
    Outcome outcome = end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    budget.came(begin);
    return outcome;
  }
}
