package org.dharch.core.execution;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.execution.Environment.Release;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.message.Fault;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Task;

/**
 * The attempts of one message's steps: what is heard of them, and what follows one that came to
 * nothing (design, "Failure"; seed 000, section 3.3). Pure, as {@link Execution}, whose part it is.
 * {@link Dispatch} brings them to nodes.
 *
 * <p>Every time a step is sent to another node or begun anew it gets a new attempt number. Only a
 * result that bears the attempt in flight, from the node it was sent to, counts; anything else is
 * late or doubled and is ignored. That alone makes "applied at most once" true (design, rule 2): a
 * counted result ends the attempt, so a second one finds none in flight.
 *
 * <p>What is known of an attempt that came to nothing decides:
 *
 * <ul>
 *   <li>It never began (refused, out of its time to start, not sent): to another node at once, for
 *       no fault of the handler; at most {@link Execution#MAX_REROUTES} times.
 *   <li>The handler threw: tried again after a pause, as often as its retries say, if it is
 *       stateless or atomic; if it is quasi-atomic, after its compensator ran; else never.
 *   <li>Nobody knows how far it got (no reply, node lost): a stateless handler is tried elsewhere.
 *       A stateful one may have performed, so the same attempt is asked for again from the same
 *       node, which remembers what it did: at once if only the reply is missing, or when the node
 *       is heard of again, in another life only if it remembers across them. Not before the
 *       attempt's time is over, when it can run no more, a quasi-atomic handler is compensated and
 *       tried again, and the others have failed.
 * </ul>
 *
 * <p>What is exhausted fails the step if its handler must perform, and is neglected otherwise.
 */
final class Attempts {
  /** How often a compensator that throws is tried again. */
  private static final RetryPolicy COMPENSATOR_RETRY =
      new RetryPolicy(3, Duration.ofMillis(50), Duration.ofSeconds(1));

  /** How long after a refusal, by a node that is the only one or by the transport. */
  private static final long UNSENT_PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private final MessageState state;
  private final Steps steps;
  private final Dispatch sending;
  private Environment world;
  private boolean windingDown;

  Attempts(MessageState state, Timeouts timeouts, Steps steps) {
    this.state = state;
    this.steps = steps;
    this.sending = new Dispatch(state, timeouts, steps);
  }

  /** An event is in hand. */
  void in(Environment value) {
    world = value;
    sending.in(value);
  }

  /** From now on no handler is tried again; compensators still are. */
  void windDown() {
    windingDown = true;
  }

  /** Adds the works of the event in hand to {@code effects}. */
  void flush(List<Effect> effects) {
    sending.flush(effects);
  }

  /** Begins {@code step}; it may be settled when this returns, if no node serves it. */
  void begin(Step step) {
    place(step, Optional.empty());
  }

  private void place(Step step, Optional<NodeId> avoid) {
    if (!sending.place(step, avoid)) {
      step.fault = fault(step, Fault.Code.NOT_SERVED, notServed(step));
      exhausted(step);
    }
  }

  private static String notServed(Step step) {
    return step.entry.node().map(n -> "node '" + n + "' is not alive or").orElse("no node that")
        + (step.entry.node().isPresent() ? " does not serve it" : " is alive serves it");
  }

  // ---- what is heard of it

  void result(NodeId from, HandlerResult result) {
    Step step = result.index() < steps.count() ? steps.get(result.index()) : null;
    if (step == null
        || step.state != State.SENT
        || step.attempt != result.attempt()
        || !step.node.equals(from)) {
      world.count(Counter.RESULTS_IGNORED);
      return;
    }
    world.count(Counter.RESULTS_APPLIED);
    sending.release(step, release(result.status()));
    sending.answered(step, result);
    switch (result.status()) {
      case PERFORMED -> performed(step, result);
      case FAILED -> failed(step, Fault.Code.HANDLER_FAILED, result.reason(), true);
      case UNKNOWN -> failed(step, Fault.Code.HANDLER_FAILED, result.reason(), false);
      case TIMED_OUT -> {
        world.count(Counter.TIME_OUTS);
        failed(step, Fault.Code.HANDLER_TIMED_OUT, result.reason(), false);
      }
      case NOT_STARTED -> {
        world.count(Counter.TIME_OUTS);
        reroute(step, Fault.Code.HANDLER_TIMED_OUT, result.reason());
      }
      case REFUSED -> reroute(step, Fault.Code.NOT_SERVED, result.reason());
    }
  }

  private static Release release(HandlerResult.Status status) {
    return switch (status) {
      case PERFORMED, FAILED -> Release.ANSWERED;
      case TIMED_OUT, NOT_STARTED, REFUSED, UNKNOWN -> Release.UNANSWERED;
    };
  }

