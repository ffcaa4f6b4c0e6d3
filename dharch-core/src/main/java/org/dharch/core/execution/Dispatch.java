package org.dharch.core.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * Brings one message's steps to nodes and takes them off again, and writes each attempt into the
 * message's timeline. Pure, as {@link Execution}, whose part it is.
 */
final class Dispatch {
  /** How an attempt ends that nobody has to hear of. */
  private static final Set<Status> UNTOLD =
      Set.of(Status.PERFORMED, Status.DEFERRED, Status.REFUSED);

  /** So many times what a handler takes as a rule is late. */
  private static final int TIMES_USUAL = 4;

  private final MessageState state;
  private final Timeouts timeouts;
  private final Steps steps;

  /**
   * Told apart from what was begun before the message was taken in again, also in the same life of
   * the manager: steps may have been begun that its record did not have, and bear the same numbers.
   */
  private final long entry;

  private final Limits limits;

  private Environment environment;

  /** How long ago what is in hand ended on its node, which went on with later stages since. */
  private long busySince;

  /** Null if no step has one so far, for there are many messages. */
  private Affinities affinities;

  /** The branches of the stage in hand; null if it has none. */
  private Branching branching;

  /** What the event in hand sends; null if nothing yet, for there are many messages. */
  private TaskBatches batches;

  /** What it sent before the message went back to what it was; null likewise. */
  private List<Effect> sends;

  /** What it emits; null likewise. */
  private List<Effect> emits;

  Dispatch(MessageState state, Timeouts timeouts, Limits limits, Steps steps, long entry) {
    this.entry = entry;
    this.limits = limits;
    this.state = state;
    this.timeouts = timeouts;
    this.steps = steps;
  }

  /** An event is in hand. */
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

  /** A stage is in hand that has these branches, or none: null. */
  void branching(Branching of) {
    branching = of;
  }

  /** What the handler of {@code step} is given of the message, if its branch has made its own. */
  private Optional<MessageVersion> own(Step step) {
    return branching == null || step.role() != Role.PERFORM
        ? Optional.empty()
        : branching.version(step.index());
  }

  /** Adds what the event in hand emits to {@code effects}, and then its task batches. */
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

  /** What the event in hand has sent is of the message as it is now, whatever that is later. */
  void keepSends() {
    if (batches != null) {
      sends = sends == null ? new ArrayList<>(1) : sends;
      batches.flush(sends, state.version());
      batches = null;
    }
  }

  /** What the handler of {@code step} emits by {@code result}, which counts, is to go out. */
  void emit(Step step, Changes result) {
    if (!result.emissions().isEmpty()) {
      emits = emits == null ? new ArrayList<>(1) : emits;
      emits.add(new Effect.Emit(step.node(), step.handler(), result.emissions()));
    }
  }

