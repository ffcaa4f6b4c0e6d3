package org.dharch.core.node;

import java.util.Iterator;
import org.dharch.core.node.failure.FailureLog;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends tasks: when their handlers return, when their time is over, or when the node stops. A task
 * that ended while its handler still runs keeps its worker and its handler's slot until the call
 * returns. If it does not return soon after its interrupt, its worker is replaced, but the slot
 * stays taken: that bounds the threads that a broken handler can cost.
 */
final class TaskEnds {
  private static final Logger log = LoggerFactory.getLogger(TaskEnds.class);

  /** The time from the interrupt of a call to the replacement of its worker. */
  private static final long HUNG_AFTER_NANOS = 500_000_000;

  private final NodeTasks tasks;
  private final PrefetchedStages stages;
  private final FailureLog failures;

  TaskEnds(NodeTasks tasks, PrefetchedStages stages, FailureLog failures) {
    this.tasks = tasks;
    this.stages = stages;
    this.failures = failures;
  }

  /** Ends {@code task}, whose handler returned. */
  void returned(TaskRun task, HandlerResult result, NodeEffects effects) {
    tasks.calls.remove(task);
    task.hosted.active--;
    task.hosted.took(result.runNanos());
    if (result.status() == Status.PERFORMED && task.state == TaskRun.State.RUNNING) {
      task.hosted.times.add(result.runNanos());
    }
    if (task.hung) {
      if (task.hosted.isHung()) {
        effects.announce();
      }
      task.hosted.hung--;
      log.warn("Hung call returned handler={}", task.hosted.name);
    } else if (task.lender != null) {
      tasks.idle++;
    } else if (task.inExtraSlot) {
      tasks.nested.over(task);
    }
    end(task, result, effects);
  }

  /** Ends {@code task} with {@code result}; the first end counts. */
  private void end(TaskRun task, HandlerResult result, NodeEffects effects) {
    if (task.state == TaskRun.State.ENDED) {
      return;
    }
    task.run.running -= task.state == TaskRun.State.RUNNING ? 1 : 0;
    task.state = TaskRun.State.ENDED;
    task.result = result.on(task.run.on);
    tasks.inFlight.remove(task.key);
    tasks.known.ended(task);
    tasks.capacity.ended(task);
    tasks.replies.ended(task, effects);
    if (!task.run.speculating.isEmpty()) {
      stages.ended(task, effects);
    }
    if (task.task.oneway() && !result.changes().emissions().isEmpty()) {
      effects.emit(task);
    }
  }

  /** Runs one step of the timer. */
  void tick(long now, NodeEffects effects) {
    tasks.config.handlers().values().forEach(handler -> endLate(handler, now, effects));
    for (TaskRun task : tasks.calls) {
      if (task.keepsBorrowedThread(now)) {
        task.handedOver = true;
        task.hosted.took(now - task.started);
        effects.handOver(task.lender);
      }
      String lateEnd = task.state == TaskRun.State.RUNNING ? task.lateEnd(now) : "";
      if (!lateEnd.isEmpty()) {
        interrupt(task, lateEnd, now, effects);
      } else if (task.state == TaskRun.State.ENDED
          && !task.hung
          && now - task.interrupted >= HUNG_AFTER_NANOS) {
        giveUp(task, effects);
      }
    }
  }

  private void endLate(HostedHandler hosted, long now, NodeEffects effects) {
    Iterator<TaskRun> queue = hosted.queue.iterator();
    while (queue.hasNext()) {
      TaskRun task = queue.next();
      String lateness = task.lateness(now);
      if (!lateness.isEmpty()) {
        queue.remove();
        tasks.unqueued(task);
        endLate(task, lateness, now, effects);
      }
    }
  }

  /** Ends a task that has left its queue and must not start any more. */
  void endLate(TaskRun task, String lateness, long now, NodeEffects effects) {
    if (task.isShortOfTime(now)) {
      task.hosted.times.skip();
    }
    end(task, task.ended(Status.NOT_STARTED, lateness, now - task.arrival, 0), effects);
  }

  /** Interrupts a call and ends its task if it has not ended. */
  private void interrupt(TaskRun task, String reason, long now, NodeEffects effects) {
    task.interrupted = now;
    effects.interrupt(task);
    long ran = now - task.started;
    String where = task.where();
    failures.late(task.key, reason, where);
    HandlerResult result =
        task.ended(Status.TIMED_OUT, reason, task.started - task.arrival, ran).traced(where);
    end(task, result, effects);
  }

  private void giveUp(TaskRun task, NodeEffects effects) {
    HostedHandler hosted = task.hosted;
    task.hung = true;
    hosted.hung++;
    if (task.inExtraSlot) {
      tasks.nested.over(task);
    } else {
      tasks.idle++;
      if (task.lender == null) {
        effects.replace(task);
      }
    }
    log.warn(
        "Replaced the thread of a hung call message={} handler={} hung={}",
        task.key.id(),
        hosted.name,
        hosted.hung);
    if (hosted.isHung()) {
      effects.announce();
      refuseWaiting(hosted, hosted.whyNotServed(), effects);
    }
  }

  private void refuseWaiting(HostedHandler hosted, String reason, NodeEffects effects) {
    while (!hosted.queue.isEmpty()) {
      TaskRun task = hosted.queue.remove();
      tasks.unqueued(task);
      end(task, task.ended(Status.REFUSED, reason, 0, 0), effects);
    }
  }

  /** Ends all tasks; the results of each task batch leave with its last task. */
  void endAll(String reason, NodeEffects effects) {
    tasks.config.handlers().values().forEach(h -> refuseWaiting(h, reason, effects));
    long now = tasks.now();
    for (TaskRun task : tasks.calls) {
      interrupt(task, reason, now, effects);
    }
  }
}
