package org.dharch.core.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.node.TaskRun.BatchRun;
import org.dharch.core.spi.BorrowedThread;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's decisions: no thread, no transport, no waiting. Not safe for several threads; {@link
 * NodeEngine} holds its lock around every call and carries the {@link NodeEffects} out afterwards.
 *
 * <p>A task is WAITING in its handler's queue until a worker is idle and its handler has a free
 * slot, then RUNNING, then ENDED exactly once: by its handler, by {@link #tick} when its time is
 * over, or by {@link #stop}. The oldest of the tasks that can start does. A task that ended while
 * its handler still runs keeps its worker and its handler's slot until the call returns. If it does
 * not within {@code hungAfter}, its worker is replaced, but the slot stays taken: that bounds the
 * threads that a broken handler can cost.
 *
 * <p>Tasks for which other messages wait may also start when no worker is idle ({@link
 * NestedTasks}).
 *
 * <p>A long file, because these decisions share one state, which is only correct as a whole.
 * Separate are {@link NodeCapacity}, {@link AttemptLog} and {@link Replies}.
 */
final class NodeState {
  private static final Logger log = LoggerFactory.getLogger(NodeState.class);

  /** More task batches than this do not wait for the end of one and the same attempt. */
  private static final int MAX_FOLLOWERS = 16;

  private final NodeConfig config;
  private final FailureLog failures;
  private final Map<TaskRun.Key, TaskRun> inFlight = new HashMap<>();
  private final Set<TaskRun> calls = new LinkedHashSet<>();
  private final NodeCapacity capacity;
  private final AttemptLog known;
  private final Replies replies;
  private final ParsedMessageQuota forms;
  private final NestedTasks nested = new NestedTasks();
  private NodeStatus.State state = NodeStatus.State.READY;
  private int idle;
  private long sequence;
  private final HeartbeatPace pace;

  NodeState(NodeConfig config, FailureLog failures) {
    this.config = config;
    this.failures = failures;
    this.capacity = new NodeCapacity(config);
    this.known = new AttemptLog(config);
    this.replies = new Replies(config.ticker());
    this.forms = ParsedMessageQuota.of(config);
    this.idle = config.workers();
    this.pace = new HeartbeatPace(config.heartbeat(), config.ticker().nanos());
  }

  // ---- task batches come in

  /**
   * Takes {@code batch} for {@link #lend} or {@link #dispatch}; false if nothing was kept.
   *
   * @param on the fingerprint of its message, if another node passed that on; 0 if not
   */
  boolean keep(TaskBatch batch, long on, Runnable done, NodeEffects effects) {
    if (state == NodeStatus.State.STOPPED) {
      return false;
    }
    int fresh = fresh(batch);
    boolean fits = capacity.couldHold(fresh);
    if (state == NodeStatus.State.READY
        && fits
        && !capacity.isFor(fresh, batch.envelope().length)) {
      capacity.wanted(fresh, batch.envelope().length);
      return false;
    }
    capacity.nothingWanted();
    BatchRun run = new BatchRun(batch, done, forms);
    run.on = on;
    accept(run, fits, effects);
    return true;
  }

  /**
   * Whether there is room for what was refused last, or for one task. A node that drains has room
   * for all: it refuses them.
   */
  boolean hasCapacity() {
    return state != NodeStatus.State.READY || capacity.isForWanted();
  }

  boolean isStopped() {
    return state == NodeStatus.State.STOPPED;
  }

  boolean isQuiet() {
    return replies.allLeft();
  }

  /** Whether nothing here has a time, but for the next heartbeat. */
  boolean isIdle() {
    return replies.allLeft() && calls.isEmpty();
  }

  /** How long there need not be a heartbeat, in nanoseconds; not more than 0 if it is due. */
  long untilHeartbeat() {
    return pace.left(config.ticker().nanos());
  }

  void outboundReplies(int change) {
    capacity.outboundReplies(change);
  }

  private int fresh(TaskBatch batch) {
    int fresh = 0;
    for (Task task : batch.tasks()) {
      TaskRun.Key key = TaskRun.Key.of(batch, task);
      if (config.handlers().containsKey(task.handler())
          && !inFlight.containsKey(key)
          && known.find(task, key).isEmpty()) {
        fresh++;
      }
    }
    return fresh;
  }

  private void accept(BatchRun run, boolean fits, NodeEffects effects) {
    long now = config.ticker().nanos();
    replies.taken();
    run.since = now;
    List<TaskRun> answers = new ArrayList<>(0);
    List<TaskRun> stage = new ArrayList<>(run.batch.tasks().size());
    for (Task task : run.batch.tasks()) {
      HostedHandler hosted = config.handlers().get(task.handler());
      TaskRun fresh = new TaskRun(run, task, hosted, now, sequence++);
      TaskRun same = inFlight.get(fresh.key);
      if (same != null && same.followers.size() < MAX_FOLLOWERS) {
        same.follow(run);
      } else if (same != null) {
        effects.settle(fresh);
      } else {
        Optional<HandlerResult> atOnce = enter(fresh, fits);
        if (atOnce.isEmpty()) {
          stage.add(fresh);
        } else {
          fresh.result = atOnce.get(); // if it is known it says itself on what it was done
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
    run.stage = stage;
    if (stage.size() == run.batch.tasks().size()) {
      speculate(run, stage);
    } else {
      endSpeculation(run, effects);
    }
  }

  // ---- one visit: stages that were given ahead

  private static void speculate(BatchRun run, List<TaskRun> stage) {
    run.speculating = run.batch.prefetched().isEmpty() ? List.of() : stage;
  }

  /**
   * The speculative stage does not start here: its manager places it again, without a notification.
   */
  void endSpeculation(BatchRun run, NodeEffects effects) {
    List<Task> prefetched = run.prefetched();
    run.speculating = List.of();
    run.batch = run.batch.alone();
    for (Task task : prefetched) {
      effects.settle(new TaskRun(run, task, null, 0, sequence));
    }
    replies.givenUp(run, prefetched.size(), effects);
  }

  /** Whether the next stage may begin on what {@code task} makes of the message. */
  private static boolean goesOn(HandlerResult result) {
    Changes changes = result.changes();
    return result.status() == Status.PERFORMED
        && changes.verdict().isEmpty()
        && !changes.properties().containsKey(MessageProperties.REST);
  }

  /** A task of a visit has ended. */
  private void visited(TaskRun task, NodeEffects effects) {
    BatchRun run = task.run;
    if (!goesOn(task.result)) {
      endSpeculation(run, effects);
    } else if (run.speculating.stream().allMatch(t -> t.state == TaskRun.State.ENDED)) {
      if (!run.batch.isWhole()
          || !run.batch.route().map(r -> r.staysOn(config.id())).orElse(true)) {
        effects.forward(run);
      } else if (run.speculating.stream().allMatch(t -> t.result.changes().isEmpty())) {
        TaskBatch now = run.batch;
        goOn(
            run,
            now.next(left(run), now.processed(), now.properties(), now.envelope()),
            run.on,
            effects);
      } else {
        effects.goOn(run);
      }
    }
  }

  /** Until the message's deadline. */
  Duration left(BatchRun run) {
    Duration left = run.batch.remaining().minusNanos(config.ticker().nanos() - run.since);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /**
   * The stage in hand is merged; {@code next} is that and what is ahead.
   *
   * @param on the fingerprint of its message, if another node passed that on; 0 if not
   */
  void goOn(BatchRun run, TaskBatch next, long on, NodeEffects effects) {
    run.on = on;
    goOn(run, next, tooLarge(run, next), effects);
  }

  /** The next stage does not begin here, although what was done would let it. */
  void returnToManager(BatchRun run, String reason, NodeEffects effects) {
    TaskBatch now = run.batch;
    goOn(
        run,
        now.next(left(run), now.processed(), now.properties(), now.envelope()),
        reason,
        effects);
  }

  /**
   * The reason why the message, as changed by a stage, is too large to continue here; empty if it
   * is not. Its manager knows only its size on arrival.
   */
  private String tooLarge(BatchRun run, TaskBatch next) {
    int bytes = next.envelope().length;
    long most = config.largest();
    boolean grown = bytes > run.batch.envelope().length;
    if (most == 0 || (bytes <= most && !(grown && capacity.bytes() + bytes > most))) {
      return "";
    }
    return "the message has grown to "
        + bytes
        + " bytes; the node takes "
        + most
        + " at once, by its heap";
  }

  /**
   * As there.
   *
   * @param refusal why its tasks are not begun; empty if they are
   */
  private void goOn(BatchRun run, TaskBatch next, String refusal, NodeEffects effects) {
    run.batch = next;
    run.stages++;
    run.since = config.ticker().nanos();
    run.unanswered -= next.tasks().size(); // each is awaited as it enters
    List<TaskRun> stage = new ArrayList<>(next.tasks().size());
    boolean begun = true;
    for (Task task : next.tasks()) {
      HostedHandler hosted = config.handlers().get(task.handler());
      TaskRun fresh = new TaskRun(run, task, hosted, run.since, sequence++);
      stage.add(fresh);
      Optional<HandlerResult> atOnce =
          refusal.isEmpty() ? enter(fresh, true) : Optional.of(refused(fresh, refusal));
      if (atOnce.isPresent()) {
        begun = false;
        fresh.state = TaskRun.State.ENDED;
        fresh.result = atOnce.get();
        replies.awaited(fresh);
        replies.ended(fresh, effects);
      }
    }
    run.stage = stage;
    if (begun) {
      speculate(run, stage);
    } else {
      endSpeculation(run, effects);
    }
  }

  /** Has the task wait for its turn; or says at once how it ended. */
  private Optional<HandlerResult> enter(TaskRun fresh, boolean fits) {
    Optional<HandlerResult> before = known.find(fresh.task, fresh.key);
    if (before.isPresent()) {
      return before;
    }
    String refusal = refusal(fresh, fits);
    if (refusal.isEmpty() && !known.reserve(fresh)) {
      refusal = "the journal of node " + config.id().name() + " is full";
    }
    if (!refusal.isEmpty()) {
      return Optional.of(refused(fresh, refusal));
    }
    capacity.queued(fresh);
    nested.queued(fresh);
    replies.awaited(fresh);
    inFlight.put(fresh.key, fresh);
    fresh.hosted.queue.add(fresh);
    return Optional.empty();
  }

  private HandlerResult refused(TaskRun fresh, String refusal) {
    HandlerResult refused = fresh.ended(Status.REFUSED, refusal, 0, 0);
    known.refused(fresh, refused);
    return refused;
  }

  private void unqueued(TaskRun task) {
    capacity.unqueued();
    nested.unqueued(task);
  }

  /** Why the node does not take the task; empty if it does. */
  private String refusal(TaskRun fresh, boolean fits) {
    HostedHandler hosted = fresh.hosted;
    if (state != NodeStatus.State.READY) {
      return "node " + config.id().name() + " is draining";
    }
    if (hosted == null) {
      return "not hosted by node "
          + config.id().name()
          + "; it hosts "
          + config.handlers().keySet();
    }
    if (hosted.isHung()) {
      return hosted.whyNotServed();
    }
    return fits
        ? ""
        : "tasks=" + fresh.run.batch.tasks().size() + " > inboxTasks=" + config.inboxTasks();
  }

  // ---- turns

  /** Gives the idle workers what may begin. */
  void dispatch(NodeEffects effects) {
    for (TaskRun t = nextOfIdle(effects); t != null; t = nextOfIdle(effects)) {
      effects.begin(t);
    }
    beginNested(effects);
  }

  /** Starts nested tasks even if no worker is idle. */
  private void beginNested(NodeEffects effects) {
    for (TaskRun task : nested.next(config.handlers().values())) {
      if (task.hosted.active < task.hosted.concurrency) { // another may have begun now
        task.hosted.queue.remove(task);
        unqueued(task);
        if (begins(task, effects)) {
          nested.begun(task);
          effects.begin(task);
        }
      }
    }
  }

  /** A task for a lent thread, in an idle worker's place; null if there is none. */
  TaskRun lend(BorrowedThread.Lender lender, NodeEffects effects) {
    TaskRun task =
        lender instanceof BorrowedThread.Request request
            ? longestOf(request.message(), effects)
            : quick(effects);
    if (task != null) {
      task.lender = lender;
    }
    beginNested(effects);
    return task;
  }

  /** The next quick task; the workers get what is older and not quick, or everything. */
  private TaskRun quick(NodeEffects effects) {
    for (TaskRun t = nextOfIdle(effects); t != null; t = nextOfIdle(effects)) {
      if (t.hosted.isQuick()) {
        return t;
      }
      effects.begin(t);
    }
    return null;
  }

  /**
   * Of the tasks of {@code message} that may begin the one that usually takes longest, since the
   * message waits for that anyway; the workers get the others.
   */
  private TaskRun longestOf(MessageId message, NodeEffects effects) {
    TaskRun longest = null;
    for (TaskRun t = nextOfIdle(effects); t != null; t = nextOfIdle(effects)) {
      boolean mayStay = t.key.id().equals(message) && t.mayRunOnCaller();
      if (mayStay && longest == null) {
        longest = t;
      } else if (mayStay && t.hosted.isLongerThan(longest.hosted)) {
        effects.begin(longest);
        longest = t;
      } else {
        effects.begin(t);
      }
    }
    return longest;
  }

  /** The next task for an idle worker, which is idle no more; null without a task or a worker. */
  private TaskRun nextOfIdle(NodeEffects effects) {
    TaskRun next = idle > 0 ? next(effects) : null;
    if (next != null) {
      idle--;
    }
    return next;
  }

  /** The oldest task that may begin, already RUNNING; null if there is none. */
  private TaskRun next(NodeEffects effects) {
    while (true) {
      HostedHandler oldest = oldest();
      if (oldest == null) {
        return null;
      }
      TaskRun task = oldest.queue.remove();
      unqueued(task);
      if (begins(task, effects)) {
        return task;
      }
    }
  }

  /** Whose next task it is; those that are rather left to another worker come last. */
  private HostedHandler oldest() {
    HostedHandler oldest = null;
    HostedHandler apart = null;
    long now = config.ticker().nanos();
    for (HostedHandler h : config.handlers().values()) {
      if (h.mayBeginBefore(oldest)) {
        oldest = h;
      }
      if (h.mayBeginNow(now) && h.mayBeginBefore(apart)) {
        apart = h;
      }
    }
    return apart == null ? oldest : apart;
  }

  /** Has a task begin that has left its queue, unless it is late. */
  private boolean begins(TaskRun task, NodeEffects effects) {
    long now = config.ticker().nanos();
    String lateness = task.lateness(now);
    if (!lateness.isEmpty()) {
      endLate(task, lateness, now, effects);
      return false;
    }
    task.state = TaskRun.State.RUNNING;
    task.started = now;
    task.hosted.active++;
    task.run.running++;
    task.run.begun = now;
    calls.add(task);
    return true;
  }

  /**
   * Gives the calling worker its next task; without one it is idle.
   *
   * @param last its previous task: a task of the same message is preferred if it has a parsed form
   */
  TaskRun nextOf(TaskRun last, NodeEffects effects) {
    if (last.hung || last.beside) {
      return null;
    }
    TaskRun next = last.run.next();
    if (next != null) {
      next.hosted.queue.remove(next);
      unqueued(next);
      next = begins(next, effects) ? next : null;
    }
    next = next == null ? next(effects) : next;
    if (next == null) {
      idle++;
    }
    return next;
  }

  /** The handler of {@code task} returned. */
  void finished(TaskRun task, HandlerResult result, NodeEffects effects) {
    BatchRun run = task.run;
    int before = run.stages;
    cameBack(task, result, effects);
    if (run.stages == before) { // else its next stage is there, and this thread may have that
      dispatch(effects);
    }
  }

  /** As {@link #finished}, but nothing begins. */
  void cameBack(TaskRun task, HandlerResult result, NodeEffects effects) {
    calls.remove(task);
    task.hosted.active--;
    task.hosted.took(result.runNanos());
    if (task.lender != null && !task.hung) {
      idle++;
    }
    if (task.beside && !task.hung) {
      nested.over(task);
    }
    if (task.hung) {
      if (task.hosted.isHung()) {
        effects.announce();
      }
      task.hosted.hung--;
      log.warn("hung call returned handler={}", task.hosted.name);
    }
    end(task, result, effects);
  }

  // ---- ends

  /** Ends {@code task} with {@code result}; a task that has ended stays as it did. */
  private void end(TaskRun task, HandlerResult result, NodeEffects effects) {
    if (task.state == TaskRun.State.ENDED) {
      return;
    }
    task.run.running -= task.state == TaskRun.State.RUNNING ? 1 : 0;
    task.state = TaskRun.State.ENDED;
    task.result = result.on(task.run.on);
    inFlight.remove(task.key);
    known.ended(task);
    capacity.ended(task);
    replies.ended(task, effects);
    if (!task.run.speculating.isEmpty()) {
      visited(task, effects);
    }
    if (task.task.oneway() && !result.changes().emissions().isEmpty()) {
      effects.emit(task);
    }
  }

  /** One step of the timer. */
  void tick(NodeEffects effects) {
    if (isStopped()) {
      return;
    }
    long now = config.ticker().nanos();
    config.handlers().values().forEach(h -> endLate(h, now, effects));
    for (TaskRun task : calls) {
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
          && now - task.interrupted >= config.hungAfter().toNanos()) {
        giveUp(task, effects);
      }
    }
    if (pace.isDue(now)) {
      effects.announce();
    }
    replies.tick(effects);
    dispatch(effects);
  }

  private void endLate(HostedHandler hosted, long now, NodeEffects effects) {
    Iterator<TaskRun> queue = hosted.queue.iterator();
    while (queue.hasNext()) {
      TaskRun task = queue.next();
      String lateness = task.lateness(now);
      if (!lateness.isEmpty()) {
        queue.remove();
        unqueued(task);
        endLate(task, lateness, now, effects);
      }
    }
  }

  private void endLate(TaskRun task, String lateness, long now, NodeEffects effects) {
    end(task, task.ended(Status.NOT_STARTED, lateness, now - task.arrival, 0), effects);
  }

  /** Interrupts a call, and answers for it if that has not been done. */
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
    if (task.beside) {
      nested.over(task);
    } else {
      idle++;
    }
    if (task.lender == null && !task.beside) {
      effects.replace(task);
    }
    log.warn(
        "message {}: handler {} ignores its interrupt; its thread was replaced, {} hang",
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
      unqueued(task);
      end(task, task.ended(Status.REFUSED, reason, 0, 0), effects);
    }
  }

  // ---- the end of the node

  /** Takes nothing new from here on; false if that was so already. */
  boolean drain() {
    if (state != NodeStatus.State.READY) {
      return false;
    }
    state = NodeStatus.State.DRAINING;
    return true;
  }

  /** Ends what has not ended and takes nothing any more. */
  void stop(NodeEffects effects) {
    state = NodeStatus.State.STOPPED;
    String reason = "node " + config.id().name() + " was stopped";
    config.handlers().values().forEach(h -> refuseWaiting(h, reason, effects));
    long now = config.ticker().nanos();
    for (TaskRun task : calls) {
      interrupt(task, reason, now, effects);
    }
    // with the last task of each task batch its results have left
  }

  NodeStatus status() {
    List<String> served =
        config.handlers().values().stream().filter(h -> !h.isHung()).map(h -> h.name).toList();
    NodeStatus.Load load = new NodeStatus.Load(config.workers(), calls.size(), capacity.waiting());
    return NodeStatus.of(config.id(), state, served, load, config.origin().get())
        .traits(config.traits())
        .announced(config.ticker().nanos(), pace.interval())
        .taken(config.journal().taken())
        .largest(config.largest())
        .versions(config.versions());
  }

  /** Until its next heartbeat, at most. */
  Duration interval() {
    return pace.interval();
  }

  /** Sets the heartbeat interval that managers request. */
  void wish(Duration interval) {
    pace.wish(interval);
  }

  /** The task batches of {@code tasks}, and those that followed them, need them no more. */
  List<Runnable> settle(List<TaskRun> tasks) {
    return replies.left(tasks);
  }
}
