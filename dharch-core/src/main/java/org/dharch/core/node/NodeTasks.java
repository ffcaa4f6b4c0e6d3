package org.dharch.core.node;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;

/** A node's tasks and idle workers. Guarded by {@link StateLock}. */
final class NodeTasks {
  final NodeConfig config;
  final NodeCapacity capacity;
  final AttemptLog known;
  final Replies replies;
  final NestedTasks nested = new NestedTasks();

  /** The tasks that have not ended. */
  final Map<AttemptKey, TaskRun> inFlight = new HashMap<>();

  /** The tasks whose handlers have not returned. */
  final Set<TaskRun> calls = new LinkedHashSet<>();

  NodeStatus.State state = NodeStatus.State.READY;
  int idle;
  private long sequence;

  NodeTasks(NodeConfig config) {
    this.config = config;
    this.capacity = new NodeCapacity(config);
    this.known = new AttemptLog(config);
    this.replies = new Replies(config.ticker());
    this.idle = config.capacity().workers();
  }

  long now() {
    return config.ticker().nanos();
  }

  TaskRun create(BatchRun run, Task task, long arrival) {
    HostedHandler hosted = config.handlers().get(task.handler());
    return new TaskRun(run, task, hosted, arrival, sequence++);
  }

  /** The task has left its handler's queue. */
  void unqueued(TaskRun task) {
    capacity.unqueued();
    nested.unqueued(task);
  }
}
