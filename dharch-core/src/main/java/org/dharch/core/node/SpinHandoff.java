package org.dharch.core.node;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.core.spi.SpinBudget;

/**
 * A place for one idle worker that looks for its next task for a moment before it goes to sleep. To
 * wake a sleeping thread takes tens of microseconds, often more than its task. While tasks have
 * been coming that quickly after one another, the worker that has just become idle stands here and
 * yields its core to any that wants it; when they come more slowly, or on one core, none does.
 *
 * <p>The place is empty, or holds {@code FREE} while a worker stands there, or what it was handed.
 * Each change is one compare-and-set, so a task that is handed over is taken by exactly one. A
 * {@link org.dharch.core.spi.BorrowedThread} needs none of these, since it brings itself what it
 * does; so the two are not one.
 */
final class SpinHandoff<T> {
  private static final long QUICK_NANOS = 200_000;
  private static final Object FREE = new Object();

  private final AtomicReference<Object> place = new AtomicReference<>();
  private final SpinBudget budget = new SpinBudget(QUICK_NANOS);
  private final AtomicLong idleSince = new AtomicLong(System.nanoTime());

  /** Hands {@code task} to the worker that stands here; false if none does. */
  boolean hand(T task) {
    budget.came(idleSince.get());
    return place.compareAndSet(FREE, task);
  }

  /** Stands here for a moment, if that is worth it; what was handed over meanwhile. */
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