  /**
   * Sends {@code step} to a node as a new attempt, rather not where it was, or holds it until there
   * is room. What is compensated, told, or not waited for is sent all the same.
   */
  StepTrigger place(Step step) {
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
      step.reachUnheard(steps.nextReached());
      unanswered(step, "sent");
      return StepTrigger.PLACED_ONEWAY;
    }
    send(step);
    return StepTrigger.PLACED;
  }

  private Optional<NodeId> nodeFor(Step step) {
    Optional<NodeId> node = Optional.empty();
    if (step.role() != Role.PERFORM) { // where the handler itself was, if that can be
      node =
          environment.place(
              step.handler(), Optional.of(step.target().node().name()), Optional.empty(), 0);
    }
    if (node.isEmpty() && step.role() != Role.NOTIFY) {
      node = best(step);
    }
    return node;
  }

  private boolean hasCapacity(NodeId node, Step step) {
    boolean bounded = step.role() == Role.PERFORM && !step.entry().oneway();
    return !bounded || environment.hasCapacity(node, step.handler(), bytes(step));
  }

  /** Whether {@code step} waits for room although there is some. */
  boolean isBlockedDespiteCapacity(Step step) {
    return step.is(State.HELD) && nodeFor(step).filter(node -> hasCapacity(node, step)).isPresent();
  }

  /**
   * The best node for it, the one where it was last only if there is no other, or it wanted the
   * message later there; or no other that has room, and that one did not refuse it.
   */
  Optional<NodeId> best(Step step) {
    NodeId last = step.mayReturn() ? null : step.node();
    OptionalLong affinity = affinity(step);
    Optional<NodeId> avoid = Optional.ofNullable(last);
    Optional<NodeId> best =
        affinity.isPresent()
            ? environment.placeBy(affinity.getAsLong(), step.handler(), avoid, bytes(step))
            : environment.place(step.handler(), step.entry().node(), avoid, bytes(step));
    boolean full = last != null && best.isPresent() && !hasCapacity(best.get(), step);
    return full && step.reroutes() == 0 && serves(last, step) && hasCapacity(last, step)
        ? Optional.of(last)
        : best;
  }

  /** What its node must be able to take; what compensates or tells goes wherever that may be. */
  private long bytes(Step step) {
    return step.role() == Role.PERFORM ? state.burden(step.entry()) : 0;
  }

  /** Why no node is there that takes {@code step}. */
  Fault notServed(Step step) {
    OptionalLong largest = environment.largest(step.handler(), step.entry().node());
    if (largest.isPresent() && largest.getAsLong() < bytes(step)) {
      return new Fault(
          Fault.Code.TOO_LARGE,
          step.handler(),
          "the message has "
              + bytes(step)
              + " bytes; the largest that a node takes which serves it is "
              + largest.getAsLong()
              + ", by its heap");
    }
    return new Fault(Fault.Code.NOT_SERVED, step.handler(), step.whyNotServed());
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
        .place(step.handler(), Optional.of(node.name()), Optional.empty(), bytes(step))
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

  // ---- what is given ahead

  /** Whether {@code begun}, and nothing else, is sent, and more may be given ahead. */
  boolean maySpeculate(List<Step> begun) {
    for (Step step : begun) {
      if (!step.is(State.SENT) || step.entry().oneway() || step.entry().given().isPresent()) {
        return false;
      }
    }
    return batches.areJust(begun.get(0).incarnation(), begun.size());
  }

  /** The task batches take along what is ahead; its nodes are burdened with it. */
  void sendSpeculative(SpeculativeRun run) {
    for (SpeculativeRun.PrefetchedTask task : run.prefetched()) {
      if (task.burden() >= 0) {
        environment.assigned(task.node(), task.entry().name(), task.burden());
      }
    }
    batches.prefetched(
        run.tasks(
            (index, attempt, entry) ->
                new Task(index, entry.name(), attempt, false, toStart(entry), toFinish(entry))),
        run.route());
  }

  /** What is ahead of it does not begin here any more. */
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

  /** It is on its node already, and may have ended. */
  void goOn(Step step, StepEvent.BegunSpeculatively event) {
    long took = event.early().map(r -> busySince + r.queueNanos() + r.runNanos()).orElse(0L);
    step.goOn(event.node(), event.incarnation(), event.forwardedBy());
    if (event.burden() < 0) {
      environment.assigned(step.node(), step.handler(), step.burden(bytes(step)));
    } else {
      step.burden(event.burden());
    }
    long patience =
        event.forwardedBy().isPresent() ? patienceOfForward(step) : patience(step.entry());
    step.send(environment.now() - took, environment.now() + patience);
  }

  /**
   * After so long its manager sends itself what was to be passed on: that costs bytes, if it is
   * under way or in hand, and nothing else.
   */
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
        step.entry().atomicity().stateful(),
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

  /** After so long nothing of an attempt can happen any more. */
  long patience(HandlerEntry entry) {
    return toStart(entry).toNanos()
        + toFinish(entry).toNanos()
        + timeouts.transferAllowance().toNanos();
  }

  /** Takes the step off its node. */
  void release(Step step, Environment.Release how) {
    // how long a way takes is not to be learned of what was on no way
    boolean answeredSpeculatively = step.isSpeculative() && how == Environment.Release.ANSWERED;
    environment.released(
        step.node(),
        step.handler(),
        step.burden(),
        step.sentAt() + busySince,
        answeredSpeculatively ? Environment.Release.WITHDRAWN : how);
  }

  // ---- the timeline

  /** Its node said how the attempt ended. */
  void answered(Step step, HandlerResult result) {
    if (result.status() == Status.DEFERRED && !state.listsDeferred()) {
      return;
    }
    boolean ran = result.status() != Status.REFUSED;
    if (!ran && step.reroutes() > RecoveryTable.MAX_REROUTES) {
      return; // of those the timeline has enough
    }
    log(
        step,
        state.since(environment.now() - busySince),
        ran ? result.queueNanos() : 0,
        result.runNanos(),
        word(result.status()));
    if (!UNTOLD.contains(result.status())) {
      environment.failed(step.node(), step.handler(), result);
      state.trace(step, result.trace());
    }
  }

  private static String word(Status status) {
    return switch (status) {
      case PERFORMED -> "performed";
      case FAILED -> "failed";
      case TIMED_OUT, NOT_STARTED -> "timed-out";
      case REFUSED -> "refused";
      case UNKNOWN -> "unknown";
      case DEFERRED -> "deferred";
    };
  }

  /** Nothing more is heard of the attempt, or need be. */
  void unanswered(Step step, String how) {
    log(step, -1, 0, 0, how);
  }

  private void log(Step step, long received, long queueNanos, long runNanos, String result) {
    state.attempt(
        new Timeline.Attempt(
            step.stage(),
            step.handler(),
            step.node().toString(),
            step.attempt(),
            state.since(step.sentAt()),
            received,
            queueNanos,
            runNanos,
            result,
            step.index()));
  }
}
