package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.wire.TaskBatch;

/** A task batch on its way through the node; guarded by the engine's lock. */
final class BatchRun {
  final TaskBatch batch;
  final Runnable done;

  /** Tasks that have ended and whose results have not left yet. */
  List<TaskRun> ready = new ArrayList<>(4);

  /** Since when the first of those has waited for the others. */
  long partialSince;

  /** Tasks whose result is wanted and not there yet. */
  int unanswered;

  /** Tasks of this batch that have not ended; the envelope is held for them. */
  int open;

  /** Tasks that have not ended, or whose result has not been handed over. */
  int unsettled;

  BatchRun(TaskBatch batch, Runnable done) {
    this.batch = batch;
    this.done = done;
    this.unsettled = batch.tasks().size();
  }
}
