package org.dharch.core.node;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.dharch.core.node.HandlerResult.Status;

/**
 * The works that the node has taken, until all their results have left: those of one work together,
 * unless one of them did not perform, or the rest takes longer than a step or two of the timer: the
 * manager may then as well have what there is, and is not left to look at all of it after the last
 * handler. Guarded by the engine's lock.
 */
final class Replies {
  private final Set<WorkRun> partial = new LinkedHashSet<>();

  /** Those that were partial at the timer's last step. */
  private final Set<WorkRun> late = new LinkedHashSet<>();

  private int works;

  /** A work was taken. */
  void taken() {
    works++;
  }

  /** Whether there is no work any more. */
  boolean allLeft() {
    return works == 0;
  }

  /** The end of {@code task} is waited for. */
  void awaited(TaskRun task) {
    if (!task.task.oneway()) {
      task.run.unanswered++;
    }
  }

  /** {@code task} has ended. */
  void ended(TaskRun task, Effects effects) {
    if (task.task.oneway()) {
      effects.silent.add(task);
      return;
    }
    WorkRun run = task.run;
    run.ready.add(task);
    if (--run.unanswered == 0 || task.result.status() != Status.PERFORMED) {
      flush(run, effects);
      partial.remove(run);
      late.remove(run);
    } else {
      partial.add(run);
    }
  }

  /** A step of the timer: what has not been sent since the last one is. */
  void tick(Effects effects) {
    late.forEach(run -> flush(run, effects));
    partial.removeAll(late);
    late.clear();
    late.addAll(partial);
  }

  /** Whatever has not been sent is. */
  void flush(Effects effects) {
    partial.forEach(run -> flush(run, effects));
    partial.clear();
    late.clear();
  }

  private static void flush(WorkRun run, Effects effects) {
    effects.replies.add(run.ready);
    run.ready = new ArrayList<>(4);
  }

  /**
   * The results of {@code tasks} have left, or need not.
   *
   * @return what is to be run now for their works, and those that followed them
   */
  List<Runnable> left(List<TaskRun> tasks) {
    List<Runnable> dones = new ArrayList<>(1);
    for (TaskRun task : tasks) {
      left(task.run, dones);
      task.followers.forEach(follower -> left(follower, dones));
    }
    return dones;
  }

  private void left(WorkRun run, List<Runnable> dones) {
    if (--run.unsettled == 0) {
      works--;
      dones.add(run.done);
    }
  }
}
