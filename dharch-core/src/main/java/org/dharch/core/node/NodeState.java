package org.dharch.core.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.node.HandlerResult.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's decisions: no thread, no transport, no waiting. Not safe for several threads; {@link
 * NodeEngine} holds its lock around every call and carries the {@link Effects} out afterwards.
 *
 * <p>A task is WAITING in its handler's queue until a worker is idle and its handler has a place
 * free, then RUNNING, then ENDED exactly once: by its handler, by {@link #tick} when its time is
 * over, or by {@link #stop}. Among the tasks that could begin the oldest does. A task that ended
 * while its handler still runs keeps its worker and its handler's place until the call comes back;
 * if it does not within {@code hungAfter}, its worker is replaced, but the place stays taken: that
 * bounds the threads that a broken handler can cost.
 */
final class NodeState {
  private static final Logger log = LoggerFactory.getLogger(NodeState.class);

  /** More works than this do not wait for the end of one and the same attempt. */
  private static final int MAX_FOLLOWERS = 16;

  /** A lent thread is busy for this long only if its quick handler is not quick this time. */
  private static final long HAND_OVER_NANOS = 5_000_000;

  private final NodeConfig config;
  private final Map<TaskRun.Key, TaskRun> inFlight = new HashMap<>();
  private final Set<TaskRun> calls = new LinkedHashSet<>();
  private final Set<WorkRun> partial = new LinkedHashSet<>();
  private final RecentResults recent;
  private NodeStatus.State state = NodeStatus.State.READY;
  private int idle;
  private int waiting;
  private long bytes;
  private int works;
  private int outboundReplies;
  private int wantedTasks = 1;
  private long wantedBytes;
  private long sequence;
  private long announced;

  NodeState(NodeConfig config) {
    this.config = config;
    this.recent = new RecentResults(config.recentCount(), config.recentBytes());
    this.idle = config.workers();
    this.announced = config.ticker().nanos();
  }

  // ---- work comes in

  /** Takes {@code work} for {@link #lend} or {@link #dispatch}; false if nothing was kept. */
  boolean keep(Work work, Runnable done, Effects effects) {
    if (state == NodeStatus.State.STOPPED) {
      return false;
    }
    int fresh = fresh(work);
    boolean fits = fresh <= config.inboxTasks();
    if (state == NodeStatus.State.READY && fits && !hasRoom(fresh, work.envelope().length)) {
      wantedTasks = fresh;
      wantedBytes = work.envelope().length;
      return false;
    }
    wantedTasks = 1;
    wantedBytes = 0;
    accept(new WorkRun(work, done), fits, effects);
    return true;
  }

  /** Whether there is room for what was refused last, or for one task. */
  boolean hasRoom() {
    return hasRoom(wantedTasks, wantedBytes);
  }

  boolean isStopped() {
    return state == NodeStatus.State.STOPPED;
  }

  boolean isQuiet() {
    return works == 0;
  }

  void outboundReplies(int change) {
    outboundReplies += change;
  }

  private int fresh(Work work) {
    int fresh = 0;
    for (Task task : work.tasks()) {
      TaskRun.Key key = new TaskRun.Key(work.id(), task.index(), task.attempt());
      if (config.handlers().containsKey(task.handler())
          && !inFlight.containsKey(key)
          && known(task, key).isEmpty()) {
        fresh++;
      }
    }
    return fresh;
  }

  private boolean hasRoom(int tasks, long size) {
    return waiting + tasks <= config.inboxTasks()
        && (bytes == 0 || bytes + size <= config.inboxBytes())
        && outboundReplies < config.inboxTasks();
  }

  private void accept(WorkRun run, boolean fits, Effects effects) {
    long now = config.ticker().nanos();
    works++;
    List<TaskRun> answers = new ArrayList<>(0);
    for (Task task : run.work.tasks()) {
      Hosted hosted = config.handlers().get(task.handler());
      TaskRun fresh = new TaskRun(run, task, hosted, now, sequence++);
      TaskRun same = inFlight.get(fresh.key);
      Optional<HandlerResult> known = known(task, fresh.key);
      if (same != null && same.followers.size() < MAX_FOLLOWERS) {
        same.follow(run);
      } else if (same != null) {
        effects.silent.add(fresh);
      } else if (known.isPresent()) {
        fresh.result = known.get();
        (task.oneway() ? effects.silent : answers).add(fresh);
      } else {
        String refusal = refusal(run, fresh, fits);
        if (refusal.isEmpty()) {
          enqueue(fresh);
        } else {
          fresh.result = fresh.ended(Status.REFUSED, refusal, 0, 0);
          (task.oneway() ? effects.silent : answers).add(fresh);
        }
      }
    }
    if (!answers.isEmpty()) {
      effects.replies.add(answers);
    }
  }

  /** How an attempt ended that is delivered again. */
  private Optional<HandlerResult> known(Task task, TaskRun.Key key) {
    Optional<HandlerResult> known = recent.get(key);
    return known.isEmpty() && task.stateful() ? config.memory().recall(key) : known;
  }

  private String refusal(WorkRun run, TaskRun fresh, boolean fits) {
    Hosted hosted = fresh.hosted;
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
      return hung(hosted);
    }
    if (!fits) {
      return "tasks=" + run.work.tasks().size() + " > inboxTasks=" + config.inboxTasks();
    }
    if (fresh.remembered()
        && !config.memory().reserve(fresh.key, run.work.remaining().toMillis())) {
      return "the memory of node " + config.id().name() + " is full";
    }
    return "";
  }

  private static String hung(Hosted hosted) {
    return "hung: " + hosted.hung + " calls of " + hosted.name + " ignore their interrupt";
  }

  private void enqueue(TaskRun task) {
    if (task.run.open++ == 0) {
      bytes += task.run.work.envelope().length;
    }
    if (!task.task.oneway()) {
      task.run.unanswered++;
    }
    inFlight.put(task.key, task);
    task.hosted.queue.add(task);
    waiting++;
  }

  // ---- turns

  /** Gives the idle workers what may begin. */
  void dispatch(Effects effects) {
    while (idle > 0) {
      TaskRun task = next(effects);
      if (task == null) {
        return;
      }
      idle--;
      effects.begin.add(task);
    }
  }

  /**
   * A quick task for the calling thread, in an idle worker's place; null if there is none. The
   * workers get what is older and not quick, or everything.
   */
  TaskRun lend(Runnable handOver, Effects effects) {
    while (idle > 0) {
      TaskRun task = next(effects);
      if (task == null) {
        return null;
      }
      idle--;
      if (task.hosted.isQuick()) {
        task.handOver = handOver;
        return task;
      }
      effects.begin.add(task);
    }
    return null;
  }

  /** The oldest task that may begin, already RUNNING; null if there is none. */
  private TaskRun next(Effects effects) {
    while (true) {
      Hosted oldest = null;
      for (Hosted h : config.handlers().values()) {
        if (h.hasTurn()
            && (oldest == null || h.queue.peek().sequence < oldest.queue.peek().sequence)) {
          oldest = h;
        }
      }
      if (oldest == null) {
        return null;
      }
      TaskRun task = oldest.queue.remove();
      waiting--;
      long now = config.ticker().nanos();
      String lateness = task.lateness(now);
      if (lateness.isEmpty()) {
        task.state = TaskRun.State.RUNNING;
        task.started = now;
        oldest.active++;
        calls.add(task);
        return task;
      }
      end(task, task.ended(Status.NOT_STARTED, lateness, now - task.arrival, 0), effects);
    }
  }

  /** The worker that asks gets the task; without one it is idle. */
  TaskRun nextOf(Effects effects) {
    TaskRun next = next(effects);
    if (next == null) {
      idle++;
    }
    return next;
  }

  /** The handler of {@code task} came back. */
  void finished(TaskRun task, HandlerResult result, Effects effects) {
    cameBack(task, result, effects);
    dispatch(effects);
  }

  /** As {@link #finished}, but nothing begins. */
  void cameBack(TaskRun task, HandlerResult result, Effects effects) {
    calls.remove(task);
    task.hosted.active--;
    task.hosted.took(result.runNanos());
    if (task.handOver != null && !task.hung) {
      idle++;
    }
    if (task.hung) {
      effects.announce = task.hosted.isHung();
      task.hosted.hung--;
      log.warn("handler {}: a hung call came back", task.hosted.name);
    }
    end(task, result, effects);
  }

  // ---- ends

  /** Ends {@code task} with {@code result}; a task that has ended stays as it did. */
  private void end(TaskRun task, HandlerResult result, Effects effects) {
    if (task.state == TaskRun.State.ENDED) {
      return;
    }
    boolean begun = task.state == TaskRun.State.RUNNING;
    task.state = TaskRun.State.ENDED;
    task.result = result;
    WorkRun run = task.run;
    inFlight.remove(task.key);
    if (result.status() != Status.REFUSED) {
      recent.put(task.key, result);
    }
    if (task.remembered() && !begun) {
      config.memory().forget(task.key);
    } else if (task.remembered()) {
      config.memory().ended(task.key, result);
    }
    if (--run.open == 0) {
      bytes -= run.work.envelope().length;
    }
    if (task.task.oneway()) {
      effects.silent.add(task);
      return;
    }
    run.ready.add(task);
    if (--run.unanswered == 0 || result.status() != Status.PERFORMED) {
      flush(run, effects);
      partial.remove(run);
    } else {
      partial.add(run);
    }
  }

  private static void flush(WorkRun run, Effects effects) {
    effects.replies.add(run.ready);
    run.ready = new ArrayList<>(4);
  }

  /** One step of the timer. */
  void tick(Effects effects) {
    if (isStopped()) {
      return;
    }
    long now = config.ticker().nanos();
    config.handlers().values().forEach(h -> endLate(h, now, effects));
    for (TaskRun task : calls) {
      if (task.handOver != null && !task.handedOver && now - task.started >= HAND_OVER_NANOS) {
        task.handedOver = true;
        task.hosted.took(now - task.started);
        effects.handOver.add(task.handOver);
      }
      if (task.state == TaskRun.State.RUNNING && task.overdue(now)) {
        timeOut(task, now, effects);
      } else if (task.state == TaskRun.State.ENDED
          && !task.hung
          && now - task.interrupted >= config.hungAfter().toNanos()) {
        giveUp(task, effects);
      }
    }
    if (now - announced >= config.heartbeat().toNanos()) {
      announced = now;
      effects.announce = true;
      flushPartial(effects);
    }
    dispatch(effects);
  }

  private void flushPartial(Effects effects) {
    partial.forEach(run -> flush(run, effects));
    partial.clear();
  }

  private void endLate(Hosted hosted, long now, Effects effects) {
    Iterator<TaskRun> queue = hosted.queue.iterator();
    while (queue.hasNext()) {
      TaskRun task = queue.next();
      String lateness = task.lateness(now);
      if (!lateness.isEmpty()) {
        queue.remove();
        waiting--;
        end(task, task.ended(Status.NOT_STARTED, lateness, now - task.arrival, 0), effects);
      }
    }
  }

  private void timeOut(TaskRun task, long now, Effects effects) {
    task.interrupted = now;
    effects.interrupt.add(task);
    long ran = now - task.started;
    String reason = "ran " + TaskRun.millis(ran) + ", timeToFinish=" + task.task.timeToFinish();
    end(task, task.ended(Status.TIMED_OUT, reason, task.started - task.arrival, ran), effects);
  }

  private void giveUp(TaskRun task, Effects effects) {
    Hosted hosted = task.hosted;
    task.hung = true;
    hosted.hung++;
    idle++;
    if (task.handOver == null) {
      effects.replace.add(task);
    }
    log.warn(
        "message {}: handler {} ignores its interrupt; its thread was replaced, {} hang",
        task.key.id(),
        hosted.name,
        hosted.hung);
    if (hosted.isHung()) {
      effects.announce = true;
      refuseWaiting(hosted, hung(hosted), effects);
    }
  }

  private void refuseWaiting(Hosted hosted, String reason, Effects effects) {
    while (!hosted.queue.isEmpty()) {
      TaskRun task = hosted.queue.remove();
      waiting--;
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
  void stop(Effects effects) {
    state = NodeStatus.State.STOPPED;
    String reason = "node " + config.id().name() + " was stopped";
    config.handlers().values().forEach(h -> refuseWaiting(h, reason, effects));
    long now = config.ticker().nanos();
    for (TaskRun task : calls) {
      effects.interrupt.add(task);
      long ran = now - task.started;
      end(task, task.ended(Status.TIMED_OUT, reason, task.started - task.arrival, ran), effects);
    }
    flushPartial(effects);
  }

  NodeStatus status() {
    List<String> served =
        config.handlers().values().stream().filter(h -> !h.isHung()).map(h -> h.name).toList();
    return new NodeStatus(
        config.id(),
        state,
        served,
        config.workers(),
        calls.size(),
        waiting,
        config.traits(),
        config.ticker().nanos());
  }

  /** The works of {@code tasks}, and those that followed them, need them no more. */
  List<Runnable> settle(List<TaskRun> tasks) {
    List<Runnable> dones = new ArrayList<>(1);
    for (TaskRun task : tasks) {
      settle(task.run, dones);
      task.followers.forEach(follower -> settle(follower, dones));
    }
    return dones;
  }

  private void settle(WorkRun run, List<Runnable> dones) {
    if (--run.unsettled == 0) {
      works--;
      dones.add(run.done);
    }
  }
}
