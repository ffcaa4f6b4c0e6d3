package org.dharch.core.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.execution.event.Effect;
import org.dharch.core.execution.event.Environment;
import org.dharch.core.execution.event.PlacementRequest;
import org.dharch.core.execution.event.Timeouts;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/** Places the steps of one message on nodes, and collects what the current event sends. Pure. */
final class Dispatch {
  /** A forwarded message is late after this many times the handler's usual time. */
  private static final int TIMES_USUAL = 4;

  private final MessageState state;
  private final Timeouts timeouts;
  private final Steps steps;
  private final AttemptTimeline timeline;

  /**
   * Added to the incarnation: distinguishes the attempts of a resumed message from earlier ones
   * with the same numbers, which its record may not have.
   */
  private final long entry;

  private final Limits limits;

  private Environment environment;

  /** How long the node worked on later stages before it sent the current reply; nanoseconds. */
  private long busySince;

  /** Null until a step needs it. */
  private Affinities affinities;

  /** The branches of the current stage; null if it has none. */
  private Branching branching;

  /** The task batches of the current event; null if there are none. */
  private TaskBatches batches;

  /** The effects of an earlier version of the message; null if there are none. */
  private List<Effect> sends;

  /** The emissions of the current event; null if there are none. */
  private List<Effect> emits;

  Dispatch(MessageState state, Timeouts timeouts, Limits limits, Steps steps, long entry) {
    this.entry = entry;
    this.limits = limits;
    this.state = state;
    this.timeouts = timeouts;
    this.steps = steps;
    this.timeline = new AttemptTimeline(state);
  }

  /** Sets the environment of the current event. */
  void in(Environment value) {
    environment = value;
    busySince = 0;
  }

  void busySince(long nanos) {
    busySince = nanos;
  }

  long busySince() {
    return busySince;
  }

  /** Sets the branches of the current stage; null if it has none. */
  void branching(Branching of) {
    branching = of;
  }

  /** The message of the step's branch; empty if it has none of its own. */
  private Optional<MessageVersion> own(Step step) {
    return branching == null || step.role() != StepRole.PERFORM
        ? Optional.empty()
        : branching.version(step.index());
  }

  /** Adds the emissions of the current event to {@code effects}, then its task batches. */
  void flush(List<Effect> effects) {
    if (emits != null) {
      effects.addAll(emits);
      emits = null;
    }
    if (sends != null) {
      effects.addAll(sends);
      sends = null;
    }
    if (batches != null) {
      batches.flush(effects, state.version());
      batches = null;
    }
  }

  /** Closes the task batches so far: they carry the message as it is now. */
  void keepSends() {
    if (batches != null) {
      sends = sends == null ? new ArrayList<>(1) : sends;
      batches.flush(sends, state.version());
      batches = null;
    }
  }

  /** Sends the emissions of an accepted result. */
  void emit(Step step, Changes result) {
    if (!result.emissions().isEmpty()) {
      emits = emits == null ? new ArrayList<>(1) : emits;
      emits.add(new Effect.Emit(step.node(), step.handler(), result.emissions()));
    }
  }

  /**
   * Sends {@code step} to a node as a new attempt, rather not to the latest one. Only steps that
   * the stage waits for need capacity.
   */
  StepTrigger place(Step step) {
    if (!isInTime(step, 0)) {
      return state.deadlineAt() <= environment.now() ? StepTrigger.EXPIRED : StepTrigger.NO_TIME;
    }
    Optional<NodeId> node = nodeFor(step);
    if (node.isEmpty()) {
      return StepTrigger.NOT_SERVED;
    }
    if (!hasCapacity(node.get(), step)) {
      return StepTrigger.NO_CAPACITY;
    }
    step.assign(node.get(), environment.incarnation() + entry, environment.taken(node.get()));
    if (step.entry().oneway()) {
      addTask(step);
      step.send(environment.now(), Step.NEVER);
      step.reachOneway(steps.nextReached());
      unanswered(step, "sent");
      return StepTrigger.PLACED_ONEWAY;
    }
    send(step);
    return StepTrigger.PLACED;
  }

  /**
   * Whether an attempt that begins after {@code pause} can end before the message's deadline, by
   * the recent run times of its handler. The deadline does not bound compensation and callbacks.
   */
  boolean isInTime(Step step, long pause) {
    long least = step.entry().oneway() ? 0 : environment.leastNanos(step.handler());
    return step.role() != StepRole.PERFORM
        || state.deadlineAt() - environment.now() - pause > least;
  }