  /** The moment that {@link Step#wakeAt} named has come. */
  void wake(Step step) {
    if (step.state == State.SENT) {
      world.count(Counter.TIME_OUTS);
      sending.unanswered(step, "timed-out");
      if (mayAskAgain(step)) {
        step.asks++;
        state.note("handler " + step + " is asked again for attempt " + step.attempt);
        sending.send(step);
      } else {
        sending.release(step, Release.UNANSWERED);
        failed(step, Fault.Code.HANDLER_TIMED_OUT, "no reply from " + step.node, false);
      }
    } else if (step.state == State.AWAITING) {
      failed(step, Fault.Code.NOT_SERVED, lostUnknown(step), false);
    } else if (step.state == State.HELD) {
      world.count(Counter.TIME_OUTS);
      step.fault =
          fault(step, Fault.Code.HANDLER_TIMED_OUT, "no node had room for it in its timeToStart");
      exhausted(step);
    } else {
      placeAgain(step);
    }
  }

  private boolean mayAskAgain(Step step) {
    return step.entry.atomicity().stateful()
        && step.asks < Execution.MAX_ASKS
        && world.alive(step.node)
        && !(windingDown && step.role == Role.PERFORM);
  }

  /** Its pause is over, or there may be room for it: anywhere, but rather not where it was. */
  void placeAgain(Step step) {
    place(step, Optional.ofNullable(step.node));
  }

  void nodeLost(Step step) {
    sending.unanswered(step, "lost");
    long due = step.wakeAt;
    sending.release(step, Release.WITHDRAWN);
    if (step.role == Role.TELL) {
      step.fault = fault(step, Fault.Code.NOT_SERVED, "node " + step.node + " was lost");
      exhausted(step);
    } else if (!step.entry.atomicity().stateful()) {
      reroute(step, Fault.Code.NOT_SERVED, "node " + step.node + " was lost");
    } else {
      step.state = State.AWAITING;
      step.wakeAt = due; // until then it may be running there, whatever became of the node
      state.note("handler " + step + " waits for its node to come back");
    }
  }

  /** The node that the step waits for is heard of again, perhaps in another life. */
  void nodeBack(Step step, NodeId node) {
    if (node.equals(step.node) || world.remembers(node)) {
      step.node = node;
      sending.send(step);
    } else {
      failed(step, Fault.Code.NOT_SERVED, lostUnknown(step), false);
    }
  }

  private static String lostUnknown(Step step) {
    return "node " + step.node + " was lost and nobody knows whether it performed";
  }

  void unsent(Task task) {
    Step step = steps.get(task.index());
    if (step.attempt != task.attempt()) {
      return;
    }
    step.handedOver--;
    if (step.state == State.FIRED) {
      world.count(Counter.NEGLECTED);
      state.note("oneway handler '" + step.entry.name() + "' could not be sent");
    } else if (step.state == State.SENT
        && (step.handedOver == 0 || !step.entry.atomicity().stateful())) {
      sending.release(step, Release.WITHDRAWN);
      step.wakeAt = world.now() + UNSENT_PAUSE_NANOS;
    }
  }

  /** Sends what is in flight once more, as the same attempt: the node knows what it has done. */
  void resend() {
    steps.each(s -> s.state == State.SENT, sending::send);
  }

  // ---- what follows

  private void performed(Step step, HandlerResult result) {
    step.state = State.PERFORMED;
    if (step.role == Role.PERFORM) {
      step.changes = result.changes();
      world.ran(step.entry.name(), result.runNanos());
      steps.reached(step);
      step.toUndo = step.entry.compensator().isPresent();
    }
    settled(step);
  }

  /** What a handler that performed answered cannot be used. */
  void rubbish(Step step, String reason) {
    step.changes = Changes.NONE;
    failed(
        step, Fault.Code.HANDLER_FAILED, "its result does not fit the message: " + reason, false);
  }

  /** What a handler that performed answered contradicts its declaration or another's answer. */
  void conflict(Step step, String reason) {
    world.count(Counter.CONFLICTS);
    step.changes = Changes.NONE;
    step.fault = fault(step, Fault.Code.CONFLICT, reason);
    exhausted(step);
  }

  /**
   * An attempt came to nothing.
   *
   * @param over whether the handler itself ended it, so that it is known how far it got
   */
  private void failed(Step step, Fault.Code code, String reason, boolean over) {
    step.failures++;
    step.fault = fault(step, code, reason);
    if (!over || step.entry.atomicity() == Atomicity.QUASI_ATOMIC) {
      doubtful(step);
    }
    switch (step.entry.atomicity()) {
      case STATELESS -> againOr(step);
      case ATOMIC -> {
        if (over) {
          againOr(step);
        } else {
          exhausted(step);
        }
      }
      case QUASI_ATOMIC -> {
        if (windingDown) {
          exhausted(step); // the compensator's turn comes in the order of all of them
        } else {
          undo(step);
        }
      }
      case NON_ATOMIC -> exhausted(step);
    }
  }

