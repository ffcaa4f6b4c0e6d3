package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/**
 * A task batch on its way through the node, stage by stage if stages are ahead; guarded by the
 * engine's lock.
 */
final class BatchRun {
  final Runnable done;

  /** Of the stage in hand. */
  TaskBatch batch;

  /** How many stages have begun after the first. */
  int stages;

  /** When that stage began here. */
  long since;

  /** Its tasks, as long as the node is to go on after them; empty otherwise. */
  List<TaskRun> visiting = List.of();

  /** Tasks that have ended and whose results have not left yet. */
  List<TaskRun> ready = new ArrayList<>(4);

  /** Since when the first of those has waited for the others. */
  long partialSince;

  /** Tasks whose result is wanted and not there yet, those ahead among them. */
  int unanswered;

  /** Tasks of this stage that have not ended; the envelope is held for them. */
  int open;

  /** Tasks of all stages that have not ended, or whose result has not been handed over. */
  int unsettled;

  BatchRun(TaskBatch batch, Runnable done) {
    this.batch = batch;
    this.done = done;
    this.unsettled = batch.tasks().size() + batch.countAhead();
    this.unanswered = batch.countAhead();
  }

  /** The tasks of all stages ahead. */
  List<Task> ahead() {
    return batch.ahead().stream().flatMap(List::stream).toList();
  }
}
