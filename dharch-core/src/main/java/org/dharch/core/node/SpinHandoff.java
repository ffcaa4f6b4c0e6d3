package org.dharch.core.node;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.core.spi.SpinBudget;

/**
 * A place for one idle worker that spins for its next task for a moment before it parks. Waking a
 * parked thread takes tens of microseconds, often more than its task. While tasks have arrived in
 * such quick succession, the worker that has just become idle waits here and yields its core to any
 * thread that needs it. When tasks arrive more slowly, or on one core, no worker does.
 *
 * <p>The place is empty, or holds {@code FREE} while a worker waits there, or the task handed over.
 * Each change is one compare-and-set, so a task is taken by exactly one worker. A {@link
 * org.dharch.core.spi.BorrowedThread} needs none of this, because it brings its own tasks.
 */
final class SpinHandoff<T> {
  private static final long QUICK_NANOS = 200_000;
  private static final Object FREE = new Object();

  private final AtomicReference<Object> place = new AtomicReference<>();
  private final SpinBudget budget = new SpinBudget(QUICK_NANOS);
  private final AtomicLong idleSince = new AtomicLong(System.nanoTime());

  /** Hands {@code task} to the waiting worker; false if there is none. */
  boolean hand(T task) {
    budget.arrived(idleSince.get());
    return place.compareAndSet(FREE, task);
  }

  /** Waits here for a moment, if that pays; returns the task handed over meanwhile. */
  @SuppressWarnings("ThreadPriorityCheck") // yields so as not to be in the way of others, no more
  Optional<T> look() {
    long since = System.nanoTime();
    idleSince.set(since);
    if (!budget.isEnough() || !place.compareAndSet(null, FREE)) {
      return Optional.empty();
    }
    while (place.get() == FREE && budget.lasts(since)) {
      Thread.yield();
    }
    if (place.compareAndSet(FREE, null)) {
      return Optional.empty();
    }
    @SuppressWarnings("unchecked") // hand puts a T there, and nothing else but FREE is ever there
    T task = (T) place.getAndSet(null);
    return Optional.of(task);
  }
}
