package org.dharch.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.dharch.core.Step.State;
import org.dharch.core.message.Changes;
import org.dharch.core.node.HandlerResult;
import org.dharch.core.node.NodeId;
import org.dharch.core.node.Task;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Stage;

/**
 * One message's way through its stages, as a state machine: takes {@link Event}s and answers with
 * {@link Effect}s. Pure: no thread, clock, queue or socket inside; what it needs of its
 * surroundings it asks of {@link World}. So the same code runs in production and in a simulation.
 *
 * <p>How it works. Every handler of the orchestration is a {@link Step}, numbered through all
 * stages. A stage begins when the message is selected or the stage before has been merged: each of
 * its steps is placed on a node, and the steps of one node leave as one work. A step is settled
 * when it has performed, when its failure is neglected, or at once if it is oneway. When every step
 * of the stage is settled, what they changed is merged and the next stage begins; after the last
 * one the message is completed.
 *
 * <p>Every time a step is sent to another node or tried again it gets a new attempt number. Only a
 * result that bears the attempt in flight, from the node it was sent to, counts; anything else is
 * late or doubled and is ignored. That alone makes "applied at most once" true (design, rule 2): a
 * counted result settles the step or ends the attempt, so a second one finds no attempt in flight.
 *
 * <p>A failure is repeated after a pause as long as the handler's retries last. A node that is
 * lost, refuses, or never began the work costs no retry, since the handler did not fail; how often
 * that may happen is bounded by {@link #MAX_REROUTES}. What is exhausted halts the message if the
 * handler must perform, and is noted and passed over otherwise.
 */
final class Execution {
  /** How often one step may be moved to another node for no fault of its handler. */
  static final int MAX_REROUTES = 16;

  /** How long after a refused send the next is tried. */
  private static final long UNSENT_PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private final DHMContext context;
  private final DHManagerConfig config;
  private final List<Step> steps = new ArrayList<>(6);
  private final int stages;
  private int stage = -1;
  private boolean ended;

  /** The works that the event in hand gives rise to, by node; empty between events. */
  private final Map<NodeId, List<Task>> outgoing = new LinkedHashMap<>(2);

  Execution(DHMContext context, DHManagerConfig config) {
    this.context = context;
    this.config = config;
    List<Stage> all = new ArrayList<>();
    Constructs.eachStage(context.orchestration().body(), all::add);
    for (int s = 0; s < all.size(); s++) {
      for (HandlerEntry entry : all.get(s).handlers()) {
        steps.add(new Step(steps.size(), s, entry));
      }
    }
    this.stages = all.size();
  }

  boolean ended() {
    return ended;
  }

  /** Whether {@code task} is still the attempt in flight, so that sending it makes sense. */
  boolean wants(Task task) {
    Step step = steps.get(task.index());
    return !ended
        && step.attempt == task.attempt()
        && (step.state == State.SENT || step.state == State.FIRED);
  }

  /** Whether a task of this message is on {@code node}. */
  boolean uses(NodeId node) {
    for (Step step : steps) {
      if (step.state == State.SENT && step.node.equals(node)) {
        return true;
      }
    }
    return false;
  }

  /** When it wants a {@link Event.Tick} next. */
  long nextWake() {
    long next = context.deadlineAt();
    for (Step step : steps) {
      if (step.wakeAt < next) {
        next = step.wakeAt;
      }
    }
    return next;
  }

  /** Takes {@code event}; what is to be done about it is added to {@code effects}. */
  void on(Event event, World world, List<Effect> effects) {
    if (ended) {
      return;
    }
    Optional<Fault> fault = take(event, world);
    if (fault.isEmpty()) {
      fault = advance(world);
    }
    outgoing.forEach((node, tasks) -> effects.add(new Effect.Send(node, tasks)));
    outgoing.clear();
    if (fault.isPresent()) {
      end(world);
      world.count(Counter.HALTED);
      effects.add(new Effect.End(context.halted(fault.get(), world.now())));
    } else if (stage == stages) {
      end(world);
      world.count(Counter.COMPLETED);
      effects.add(new Effect.End(context.completed(world.now())));
    }
  }

