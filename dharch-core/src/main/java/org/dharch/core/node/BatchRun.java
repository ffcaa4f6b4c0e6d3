package org.dharch.core.node;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.message.CallDepth;
import org.dharch.core.node.parsed.ParsedMessageCache;
import org.dharch.core.node.parsed.ParsedMessageQuota;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/**
 * A task batch on its way through the node, stage by stage if stages are ahead; guarded by the
 * engine's lock.
 */
final class BatchRun {
  /** How long a worker may be busy with one of its tasks before others take the rest. */
  private static final long APART_NANOS = 5_000_000;

  final Runnable done;

  /** The parsed messages that its handlers pass to each other. */
  final ParsedMessageCache forms;

  /** How deep its message is in calls. */
  final int depth;

  /** Of the stage in hand. */
  TaskBatch batch;

  /** The fingerprint of its message, if another node passed that on; 0 if not. */
  long on;

  /** The tasks of that stage that have entered. */
  List<TaskRun> stage = List.of();

  /** How many of those run. */
  int running;

  /** When the last of those began. */
  long begun;

  /** How many stages have begun after the first. */
  int stages;

  /** When that stage began here. */
  long since;

  /** Its tasks, while the node is to continue after them; empty otherwise. */
  List<TaskRun> speculating = List.of();

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

  /**
   * A task batch that has come.
   *
   * @param done is run when all its results have left
   * @param capacity for what its handlers leave to each other
   */
  BatchRun(TaskBatch batch, Runnable done, ParsedMessageQuota capacity) {
    this.batch = batch;
    this.depth = CallDepth.of(batch.properties());
    this.forms = new ParsedMessageCache(capacity);
    this.done = done;
    this.unsettled = batch.tasks().size() + batch.countSpeculative();
    this.unanswered = batch.countSpeculative();
  }

  /**
   * Whether what waits of it is rather left to the worker that has one of its tasks, for that one
   * has the form of the message that the next handler wants, and it cannot be used by two at once.
   */
  boolean isKeptTogether(long now) {
    return running > 0 && now - begun < APART_NANOS && forms.areWanted();
  }

  /** The next of its tasks for a handler that can have the form that waits; null without one. */
  TaskRun next() {
    if (forms.isThere()) {
      for (TaskRun task : stage) {
        if (task.state == TaskRun.State.WAITING && task.hosted.active < task.hosted.concurrency) {
          return task;
        }
      }
    }
    return null;
  }

  /** The tasks of all stages ahead. */
  List<Task> prefetched() {
    return batch.prefetched().stream().flatMap(List::stream).toList();
  }
}
