package org.dharch.core.node;

import java.util.Optional;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/** Queues tasks, or answers them at once with a known result or a refusal. */
final class TaskAdmission {
  private final NodeTasks tasks;

  TaskAdmission(NodeTasks tasks) {
    this.tasks = tasks;
  }

  /** Returns how many tasks of {@code batch} would be queued. */
  int countNew(TaskBatch batch) {
    int count = 0;
    for (Task task : batch.tasks()) {
      AttemptKey key = AttemptKey.of(batch, task);
      if (tasks.config.handlers().containsKey(task.handler())
          && !tasks.inFlight.containsKey(key)
          && tasks.known.find(task, key).isEmpty()) {
        count++;
      }
    }
    return count;
  }

  /** Queues the task; returns its result if it ends at once. */
  Optional<HandlerResult> enter(TaskRun task, boolean fits) {
    Optional<HandlerResult> before = tasks.known.find(task.task, task.key);
    if (before.isPresent()) {
      return before;
    }
    String refusal = refusal(task, fits);
    if (refusal.isEmpty() && !tasks.known.reserve(task)) {
      refusal = "the journal of node " + tasks.config.id().name() + " is full";
    }
    if (!refusal.isEmpty()) {
      return Optional.of(refuse(task, refusal));
    }
    tasks.capacity.queued(task);
    tasks.nested.queued(task);
    tasks.replies.awaited(task);
    tasks.inFlight.put(task.key, task);
    task.hosted.queue.add(task);
    return Optional.empty();
  }

  HandlerResult refuse(TaskRun task, String refusal) {
    HandlerResult refused = task.ended(Status.REFUSED, refusal, 0, 0);
    tasks.known.refused(task, refused);
    return refused;
  }

  /** The reason why the node refuses the task; empty if it accepts it. */
  private String refusal(TaskRun task, boolean fits) {
    NodeConfig config = tasks.config;
    HostedHandler hosted = task.hosted;
    if (tasks.state != NodeStatus.State.READY) {
      return "node " + config.id().name() + " is draining";
    }
    if (hosted == null) {
      return "not hosted by node "
          + config.id().name()
          + "; it hosts "
          + config.handlers().keySet();
    }
    if (hosted.isHung()) {
      return hosted.whyNotServed();
    }
    return fits
        ? ""
        : "tasks="
            + task.run.batch.tasks().size()
            + " > inboxTasks="
            + config.capacity().inboxTasks();
  }
}
