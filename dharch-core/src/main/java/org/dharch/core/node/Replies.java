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
 * Tracks the accepted task batches until all their results are sent. The results of one batch are
 * sent together, unless a task did not perform or the rest takes some milliseconds longer. Then the
 * finished results are sent first, so that the manager can process them early. Guarded by the
 * engine's lock.
 */
final class Replies {
  /** The longest time a result waits for the rest of its task batch. */
  private static final long TOGETHER_NANOS = 5_000_000;

  private final Ticker ticker;

  /** Batches with waiting results, the longest waiting first. */
  private final Set<BatchRun> partial = new LinkedHashSet<>();

  private int batches;

  Replies(Ticker ticker) {
    this.ticker = ticker;
  }

  void taken() {
    batches++;
  }

  /** Returns whether all task batches have completed. */
  boolean allLeft() {
    return batches == 0;
  }

  /** Records that the result of {@code task} is expected. */
  void awaited(TaskRun task) {
    if (!task.task.oneway()) {
      task.run.unanswered++;
    }
  }

  /** Records the end of {@code task}. */
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

  /**
   * Records that this many prefetched tasks of {@code run} will not start here and need no reply.
   */
  void givenUp(BatchRun run, int tasks, NodeEffects effects) {
    run.unanswered -= tasks;
    if (run.unanswered == 0 && !run.ready.isEmpty()) {
      flush(run, effects);
      partial.remove(run);
    }
  }

  /** Sends the results that have waited for long enough. */
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
   * Records that the results of {@code tasks} were sent, or need not be.
   *
   * @return the callbacks of the completed task batches, including those that waited for the same
   *     attempts
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
