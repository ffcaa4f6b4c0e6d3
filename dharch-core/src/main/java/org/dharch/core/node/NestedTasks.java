package org.dharch.core.node;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.dharch.core.message.CallDepth;

/**
 * Runs tasks of messages for which a handler waits ({@link CallDepth}), perhaps on this node: such
 * handlers may hold all workers. So each depth has one extra slot besides the workers. A thread is
 * started for a task of that depth when no worker is idle and the slot is free, and ends with the
 * task. Tasks of the greatest depth wait for nothing deeper, so they end, and then those that
 * waited for them (seed 002, section 3.2). Guarded by {@link StateLock}.
 */
final class NestedTasks {
  private final BitSet taken = new BitSet(CallDepth.MOST + 1);

  /** The number of queued nested tasks. */
  private int waiting;

  void queued(TaskRun task) {
    waiting += task.depth > 0 ? 1 : 0;
  }

  void unqueued(TaskRun task) {
    waiting -= task.depth > 0 ? 1 : 0;
  }

  /**
   * Returns the oldest task of each depth whose slot is free; the caller reports the start with
   * {@link #begun}.
   */
  List<TaskRun> next(Collection<HostedHandler> handlers) {
    if (waiting == 0) {
      return List.of();
    }
    TaskRun[] oldest = new TaskRun[CallDepth.MOST + 1];
    for (HostedHandler handler : handlers) {
      if (handler.active < handler.concurrency) {
        for (TaskRun task : handler.queue) {
          TaskRun other = oldest[task.depth];
          if (task.depth > 0
              && !taken.get(task.depth)
              && (other == null || task.sequence < other.sequence)) {
            oldest[task.depth] = task;
          }
        }
      }
    }
    List<TaskRun> next = new ArrayList<>(1);
    for (int depth = CallDepth.MOST; depth > 0; depth--) {
      if (oldest[depth] != null) {
        next.add(oldest[depth]);
      }
    }
    return next;
  }

  /** Records that the task runs in the slot of its depth. */
  void begun(TaskRun task) {
    task.inExtraSlot = true;
    taken.set(task.depth);
  }

  /** Records that the task has ended, or that its thread was abandoned. */
  void over(TaskRun task) {
    taken.clear(task.depth);
  }
}
