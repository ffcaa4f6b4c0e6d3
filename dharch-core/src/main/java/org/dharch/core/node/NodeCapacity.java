package org.dharch.core.node;

/** Tracks the work that a node holds, against its bounds; guarded by {@link StateLock}. */
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

  /** Returns whether the node could ever hold this many tasks of one batch. */
  boolean couldHold(int tasks) {
    return tasks <= config.capacity().inboxTasks();
  }

  /** Returns whether there is capacity for this many tasks with an envelope of this size. */
  boolean isFor(int tasks, long envelope) {
    return waiting + tasks <= config.capacity().inboxTasks()
        && (bytes == 0 || bytes + envelope <= config.capacity().inboxBytes())
        && outboundReplies < config.capacity().inboxTasks();
  }

  /** Records the size of a refused task batch. */
  void wanted(int tasks, long envelope) {
    wantedTasks = tasks;
    wantedBytes = envelope;
  }

  /** Returns whether there is capacity for the latest refused task batch, or for one task. */
  boolean isForWanted() {
    return isFor(wantedTasks, wantedBytes);
  }

  /** Records that a task batch was accepted, which replaces the latest refusal. */
  void nothingWanted() {
    wanted(1, 0);
  }

  /** Records that {@code task} is queued and holds the envelope of its task batch. */
  void queued(TaskRun task) {
    waiting++;
    if (task.run.open++ == 0) {
      bytes += task.run.batch.envelope().length;
    }
  }

  /** Records that a task has left its queue. */
  void unqueued() {
    waiting--;
  }

  void ended(TaskRun task) {
    if (--task.run.open == 0) {
      bytes -= task.run.batch.envelope().length;
    }
  }

  /** Changes the number of replies that wait for the separate sending thread. */
  void outboundReplies(int change) {
    outboundReplies += change;
  }

  /** Returns the size of all held envelopes. */
  long bytes() {
    return bytes;
  }

  /** Returns the number of queued tasks. */
  int waiting() {
    return waiting;
  }
}
