package org.dharch.core.node.journal;

import org.dharch.api.MessageId;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/**
 * Identifies an attempt.
 *
 * @param incarnation the incarnation of the manager that started the attempt
 */
public record AttemptKey(
    MessageId id, long incarnation, int index, int attempt, String handler, Task.Purpose purpose) {

  public static AttemptKey of(TaskBatch batch, Task task) {
    return new AttemptKey(
        batch.id(),
        batch.incarnation(),
        task.index(),
        task.attempt(),
        task.handler(),
        task.purpose());
  }
}
