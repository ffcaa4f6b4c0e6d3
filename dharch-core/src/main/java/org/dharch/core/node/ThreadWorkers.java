package org.dharch.core.node;

import java.util.Optional;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daemon threads; a task is one hand-over away from an idle one. */
final class ThreadWorkers implements Workers {
  private static final Logger log = LoggerFactory.getLogger(ThreadWorkers.class);

  /** A task for a worker, or the word to end. */
  private record WorkItem(TaskRun task) {}

  private static final WorkItem END = new WorkItem(null);

  private final LinkedTransferQueue<WorkItem> items = new LinkedTransferQueue<>();
  private final SpinHandoff<TaskRun> lookout = new SpinHandoff<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final ThreadFactory threads;
  private final UnaryOperator<TaskRun> perform;

  /**
   * Makes the threads.
   *
   * @param perform performs a task and gives the worker's next one; null if there is none
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
            return; // another worker has taken this one's place
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
    if (task.beside) {
      threads.newThread(() -> performBeside(task)).start();
    } else if (!lookout.hand(task)) {
      items.put(new WorkItem(task));
    }
  }

  private void performBeside(TaskRun task) {
    var unused = perform.apply(task); // it is for this one alone
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
}
