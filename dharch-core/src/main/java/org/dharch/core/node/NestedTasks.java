package org.dharch.core.node;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.dharch.core.message.CallDepth;

/**
 * The tasks of messages that a handler waits for ({@link CallDepth}), perhaps here: all workers may
 * be held by such handlers. So each depth has a place of its own beside the workers, in which one
 * of its tasks goes on whatever the workers do; a thread is made for it when no worker is idle and
 * it is not taken, and ends with it. Of the deepest ones nobody waits for anything deeper, so they
 * end, and then those that waited for them (seed 002, section 3.2). Guarded by the engine's lock.
 */
final class NestedTasks {
  private final BitSet taken = new BitSet(CallDepth.MOST + 1);

  /** How many wait for their turn. */
  private int waiting;

  void queued(TaskRun task) {
    waiting += task.depth > 0 ? 1 : 0;
  }

  void unqueued(TaskRun task) {
    waiting -= task.depth > 0 ? 1 : 0;
  }

  /** The oldest of each depth whose place is free; whoever begins one says {@link #begun}. */
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

  /** It runs in its depth's place. */
  void begun(TaskRun task) {
    task.beside = true;
    taken.set(task.depth);
  }

  /** It runs there no more, or its thread is given up. */
  void over(TaskRun task) {
    taken.clear(task.depth);
  }
}
