package org.dharch.core.node;

import org.dharch.api.MessageId;
import org.dharch.core.spi.BorrowedThread;

/**
 * Starts tasks on idle workers and borrowed threads: the oldest of those that can start. Tasks for
 * which other messages wait may also start when no worker is idle ({@link NestedTasks}).
 */
final class TaskDispatcher {
  private final NodeTasks tasks;
  private final TaskEnds ends;

  TaskDispatcher(NodeTasks tasks, TaskEnds ends) {
    this.tasks = tasks;
    this.ends = ends;
  }

  /** Starts tasks on the idle workers. */
  void dispatch(NodeEffects effects) {
    for (TaskRun t = nextOfIdle(effects); t != null; t = nextOfIdle(effects)) {
      effects.begin(t);
    }
    startNested(effects);
  }

  private void startNested(NodeEffects effects) {
    for (TaskRun task : tasks.nested.next(tasks.config.handlers().values())) {
      if (task.hosted.active < task.hosted.concurrency) { // another task may be able to start now
        task.hosted.queue.remove(task);
        tasks.unqueued(task);
        if (start(task, effects)) {
          tasks.nested.begun(task);
          effects.begin(task);
        }
      }
    }
  }

  /** Starts a task on a borrowed thread in place of an idle worker; null if there is none. */
  TaskRun lend(BorrowedThread.Lender lender, NodeEffects effects) {
    TaskRun task =
        lender instanceof BorrowedThread.Request request
            ? longestOf(request.message(), effects)
            : quick(effects);
    if (task != null) {
      task.lender = lender;
    }
    startNested(effects);
    return task;
  }

  /** The next quick task; the workers get those that are older and not quick, or all. */
  private TaskRun quick(NodeEffects effects) {
    for (TaskRun t = nextOfIdle(effects); t != null; t = nextOfIdle(effects)) {
      if (t.hosted.isQuick()) {
        return t;
      }
      effects.begin(t);
    }
    return null;
  }

  /**
   * Starts the task of {@code message} that usually takes longest, because the message waits for
   * that one anyway; the workers run the others.
   */
  private TaskRun longestOf(MessageId message, NodeEffects effects) {
    TaskRun longest = null;
    for (TaskRun t = nextOfIdle(effects); t != null; t = nextOfIdle(effects)) {
      boolean mayStay = t.key.id().equals(message) && t.mayRunOnCaller();
      if (mayStay && longest == null) {
        longest = t;
      } else if (mayStay && t.hosted.isLongerThan(longest.hosted)) {
        effects.begin(longest);
        longest = t;
      } else {
        effects.begin(t);
      }
    }
    return longest;
  }

  /** The next task for a worker that was idle; null without a task or a worker. */
  private TaskRun nextOfIdle(NodeEffects effects) {
    TaskRun next = tasks.idle > 0 ? next(effects) : null;
    if (next != null) {
      tasks.idle--;
    }
    return next;
  }

  /** The oldest task that may start, already RUNNING; null if there is none. */
  private TaskRun next(NodeEffects effects) {
    for (HostedHandler oldest = oldest(); oldest != null; oldest = oldest()) {
      TaskRun task = oldest.removeNext(tasks.now());
      tasks.unqueued(task);
      if (start(task, effects)) {
        return task;
      }
    }
    return null;
  }

  /** The handler of the oldest task; tasks that are better left to another worker are last. */
  private HostedHandler oldest() {
    HostedHandler oldest = null;
    HostedHandler apart = null;
    long now = tasks.now();
    for (HostedHandler h : tasks.config.handlers().values()) {
      if (h.mayBeginBefore(oldest)) {
        oldest = h;
      }
      if (h.mayBeginNow(now) && h.mayBeginBefore(apart)) {
        apart = h;
      }
    }
    return apart == null ? oldest : apart;
  }

  /** Starts a task that has left its queue, unless it is late. */
  private boolean start(TaskRun task, NodeEffects effects) {
    long now = tasks.now();
    String lateness = task.lateness(now);
    if (!lateness.isEmpty()) {
      ends.endLate(task, lateness, now, effects);
      return false;
    }
    task.state = TaskRun.State.RUNNING;
    task.started = now;
    task.hosted.active++;
    task.run.running++;
    task.run.begun = now;
    tasks.calls.add(task);
    return true;
  }

  /**
   * Returns the calling worker's next task; without one it is idle.
   *
   * @param last its previous task: a task of the same message is preferred if it has a parsed form
   */
  TaskRun nextAfter(TaskRun last, NodeEffects effects) {
    if (last.hung || last.inExtraSlot) {
      return null;
    }
    TaskRun next = last.run.next();
    if (next != null) {
      next.hosted.queue.remove(next);
      tasks.unqueued(next);
      next = start(next, effects) ? next : null;
    }
    next = next == null ? next(effects) : next;
    if (next == null) {
      tasks.idle++;
    }
    return next;
  }
}
