package org.dharch.core.node;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.spi.Ticker;
import org.dharch.core.wire.HandlerResult.Status;

/**
 * The task batches that the node has taken, until all their results have left: those of one
 * together, unless one of them did not perform, or the rest takes some milliseconds longer: then
 * the manager has what there is already, and not all of it to look at after the last handler.
 * Guarded by the engine's lock.
 */
final class Replies {
  /** After so long a result does not wait any more for the rest of its task batch. */
  private static final long TOGETHER_NANOS = 5_000_000;

  private final Ticker ticker;

  /** The one whose result has waited longest first. */
  private final Set<BatchRun> partial = new LinkedHashSet<>();

  private int batches;

  Replies(Ticker ticker) {
    this.ticker = ticker;
  }

  /** A task batch was taken. */
  void taken() {
    batches++;
  }

  /** Whether there is no task batch any more. */
  boolean allLeft() {
    return batches == 0;
  }

  /** The end of {@code task} is waited for. */
  void awaited(TaskRun task) {
    if (!task.task.oneway()) {
      task.run.unanswered++;
    }
  }

  /** {@code task} has ended. */
  void ended(TaskRun task, NodeEffects effects) {
    if (task.task.oneway()) {
      effects.settle(task);
      return;
    }
    BatchRun run = task.run;
    run.ready.add(task);
    if (--run.unanswered == 0 || task.result.status() != Status.PERFORMED) {
      flush(run, effects);
      partial.remove(run);
    } else if (partial.add(run)) {
      run.partialSince = ticker.nanos();
    }
  }

  /** So many tasks ahead of {@code run} will not begin here, and need no answer. */
  void givenUp(BatchRun run, int tasks, NodeEffects effects) {
    run.unanswered -= tasks;
    if (run.unanswered == 0 && !run.ready.isEmpty()) {
      flush(run, effects);
      partial.remove(run);
    }
  }

  /** A step of the timer: what has waited for long enough is sent. */
  void tick(NodeEffects effects) {
    long now = ticker.nanos();
    Iterator<BatchRun> longest = partial.iterator();
    while (longest.hasNext()) {
      BatchRun run = longest.next();
      if (now - run.partialSince < TOGETHER_NANOS) {
        return;
      }
      flush(run, effects);
      longest.remove();
    }
  }

  private static void flush(BatchRun run, NodeEffects effects) {
    effects.answer(run.ready);
    run.ready = new ArrayList<>(4);
  }

  /**
   * The results of {@code tasks} have left, or need not.
   *
   * @return what is to be run now for their task batches, and those that followed them
   */
  List<Runnable> left(List<TaskRun> tasks) {
    List<Runnable> dones = new ArrayList<>(1);
    for (TaskRun task : tasks) {
      left(task.run, dones);
      task.followers.forEach(follower -> left(follower, dones));
    }
    return dones;
  }

  private void left(BatchRun run, List<Runnable> dones) {
    if (--run.unsettled == 0) {
      batches--;
      run.forms.close();
      dones.add(run.done);
    }
  }
}
