package org.dharch.core.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/** Continues a task batch with its prefetched stages, or returns them to the manager. */
final class PrefetchedStages {
  private final NodeTasks tasks;
  private final TaskAdmission admission;

  PrefetchedStages(NodeTasks tasks, TaskAdmission admission) {
    this.tasks = tasks;
    this.admission = admission;
  }

  /**
   * Sets the tasks of the current stage.
   *
   * @param isComplete whether all of them were queued, so that the next stage may follow here
   */
  void stage(BatchRun run, List<TaskRun> stage, boolean isComplete, NodeEffects effects) {
    run.stage = stage;
    if (isComplete) {
      run.speculating = run.batch.prefetched().isEmpty() ? List.of() : stage;
    } else {
      endSpeculation(run, effects);
    }
  }

  /** Drops the speculative stage without a reply; its manager assigns it again. */
  void endSpeculation(BatchRun run, NodeEffects effects) {
    List<Task> prefetched = run.prefetched();
    run.speculating = List.of();
    run.batch = run.batch.alone();
    for (Task task : prefetched) {
      effects.settle(tasks.create(run, task, 0));
    }
    tasks.replies.givenUp(run, prefetched.size(), effects);
  }

  /** A task of a batch with prefetched stages has ended. */
  void ended(TaskRun task, NodeEffects effects) {
    BatchRun run = task.run;
    if (!permitsNextStage(task.result)) {
      endSpeculation(run, effects);
    } else if (run.speculating.stream().allMatch(t -> t.state == TaskRun.State.ENDED)) {
      if (!run.batch.isWhole()
          || !run.batch.route().map(r -> r.staysOn(tasks.config.id())).orElse(true)) {
        effects.forward(run);
      } else if (run.speculating.stream().allMatch(t -> t.result.changes().isEmpty())) {
        startNextStage(run, unchanged(run), run.on, effects);
      } else {
        effects.startNextStage(run);
      }
    }
  }

  private static boolean permitsNextStage(HandlerResult result) {
    Changes changes = result.changes();
    return result.status() == Status.PERFORMED
        && changes.verdict().isEmpty()
        && !changes.properties().containsKey(MessageProperties.REST);
  }

  /** The time until the message's deadline. */
  Duration left(BatchRun run) {
    Duration left = run.batch.timing().remaining().minusNanos(tasks.now() - run.since);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private TaskBatch unchanged(BatchRun run) {
    TaskBatch now = run.batch;
    return now.next(left(run), now.content());
  }

  /**
   * Starts the next stage on the merged results of the current one.
   *
   * @param next the next stage and those after it
   * @param on the fingerprint of its message
   */
  void startNextStage(BatchRun run, TaskBatch next, long on, NodeEffects effects) {
    run.on = on;
    nextStage(run, next, tooLarge(run, next), effects);
  }

  /** The next stage does not start here, although the results of the current one permit it. */
  void returnToManager(BatchRun run, String reason, NodeEffects effects) {
    nextStage(run, unchanged(run), reason, effects);
  }

  /**
   * The reason why the message, as changed by a stage, is too large to continue here; empty if it
   * is not. Its manager knows only its size on arrival.
   */
  private String tooLarge(BatchRun run, TaskBatch next) {
    int bytes = next.envelope().length;
    long most = tasks.config.capacity().largest();
    boolean grown = bytes > run.batch.envelope().length;
    if (most == 0 || (bytes <= most && !(grown && tasks.capacity.bytes() + bytes > most))) {
      return "";
    }
    return "the message has grown to "
        + bytes
        + " bytes; the node takes "
        + most
        + " at once, by its heap";
  }

  /**
   * Admits the tasks of the next stage.
   *
   * @param refusal the reason why they are refused; empty if they are not
   */
  private void nextStage(BatchRun run, TaskBatch next, String refusal, NodeEffects effects) {
    run.batch = next;
    run.stages++;
    run.since = tasks.now();
    run.unanswered -= next.tasks().size(); // each is awaited as it enters
    List<TaskRun> stage = new ArrayList<>(next.tasks().size());
    boolean queued = true;
    for (Task task : next.tasks()) {
      TaskRun fresh = tasks.create(run, task, run.since);
      stage.add(fresh);
      Optional<HandlerResult> atOnce =
          refusal.isEmpty()
              ? admission.enter(fresh, true)
              : Optional.of(admission.refuse(fresh, refusal));
      if (atOnce.isPresent()) {
        queued = false;
        fresh.state = TaskRun.State.ENDED;
        fresh.result = atOnce.get();
        tasks.replies.awaited(fresh);
        tasks.replies.ended(fresh, effects);
      }
    }
    stage(run, stage, queued, effects);
  }
}
