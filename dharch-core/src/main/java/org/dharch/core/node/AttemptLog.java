package org.dharch.core.node;

import java.util.Optional;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;

/**
 * How attempts ended that may be delivered again: the latest of all handlers, and those of stateful
 * ones as long as their messages can come again. Guarded by the engine's lock.
 */
final class AttemptLog {
  private final RecentResults recent;
  private final NodeMemory memory;

  AttemptLog(NodeConfig config) {
    this.recent = new RecentResults(config.recentCount(), config.recentBytes());
    this.memory = config.memory();
  }

  /**
   * How the attempt ended; unknown if the memory does not reach back so far; empty if it is new, or
   * of a stateless handler and too old.
   */
  Optional<HandlerResult> find(Task task, TaskRun.Key key) {
    Optional<HandlerResult> known = recent.get(key);
    return known.isEmpty() && task.stateful() ? memory.recall(key, task.after()) : known;
  }

  /** Keeps a place for what must not perform twice; false if there is none. */
  boolean reserve(TaskRun task) {
    return !task.remembered() || memory.reserve(task.key, task.run.batch.remaining().toMillis());
  }

  /**
   * {@code task} was refused before it was queued. If it must not perform twice that is remembered:
   * its manager has given the attempt up, and a copy of its task batch may come later.
   */
  void refused(TaskRun task, HandlerResult refusal) {
    if (task.remembered()) {
      recent.put(task.key, refusal);
    }
  }

  /**
   * {@code task} has ended.
   *
   * @param begun whether its handler was begun
   */
  void ended(TaskRun task, boolean begun) {
    if (task.result.status() != Status.REFUSED || task.remembered()) {
      recent.put(task.key, task.result);
    }
    if (task.remembered() && !begun) {
      memory.forget(task.key);
    } else if (task.remembered()) {
      memory.ended(task.key, task.result);
    }
  }
}
