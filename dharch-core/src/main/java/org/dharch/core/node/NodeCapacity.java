package org.dharch.core.node;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.dharch.core.message.CallDepth;

/** How much work a node holds, against its bounds; guarded by the engine's lock. */
final class NodeCapacity {
  private final NodeConfig config;
  private int waiting;
  private long bytes;
  private int outboundReplies;
  private int wantedTasks = 1;
  private long wantedBytes;

  NodeCapacity(NodeConfig config) {
    this.config = config;
  }

  /** Whether a task batch of so many tasks could ever be held. */
  boolean couldHold(int tasks) {
    return tasks <= config.inboxTasks();
  }

  /** Whether there is room for so many tasks of a task batch whose envelope has so many bytes. */
  boolean isFor(int tasks, long envelope) {
    return waiting + tasks <= config.inboxTasks()
        && (bytes == 0 || bytes + envelope <= config.inboxBytes())
        && outboundReplies < config.inboxTasks();
  }

  /** This much was refused. */
  void wanted(int tasks, long envelope) {
    wantedTasks = tasks;
    wantedBytes = envelope;
  }

  /** Whether there is room for what was refused last, or for one task. */
  boolean isForWanted() {
    return isFor(wantedTasks, wantedBytes);
  }

  /** A task batch was taken, so nothing that was refused is waited for. */
  void nothingWanted() {
    wanted(1, 0);
  }

  /** {@code task} waits for its turn; the envelope of its task batch is held for it. */
  void queued(TaskRun task) {
    waiting++;
    if (task.run.open++ == 0) {
      bytes += task.run.batch.envelope().length;
    }
  }

  /** A task waits no more: it begins, or ends without having begun. */
  void unqueued() {
    waiting--;
  }

  void ended(TaskRun task) {
    if (--task.run.open == 0) {
      bytes -= task.run.batch.envelope().length;
    }
  }

  /** Replies that wait for the thread that sends them aside. */
  void outboundReplies(int change) {
    outboundReplies += change;
  }

  /** Of all envelopes that are held. */
  long bytes() {
    return bytes;
  }

  /** How many tasks wait for their turn. */
  int waiting() {
    return waiting;
  }

  /**
   * Runs tasks of messages for which a handler waits ({@link CallDepth}), perhaps on this node:
   * such handlers may hold all workers. So each depth has one extra slot besides the workers. A
   * thread is started for a task of that depth when no worker is idle and the slot is free, and
   * ends with the task. Tasks of the greatest depth wait for nothing deeper, so they end, and then
   * those that waited for them (seed 002, section 3.2). Guarded by the engine's lock.
   */
  static final class NestedTasks {
    private final BitSet taken = new BitSet(CallDepth.MOST + 1);

    /** How many wait for their turn. */
    private int waiting;

    void queued(TaskRun task) {
      waiting += task.depth > 0 ? 1 : 0;
    }

    void unqueued(TaskRun task) {
      waiting -= task.depth > 0 ? 1 : 0;
    }

    /**
     * The oldest task of each depth whose slot is free; the caller reports the start with {@link
     * #begun}.
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
}