  /** It may have done something; if it has a compensator, that must run should the message halt. */
  private void doubtful(Step step) {
    if (step.role == Role.PERFORM) {
      steps.reached(step);
      step.toUndo = step.entry.compensator().isPresent();
    }
  }

  private void againOr(Step step) {
    boolean last = windingDown && step.role == Role.PERFORM;
    if (last || step.failures > step.entry.retry().retries()) {
      exhausted(step);
      return;
    }
    world.count(Counter.RETRIES);
    state.note("handler " + step + " is tried again: " + step.fault.reason());
    long pause = step.entry.retry().pauseBefore(step.failures + 1).toNanos();
    step.state = State.PAUSED;
    step.wakeAt = world.now() + (long) (pause * (0.5 + 0.5 * world.jitter()));
  }

  /** An attempt came to nothing for no fault of its handler: to another node, at once. */
  private void reroute(Step step, Fault.Code code, String reason) {
    step.reroutes++;
    boolean stays = step.role == Role.TELL || (windingDown && step.role == Role.PERFORM);
    if (step.reroutes > Execution.MAX_REROUTES || stays) {
      step.fault = fault(step, code, reason);
      exhausted(step);
      return;
    }
    world.count(Counter.REROUTED);
    state.note("handler '" + step.entry.name() + "' leaves " + step.node + ": " + reason);
    Optional<NodeId> left = Optional.of(step.node);
    if (world.place(step.entry.name(), step.entry.node(), left).equals(left)) {
      step.wakeAt = world.now() + UNSENT_PAUSE_NANOS; // there is no other
    } else {
      place(step, left);
    }
  }

  /** Has {@code step} compensated: backward recovery, of this one step. */
  void undo(Step step) {
    HandlerEntry compensator =
        HandlerEntry.of(step.entry.compensator().orElseThrow())
            .mustPerform(false)
            .atomicity(Atomicity.ATOMIC)
            .retry(COMPENSATOR_RETRY);
    Step undo = steps.add(Role.UNDO, compensator, step);
    step.toUndo = false;
    if (!step.settled()) {
      step.state = State.UNDOING;
      step.wakeAt = Step.NEVER;
    }
    begin(undo);
  }

  /** Tells the step's handler how the message ended. */
  void tell(Step step) {
    HandlerEntry entry = HandlerEntry.of(step.entry.name()).mustPerform(false);
    begin(steps.add(Role.TELL, entry, step));
  }

  /** Nothing more is tried: mustPerform decides (seed 000, section 3.3). */
  private void exhausted(Step step) {
    step.wakeAt = Step.NEVER;
    if (step.role == Role.PERFORM && step.entry.mayHalt()) {
      step.state = State.FAILED;
    } else {
      step.state = State.NEGLECTED;
      if (step.role == Role.PERFORM) {
        world.count(Counter.NEGLECTED);
        state.note("neglected: " + step.fault);
      }
    }
    settled(step);
  }

  private void settled(Step step) {
    boolean performed = step.state == State.PERFORMED;
    if (step.role == Role.TELL && !performed) {
      world.count(Counter.ENDS_UNHEARD);
    } else if (step.role == Role.UNDO) {
      world.count(performed ? Counter.COMPENSATED : Counter.COMPENSATIONS_FAILED);
      state.note(
          "handler '"
              + step.target().entry.name()
              + (performed
                  ? "' was compensated by '" + step.entry.name() + "'"
                  : "' was not compensated: " + step.fault));
      if (step.target().state == State.UNDOING && performed) {
        againOr(step.target());
      } else if (step.target().state == State.UNDOING) {
        exhausted(step.target());
      }
    }
  }

  /** Gives up whatever is under way for {@code step}. */
  void supersede(Step step) {
    boolean mayHavePerformed = step.state == State.SENT || step.state == State.AWAITING;
    if (mayHavePerformed && step.entry.compensator().isPresent()) {
      doubtful(step);
    }
    if (step.state == State.SENT) {
      sending.unanswered(step, "superseded");
      sending.release(step, Release.WITHDRAWN);
    }
    if (!step.settled()) {
      step.state = State.NEGLECTED;
      step.wakeAt = Step.NEVER;
      step.fault = fault(step, Fault.Code.DEADLINE, "no time was left");
      settled(step);
    }
  }

  private static Fault fault(Step step, Fault.Code code, String reason) {
    return new Fault(code, step.entry.name(), reason);
  }
}
