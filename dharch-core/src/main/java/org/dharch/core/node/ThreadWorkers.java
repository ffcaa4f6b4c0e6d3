package org.dharch.core.node;

import java.util.Optional;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.dharch.core.spi.BorrowedThread.SpinBudget;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs tasks on daemon threads; an idle one receives a task with one hand-over. */
final class ThreadWorkers implements Workers {
  private static final Logger log = LoggerFactory.getLogger(ThreadWorkers.class);

  /** A task for a worker, or the signal to end. */
  private record WorkItem(TaskRun task) {}

  private static final WorkItem END = new WorkItem(null);

  private final LinkedTransferQueue<WorkItem> items = new LinkedTransferQueue<>();
  private final SpinHandoff<TaskRun> lookout = new SpinHandoff<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final ThreadFactory threads;
  private final UnaryOperator<TaskRun> perform;

  /**
   * Creates the threads.
   *
   * @param perform performs a task and returns the worker's next one; null if there is none
   */
  ThreadWorkers(int count, ThreadFactory threads, UnaryOperator<TaskRun> perform) {
    this.threads = threads;
    this.perform = perform;
    for (int i = 0; i < count; i++) {
      threads.newThread(this::work).start();
    }
  }

  private void work() {
    try {
      while (true) {
        Optional<TaskRun> seen = lookout.look();
        WorkItem item = seen.isPresent() ? new WorkItem(seen.get()) : items.take();
        if (item.task() == null) {
          items.put(item); // the next worker ends too
          return;
        }
        TaskRun task = item.task();
        while (task != null) {
          TaskRun next = perform.apply(task);
          if (task.hung) {
            return; // a new worker has replaced this one
          }
          task = next;
        }
      }
    } catch (InterruptedException e) {
      log.debug("Worker interrupted");
    }
  }

  @Override
  public void begin(TaskRun task) {
    if (task.inExtraSlot) {
      threads.newThread(() -> performInExtraSlot(task)).start();
    } else if (!lookout.hand(task)) {
      items.put(new WorkItem(task));
    }
  }

  private void performInExtraSlot(TaskRun task) {
    var unused = perform.apply(task); // this thread runs only one task
  }

  @Override
  public void interrupt(TaskRun task) {
    task.interrupt();
  }

  @Override
  public void replace(TaskRun task) {
    threads.newThread(this::work).start();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      items.put(END);
    }
  }

  /**
   * A place for one idle worker that spins for its next task for a moment before it parks. Waking a
   * parked thread takes tens of microseconds, often more than its task. While tasks have arrived in
   * such quick succession, the worker that has just become idle waits here and yields its core to
   * any thread that needs it. When tasks arrive more slowly, or on one core, no worker does.
   *
   * <p>The place is empty, or holds {@code FREE} while a worker waits there, or the task handed
   * over. Each change is one compare-and-set, so a task is taken by exactly one worker. A {@link
   * org.dharch.core.spi.BorrowedThread} needs none of this, because it brings its own tasks.
   */
  static final class SpinHandoff<T> {
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
    @SuppressWarnings("ThreadPriorityCheck") // yields only to let other threads run
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
      @SuppressWarnings("unchecked") // hand stores only a T here, and the other value is FREE
      T task = (T) place.getAndSet(null);
      return Optional.of(task);
    }
  }
}