  /** Why {@code step} is not tried before the deadline. */
  Fault noTime(Step step) {
    String reason =
        millis(state.deadlineAt() - environment.now())
            + " ms are left until the message's deadline; the handler has recently run at least "
            + millis(environment.leastNanos(step.handler()))
            + " ms";
    environment.skipped(step.handler());
    return new Fault(Fault.Code.DEADLINE, step.handler(), reason);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e6);
  }

  private Optional<NodeId> nodeFor(Step step) {
    Optional<NodeId> node = Optional.empty();
    if (step.role() != StepRole.PERFORM) { // the node of the handler itself, if it is there
      node =
          environment.place(
              new PlacementRequest(
                  step.handler(), Optional.of(step.target().node().name()), Optional.empty(), 0));
    }
    if (node.isEmpty() && step.role() != StepRole.NOTIFY) {
      node = best(step);
    }
    return node;
  }

  private boolean hasCapacity(NodeId node, Step step) {
    boolean bounded = step.role() == StepRole.PERFORM && !step.entry().oneway();
    return !bounded || environment.hasCapacity(node, step.handler(), bytes(step));
  }

  /** Whether {@code step} waits for capacity although a node has some. */
  boolean isBlockedDespiteCapacity(Step step) {
    return step.is(StepState.HELD)
        && nodeFor(step).filter(node -> hasCapacity(node, step)).isPresent();
  }

  /**
   * The best node. The latest node is chosen only if the step may return to it, if there is no
   * other, or if no other has capacity and the latest did not reject the step.
   */
  Optional<NodeId> best(Step step) {
    NodeId last = step.mayReturn() ? null : step.node();
    OptionalLong affinity = affinity(step);
    PlacementRequest request = request(step, Optional.ofNullable(last));
    Optional<NodeId> best =
        affinity.isPresent()
            ? environment.placeBy(affinity.getAsLong(), request)
            : environment.place(request);
    boolean full = last != null && best.isPresent() && !hasCapacity(best.get(), step);
    return full && step.reroutes() == 0 && serves(last, step) && hasCapacity(last, step)
        ? Optional.of(last)
        : best;
  }

  private PlacementRequest request(Step step, Optional<NodeId> avoid) {
    return new PlacementRequest(step.handler(), step.entry().node(), avoid, bytes(step));
  }

  /** The bytes that the node is charged with; 0 for compensators and callbacks. */
  private long bytes(Step step) {
    return step.role() == StepRole.PERFORM ? state.burden(step.entry()) : 0;
  }

  /** Why no node accepts {@code step}. */
  Fault notServed(Step step) {
    OptionalLong largest = environment.largest(request(step, Optional.empty()));
    if (largest.isPresent() && largest.getAsLong() < bytes(step)) {
      return new Fault(
          Fault.Code.TOO_LARGE,
          step.handler(),
          "the message has "
              + bytes(step)
              + " bytes; the largest that a node hosting it accepts is "
              + largest.getAsLong()
              + ", by its heap");
    }
    return new Fault(Fault.Code.NOT_SERVED, step.handler(), step.notHostedReason());
  }

  private OptionalLong affinity(Step step) {
    if (step.entry().affinity().isEmpty() || step.entry().node().isPresent()) {
      return OptionalLong.empty();
    }
    affinities = affinities == null ? new Affinities(state, limits) : affinities;
    return affinities.of(step);
  }

  private boolean serves(NodeId node, Step step) {
    return environment
        .place(
            new PlacementRequest(
                step.handler(), Optional.of(node.name()), Optional.empty(), bytes(step)))
        .equals(Optional.of(node));
  }

  /** Waits for capacity, or for a node, until the handler's timeToStart is over. */
  void hold(Step step) {
    if (step.wakeAt() == Step.NEVER) { // otherwise it is held already
      step.wakeAt(environment.now() + toStart(step.entry()).toNanos());
    }
    environment.awaitCapacity(step.handler());
  }

  /** Sends the attempt of {@code step} to its node, which is charged with it. */
  void send(Step step) {
    environment.assigned(step.node(), step.handler(), step.burden(bytes(step)));
    sendAgain(step);
  }

  /** Sends the attempt of {@code step} once more. */
  void sendAgain(Step step) {
    addTask(step);
    long now = environment.now();
    step.send(now, now + patience(step.entry()));
  }

  private void addTask(Step step) {
    batches = batches == null ? new TaskBatches() : batches;
    batches.add(step.node(), step.incarnation(), task(step), step.entry(), own(step));
  }

  // ---- speculative stages

  /** Whether the event sends just these steps, and later stages may go with them. */
  boolean maySpeculate(List<Step> begun) {
    for (Step step : begun) {
      if (!step.is(StepState.SENT)
          || step.entry().oneway()
          || step.entry().parts().given().isPresent()) {
        return false;
      }
    }
    return batches.areJust(begun.get(0).incarnation(), begun.size());
  }

  /** Sends the later stages with the task batches; their nodes are charged. */
  void sendSpeculative(SpeculativeRun run) {
    for (SpeculativeRun.PrefetchedTask task : run.prefetched()) {
      if (task.burden() >= 0) {
        environment.assigned(task.node(), task.entry().name(), task.burden());
      }
    }
    batches.prefetched(
        run.tasks(
            (index, attempt, entry) ->
                Task.stateless(
                    index, entry.name(), attempt, false, toStart(entry), toFinish(entry))),
        run.route());
  }

  /** Discharges the nodes of the stages that do not begin. */
  void forget(SpeculativeRun run) {
    for (SpeculativeRun.PrefetchedTask task : run.prefetched()) {
      if (task.burden() >= 0) {
        environment.released(
            task.node(),
            task.entry().name(),
            task.burden(),
            environment.now(),
            Environment.Release.WITHDRAWN);
      }
    }
  }

  /** Continues the attempt that the node received with an earlier stage, and may have ended. */
  void continueSpeculative(Step step, StepEvent.BegunSpeculatively event) {
    long took = event.early().map(r -> busySince + r.queueNanos() + r.runNanos()).orElse(0L);
    step.continueSpeculative(event.node(), event.incarnation(), event.forwardedBy());
    if (event.burden() < 0) {
      environment.assigned(step.node(), step.handler(), step.burden(bytes(step)));
    } else {
      step.burden(event.burden());
    }
    long patience =
        event.forwardedBy().isPresent() ? patienceOfForward(step) : patience(step.entry());
    step.send(environment.now() - took, environment.now() + patience);
  }

  /** After this time the manager sends a forwarded message itself; a duplicate is harmless. */
  private long patienceOfForward(Step step) {
    long usual = environment.usualNanos(step.handler());
    long soon = timeouts.transferAllowance().toNanos() + TIMES_USUAL * usual;
    return Math.min(soon, patience(step.entry()));
  }

  private Task task(Step step) {
    return new Task(
        step.index(),
        step.handler(),
        step.attempt(),
        step.entry().oneway(),
        toStart(step.entry()),
        toFinish(step.entry()),
        step.entry().failures().atomicity().stateful(),
        step.entry().completionCallback(),
        purpose(step),
        step.after());
  }

  private Task.Purpose purpose(Step step) {
    return switch (step.role()) {
      case PERFORM -> Task.Purpose.PERFORM;
      case COMPENSATE -> Task.Purpose.COMPENSATE;
      case NOTIFY -> state.ending();
    };
  }

  private Duration toStart(HandlerEntry entry) {
    return entry.timeToStart().orElse(timeouts.toStart());
  }

  private Duration toFinish(HandlerEntry entry) {
    return entry.timeToFinish().orElse(timeouts.toFinish());
  }

  /** The time after which an attempt can have no further effect; nanoseconds. */
  long patience(HandlerEntry entry) {
    return toStart(entry).toNanos()
        + toFinish(entry).toNanos()
        + timeouts.transferAllowance().toNanos();
  }

  /** Takes the step off its node. */
  void release(Step step, Environment.Release how) {
    // a speculative reply has no latency
    boolean answeredSpeculatively = step.isSpeculative() && how == Environment.Release.ANSWERED;
    environment.released(
        step.node(),
        step.handler(),
        step.burden(),
        step.sentAt() + busySince,
        answeredSpeculatively ? Environment.Release.WITHDRAWN : how);
  }

  // ---- the timeline

  /** The node reported the end of the attempt. */
  void answered(Step step, HandlerResult result) {
    timeline.answered(step, result, environment, busySince);
  }

  /** The attempt ends without a reply. */
  void unanswered(Step step, String how) {
    timeline.unanswered(step, how);
  }
}
