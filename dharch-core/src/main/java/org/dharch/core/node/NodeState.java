package org.dharch.core.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.node.failure.FailureLog;
import org.dharch.core.node.parsed.ParsedMessageQuota;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;

/**
 * Makes a node's decisions, without threads, transport or waiting. Not thread-safe: {@link
 * StateLock} guards every call, and the {@link NodeEffects} are carried out afterwards.
 *
 * <p>A task is WAITING in its handler's queue until a worker is idle and its handler has a free
 * slot, then RUNNING, then ENDED exactly once ({@link TaskEnds}).
 */
final class NodeState {
  /** The number of task batches that may wait for the end of the same attempt. */
  private static final int MAX_FOLLOWERS = 16;

  /**
   * The waiting parsed forms may belong to messages of {@code 1 / FORMS_PART} of the largest
   * envelope.
   */
  private static final int FORMS_PART = 8;

  final PrefetchedStages stages;
  final TaskDispatcher dispatcher;
  final TaskEnds ends;
  private final NodeConfig config;
  private final NodeTasks tasks;
  private final TaskAdmission admission;
  private final ParsedMessageQuota forms;
  private final HeartbeatPace pace;

  NodeState(NodeConfig config, FailureLog failures) {
    this.config = config;
    this.tasks = new NodeTasks(config);
    this.admission = new TaskAdmission(tasks);
    this.stages = new PrefetchedStages(tasks, admission);
    this.ends = new TaskEnds(tasks, stages, failures);
    this.dispatcher = new TaskDispatcher(tasks, ends);
    this.forms =
        new ParsedMessageQuota(
            config.capacity().workers(), config.capacity().largest() / FORMS_PART);
    this.pace = new HeartbeatPace(config.heartbeat(), tasks.now());
  }

  /**
   * Accepts {@code batch}, whose tasks the caller dispatches next; false if there is no capacity.
   *
   * @param on the fingerprint of its message if another node forwarded it; otherwise 0
   */
  boolean keep(TaskBatch batch, long on, Runnable done, NodeEffects effects) {
    if (isStopped()) {
      return false;
    }
    int count = admission.countNew(batch);
    NodeCapacity capacity = tasks.capacity;
    boolean fits = capacity.couldHold(count);
    if (tasks.state == NodeStatus.State.READY
        && fits
        && !capacity.isFor(count, batch.envelope().length)) {
      capacity.wanted(count, batch.envelope().length);
      return false;
    }
    capacity.nothingWanted();
    BatchRun run = new BatchRun(batch, done, forms);
    run.on = on;
    accept(run, fits, effects);
    return true;
  }

  private void accept(BatchRun run, boolean fits, NodeEffects effects) {
    long now = tasks.now();
    tasks.replies.taken();
    run.since = now;
    List<TaskRun> answers = new ArrayList<>(0);
    List<TaskRun> stage = new ArrayList<>(run.batch.tasks().size());
    for (Task task : run.batch.tasks()) {
      TaskRun fresh = tasks.create(run, task, now);
      TaskRun same = tasks.inFlight.get(fresh.key);
      if (same != null && same.followers.size() < MAX_FOLLOWERS) {
        same.follow(run);
      } else if (same != null) {
        effects.settle(fresh);
      } else {
        Optional<HandlerResult> atOnce = admission.enter(fresh, fits);
        if (atOnce.isEmpty()) {
          stage.add(fresh);
        } else {
          fresh.result = atOnce.get(); // a known result has its own fingerprint
          if (task.oneway()) {
            effects.settle(fresh);
          } else {
            answers.add(fresh);
          }
        }
      }
    }
    if (!answers.isEmpty()) {
      effects.answer(answers);
    }
    stages.stage(run, stage, stage.size() == run.batch.tasks().size(), effects);
  }

  /**
   * Returns whether there is capacity for the latest refused task batch, or for one task. A
   * draining node always has capacity, because it refuses everything.
   */
  boolean hasCapacity() {
    return tasks.state != NodeStatus.State.READY || tasks.capacity.isForWanted();
  }

  boolean isStopped() {
    return tasks.state == NodeStatus.State.STOPPED;
  }

  boolean isQuiet() {
    return tasks.replies.allLeft();
  }

  /** Returns whether the timer has nothing to do before the next heartbeat. */
  boolean isIdle() {
    return isQuiet() && tasks.calls.isEmpty();
  }

  /** The time until the next heartbeat, in nanoseconds; 0 or less if it is due. */
  long untilHeartbeat() {
    return pace.left(tasks.now());
  }

  void outboundReplies(int change) {
    tasks.capacity.outboundReplies(change);
  }

  /** Ends {@code task}, whose handler returned. */
  void finished(TaskRun task, HandlerResult result, NodeEffects effects) {
    BatchRun run = task.run;
    int before = run.stages;
    ends.returned(task, result, effects);
    if (run.stages == before) { // otherwise its next stage may start on this thread
      dispatcher.dispatch(effects);
    }
  }

  /** Runs one step of the timer. */
  void tick(NodeEffects effects) {
    if (isStopped()) {
      return;
    }
    long now = tasks.now();
    ends.tick(now, effects);
    if (pace.isDue(now)) {
      effects.announce();
    }
    tasks.replies.tick(effects);
    dispatcher.dispatch(effects);
  }

  /** Refuses new tasks from now on; returns false if the node already did. */
  boolean drain() {
    if (tasks.state != NodeStatus.State.READY) {
      return false;
    }
    tasks.state = NodeStatus.State.DRAINING;
    return true;
  }

  /** Ends all tasks and rejects all work. */
  void stop(NodeEffects effects) {
    tasks.state = NodeStatus.State.STOPPED;
    ends.endAll("node " + config.id().name() + " was stopped", effects);
  }

  NodeStatus status() {
    List<String> hosted =
        config.handlers().values().stream().filter(h -> !h.isHung()).map(h -> h.name).toList();
    NodeStatus.Load load =
        new NodeStatus.Load(
            config.capacity().workers(), tasks.calls.size(), tasks.capacity.waiting());
    return NodeStatus.of(config.id(), tasks.state, hosted, load, config.origin().get())
        .traits(config.traits())
        .announced(tasks.now(), pace.interval())
        .taken(config.results().journal().taken())
        .largest(config.capacity().largest())
        .versions(config.versions());
  }

  /** The longest time until the next heartbeat. */
  Duration interval() {
    return pace.interval();
  }

  /** Sets the heartbeat interval that managers request. */
  void requestInterval(Duration interval) {
    pace.requestInterval(interval);
  }

  /**
   * Records that the results of {@code tasks} were sent; returns the callbacks of the completed
   * batches.
   */
  List<Runnable> settle(List<TaskRun> settled) {
    return tasks.replies.left(settled);
  }
}
