package org.dharch.core.node;

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
}