  private Optional<Fault> take(Event event, World world) {
    if (event instanceof Event.Result e) {
      return result(e.from(), e.result(), world);
    } else if (event instanceof Event.Selected) {
      context.selected(world.now());
      return beginStage(0, world);
    } else if (event instanceof Event.Tick) {
      return tick(world);
    } else if (event instanceof Event.NodeLost e) {
      return nodeLost(e.node(), world);
    } else if (event instanceof Event.Unsent e) {
      unsent(e, world);
      return Optional.empty();
    } else if (event instanceof Event.Reconnected) {
      resend(world);
      return Optional.empty();
    } else {
      return Optional.of(((Event.Withdrawn) event).fault());
    }
  }

  private Optional<Fault> beginStage(int number, World world) {
    stage = number;
    for (Step step : steps) {
      if (step.stage == stage) {
        Optional<Fault> fault = place(step, Optional.empty(), world);
        if (fault.isPresent()) {
          return fault;
        }
      }
    }
    return Optional.empty();
  }

  /** Merges and goes on for as long as the stage in hand is settled. */
  private Optional<Fault> advance(World world) {
    while (stage >= 0 && stage < stages && stageSettled()) {
      Optional<Fault> fault = mergeStage(world);
      if (fault.isPresent()) {
        return fault;
      }
      if (!stageSettled()) {
        return Optional.empty(); // a handler whose result was rubbish is tried again
      }
      if (stage + 1 == stages) {
        stage = stages;
        return Optional.empty();
      }
      fault = beginStage(stage + 1, world);
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private boolean stageSettled() {
    for (Step step : steps) {
      if (step.stage == stage && !step.settled()) {
        return false;
      }
    }
    return true;
  }

  private Optional<Fault> mergeStage(World world) {
    while (true) {
      List<StageMerge.Contribution> contributions = contributions();
      if (contributions.isEmpty()) {
        return Optional.empty();
      }
      long begin = world.precise();
      StageMerge.Result result =
          StageMerge.merge(
              context.envelope(),
              context.properties(),
              context.processed(),
              contributions,
              config.limits());
      context.mergeTook(world.precise() - begin);
      if (result instanceof StageMerge.Merged merged) {
        context.merged(merged);
        steps.forEach(step -> step.changes = Changes.NONE);
        return Optional.empty();
      }
      Optional<Fault> fault;
      if (result instanceof StageMerge.Conflict conflict) {
        fault = conflict(conflict, world);
      } else {
        StageMerge.Rubbish rubbish = (StageMerge.Rubbish) result;
        Step step = steps.get(rubbish.culprit().index());
        step.changes = Changes.NONE;
        fault =
            failed(
                step,
                Fault.Code.HANDLER_FAILED,
                "its result does not fit the message: " + rubbish.reason(),
                world);
      }
      if (fault.isPresent() || !stageSettled()) {
        return fault;
      }
    }
  }

  private List<StageMerge.Contribution> contributions() {
    List<StageMerge.Contribution> contributions = List.of();
    for (Step step : steps) {
      if (step.stage == stage && !step.changes.isEmpty()) {
        if (contributions.isEmpty()) {
          contributions = new ArrayList<>(4);
        }
        contributions.add(new StageMerge.Contribution(step.index, step.entry.name(), step.changes));
      }
    }
    return contributions;
  }

  private Optional<Fault> conflict(StageMerge.Conflict conflict, World world) {
    world.count(Counter.CONFLICTS);
    Step second = steps.get(conflict.second().index());
    String reason =
        "it changed "
            + conflict.part()
            + ", which handler '"
            + conflict.first().handler()
            + "' of the same stage changed too";
    second.changes = Changes.NONE;
    return exhausted(second, Fault.Code.CONFLICT, reason, world);
  }

  /** Puts the step on a node; the fault that follows if there is none. */
  private Optional<Fault> place(Step step, Optional<NodeId> avoid, World world) {
    Optional<NodeId> node = world.place(step.entry.name(), avoid);
    if (node.isEmpty()) {
      step.wakeAt = Step.NEVER;
      return exhausted(step, Fault.Code.NOT_SERVED, "no node that is alive serves it", world);
    }
    step.attempt++;
    step.node = node.get();
    send(step, world);
    return Optional.empty();
  }

  private void send(Step step, World world) {
    Duration toStart = step.entry.timeToStart().orElse(config.timeToStart());
    Duration toFinish = step.entry.timeToFinish().orElse(config.timeToFinish());
    outgoing
        .computeIfAbsent(step.node, n -> new ArrayList<>(2))
        .add(
            new Task(
                step.index,
                step.entry.name(),
                step.attempt,
                step.entry.oneway(),
                toStart,
                toFinish));
    if (step.entry.oneway()) {
      step.state = State.FIRED;
      step.sentAt = world.now();
      log(step, -1, 0, 0, "sent");
      return;
    }
    if (step.state != State.SENT) {
      world.assigned(step.node);
    }
    step.state = State.SENT;
    step.sentAt = world.now();
    step.wakeAt =
        step.sentAt + toStart.toNanos() + toFinish.toNanos() + config.transferAllowance().toNanos();
  }

  /** Takes the step off its node. */
  private void release(Step step, World world) {
    if (step.state == State.SENT) {
      world.released(step.node);
    }
    step.state = State.PAUSED;
    step.wakeAt = Step.NEVER;
  }

  private static String word(HandlerResult.Status status) {
    return switch (status) {
      case PERFORMED -> "performed";
      case FAILED -> "failed";
      case TIMED_OUT, NOT_STARTED -> "timed-out";
      case REFUSED -> "refused";
    };
  }

  private Optional<Fault> result(NodeId from, HandlerResult result, World world) {
    if (result.index() >= steps.size()) {
      world.count(Counter.RESULTS_IGNORED);
      return Optional.empty();
    }
    Step step = steps.get(result.index());
    if (step.state != State.SENT || step.attempt != result.attempt() || !step.node.equals(from)) {
      world.count(Counter.RESULTS_IGNORED);
      return Optional.empty();
    }
    world.count(Counter.RESULTS_APPLIED);
    release(step, world);
    boolean ran = result.status() != HandlerResult.Status.REFUSED;
    log(step, world.now(), ran ? result.queueNanos() : 0, result.runNanos(), word(result.status()));
    return switch (result.status()) {
      case PERFORMED -> {
        step.state = State.PERFORMED;
        step.changes = result.changes();
        yield Optional.empty();
      }
      case FAILED -> failed(step, Fault.Code.HANDLER_FAILED, result.reason(), world);
      case TIMED_OUT -> {
        world.count(Counter.TIME_OUTS);
        yield failed(step, Fault.Code.HANDLER_TIMED_OUT, result.reason(), world);
      }
      case NOT_STARTED -> {
        world.count(Counter.TIME_OUTS);
        yield reroute(step, Fault.Code.HANDLER_TIMED_OUT, result.reason(), world);
      }
      case REFUSED -> reroute(step, Fault.Code.NOT_SERVED, result.reason(), world);
    };
  }

  /** An attempt failed by its handler's doing: again after a pause, or the end of the step. */
  private Optional<Fault> failed(Step step, Fault.Code code, String reason, World world) {
    step.failures++;
    if (step.failures > step.entry.retry().retries()) {
      return exhausted(step, code, reason, world);
    }
    world.count(Counter.RETRIES);
    context.note(
        "handler '" + step.entry.name() + "' on " + step.node + " is tried again: " + reason);
    long pause = step.entry.retry().pauseBefore(step.failures + 1).toNanos();
    step.state = State.PAUSED;
    step.wakeAt = world.now() + (long) (pause * (0.5 + 0.5 * world.jitter()));
    return Optional.empty();
  }

  /** An attempt came to nothing for no fault of its handler: to another node, at once. */
  private Optional<Fault> reroute(Step step, Fault.Code code, String reason, World world) {
    step.reroutes++;
    if (step.reroutes > MAX_REROUTES) {
      return exhausted(step, code, reason, world);
    }
    world.count(Counter.REROUTED);
    context.note("handler '" + step.entry.name() + "' leaves " + step.node + ": " + reason);
    return place(step, Optional.of(step.node), world);
  }

  /** Nothing more is tried: mustPerform decides (seed 000, section 3.3). */
  private Optional<Fault> exhausted(Step step, Fault.Code code, String reason, World world) {
    Fault fault = new Fault(code, step.entry.name(), reason);
    if (step.entry.mustPerform() && !step.entry.oneway()) {
      return Optional.of(fault);
    }
    world.count(Counter.NEGLECTED);
    context.note("neglected: " + fault);
    step.state = State.NEGLECTED;
    step.wakeAt = Step.NEVER;
    return Optional.empty();
  }

  private Optional<Fault> tick(World world) {
    if (world.now() >= context.deadlineAt()) {
      return Optional.of(deadlineFault());
    }
    for (Step step : steps) {
      if (step.wakeAt > world.now()) {
        continue;
      }
      Optional<Fault> fault;
      if (step.state == State.SENT) {
        world.count(Counter.TIME_OUTS);
        log(step, -1, 0, 0, "timed-out");
        release(step, world);
        fault = failed(step, Fault.Code.HANDLER_TIMED_OUT, "no reply from " + step.node, world);
      } else {
        fault = place(step, Optional.ofNullable(step.node), world);
      }
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private Fault deadlineFault() {
    String waitingFor =
        steps.stream()
            .filter(s -> s.stage == stage && !s.settled())
            .map(s -> "'" + s.entry.name() + "'" + (s.node == null ? "" : " on " + s.node))
            .collect(Collectors.joining(", "));
    return new Fault(
        Fault.Code.DEADLINE,
        "",
        stage < 0
            ? "the message's deadline passed before its execution began"
            : "the message's deadline passed in stage "
                + (stage + 1)
                + " of "
                + stages
                + ", waiting for "
                + waitingFor);
  }

  private Optional<Fault> nodeLost(NodeId node, World world) {
    for (Step step : steps) {
      if (step.state == State.SENT && step.node.equals(node)) {
        log(step, -1, 0, 0, "lost");
        release(step, world);
        Optional<Fault> fault =
            reroute(step, Fault.Code.NOT_SERVED, "node " + node + " was lost", world);
        if (fault.isPresent()) {
          return fault;
        }
      }
    }
    return Optional.empty();
  }

  private void unsent(Event.Unsent event, World world) {
    for (Task task : event.tasks()) {
      Step step = steps.get(task.index());
      if (step.attempt != task.attempt()) {
        continue;
      }
      if (step.state == State.FIRED) {
        world.count(Counter.NEGLECTED);
        context.note("oneway handler '" + step.entry.name() + "' could not be sent");
      } else if (step.state == State.SENT) {
        release(step, world);
        step.wakeAt = world.now() + UNSENT_PAUSE_NANOS;
      }
    }
  }

  /** Sends what is in flight once more, as the same attempt: the node knows what it has done. */
  private void resend(World world) {
    for (Step step : steps) {
      if (step.state == State.SENT) {
        send(step, world);
      }
    }
  }

  private void end(World world) {
    ended = true;
    for (Step step : steps) {
      if (step.state == State.SENT) {
        log(step, -1, 0, 0, "superseded");
        world.released(step.node);
      }
      step.wakeAt = Step.NEVER;
    }
  }

  private void log(Step step, long receivedAt, long queueNanos, long runNanos, String result) {
    context.attempt(
        new Timeline.Attempt(
            step.stage,
            step.entry.name(),
            step.node.toString(),
            step.attempt,
            context.since(step.sentAt),
            receivedAt < 0 ? -1 : context.since(receivedAt),
            queueNanos,
            runNanos,
            result));
  }
}
