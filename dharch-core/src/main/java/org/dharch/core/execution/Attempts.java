package org.dharch.core.execution;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.execution.Environment.Release;
import org.dharch.core.execution.Step.Role;
import org.dharch.core.execution.Step.State;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Fingerprint;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.states.TransitionTable;
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
 *       no fault of the handler; at most {@link Execution#MAX_REROUTES} times, but that a durable
 *       one-way message which nodes refuse is tried until its deadline.
 *   <li>The handler onException: tried again after a pause, as often as its retries say, if it is
 *       stateless or atomic; if it is quasi-atomic, after its compensator ran; else never.
 *   <li>The handler says that it has done nothing yet and wants the message later: placed anew at
 *       that time, wherever is best, as often as the message's deadline lets it.
 *   <li>Nobody knows how far it got (no reply, node lost): a stateless handler is tried elsewhere.
 *       A stateful one may have performed, so the same attempt is asked for again from the same
 *       node, which remembers what it did: at once if only the reply is missing, or when the node
 *       is heard of again, in another life only if that has the same execution journal. Not before
 *       the attempt's time is over, when it can run no more, a quasi-atomic handler is compensated
 *       and tried again, and the others have failed.
 * </ul>
 *
 * <p>What is exhausted fails the step if its handler must perform, and is skipped otherwise.
 *
 * <p>Which of the actions below is taken when is {@link StepTable}'s to say. A long file, because
 * every action of that table is here, each a few lines.
 */
final class Attempts {
  /** How often a compensator that throws is tried again. */
  private static final RetryPolicy COMPENSATOR_RETRY =
      new RetryPolicy(3, Duration.ofMillis(50), Duration.ofSeconds(1));

  /** How long after a refusal, by a node that is the only one or by the transport. */
  private static final long UNSENT_PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  /** How often that pause is doubled for one that waits until a node takes it: 1.28 s then. */
  private static final int MAX_DOUBLED = 6;

  private final MessageState state;
  private final Steps steps;
  private final Dispatch dispatch;
  private Environment environment;
  private boolean halting;

  Attempts(MessageState state, Timeouts timeouts, Limits limits, Steps steps, long entry) {
    this.state = state;
    this.steps = steps;
    this.dispatch = new Dispatch(state, timeouts, limits, steps, entry);
  }

  /** An event is in hand. */
  void in(Environment value) {
    environment = value;
    dispatch.in(value);
  }

  /** What the event in hand happens in. */
  Environment environment() {
    return environment;
  }

  /**
   * From now on no handler is tried again; compensators still are. What is on its way and can be
   * compensated is waited for, all else is given up.
   */
  void beginHalt() {
    halting = true;
    steps.each(
        s -> !s.settled() && s.role() == Role.PERFORM && !s.is(State.COMPENSATING),
        s -> {
          boolean mayRun = s.is(State.SENT) || s.is(State.AWAITING);
          if (!mayRun || s.entry().compensator().isEmpty()) {
            take(s, StepTrigger.SUPERSEDED);
          }
        });
  }

  /** The message goes on: handlers are tried again. */
  void cancelHalt() {
    halting = false;
  }

  /** What the event in hand has emitted comes first, and its task batches then. */
  void flush(List<Effect> effects) {
    dispatch.flush(effects);
  }

  /** The message goes back to what it was; what was sent of it before was of what it is now. */
  void restore(MessageVersion was) {
    dispatch.keepSends();
    state.restore(was);
  }

  /** What {@code step} changed is in the message: what it emits besides goes out. */
  void emit(Step step) {
    dispatch.emit(step, step.changes());
  }

  /** For how long its node has been busy with later stages since what is in hand had ended. */
  void busySince(long nanos) {
    dispatch.busySince(nanos);
  }

  /** Brings steps to nodes. */
  Dispatch dispatch() {
    return dispatch;
  }

  /** Whether {@code step} waits for room although there is some. */
  boolean isBlockedDespiteCapacity(Step step) {
    return dispatch.isBlockedDespiteCapacity(step);
  }

  // ---- what happens to a step

  /** The one place in which a step goes from one state to another: as its table says. */
  void take(Step step, StepEvent event) {
    TransitionTable.Row<State, StepTrigger, StepTable.Action> row =
        StepTable.TABLE.row(step.state(), event.trigger());
    if (row.isTaken()) {
      row.action().take(this, step, event);
      row.check(step.state());
    }
  }

  /** A reply came; it counts only if it bears the attempt in flight and is from its node. */
  void replied(NodeId from, long incarnation, HandlerResult result) {
    Step step = result.index() < steps.count() ? steps.get(result.index()) : null;
    if (step == null
        || step.attempt() != result.attempt()
        || step.incarnation() != incarnation
        || !step.isOn(from)) {
      environment.count(Counter.RESULTS_IGNORED);
    } else if (result.on() != Fingerprint.NONE && result.on() != state.fingerprint()) {
      take(step, StepTrigger.REPLY_ASTRAY);
    } else {
      take(step, new StepEvent.Replied(result));
    }
  }

  /** The transport did not take {@code task}. */
  void unsent(Task task) {
    Step step = steps.get(task.index());
    if (step.attempt() == task.attempt()) {
      step.handBack();
      take(step, StepTrigger.UNSENT);
    }
  }

  /** A stage is in hand that has these branches, or none: null. */
  void branching(Branching of) {
    dispatch.branching(of);
  }

  /**
   * Goes on with what an earlier life of the manager had begun.
   *
   * @param branching of the stage in hand; null if it has no branches
   */
  void resume(Branching branching) {
    steps.each(
        s -> branching == null || !branching.isToCome(s.index()),
        s -> {
          take(s, StepTrigger.RESUMED);
          if (s.is(State.AWAITING)) {
            environment
                .named(s.node().name())
                .ifPresent(incarnation -> take(s, new StepEvent.NodeBack(incarnation)));
          }
        });
  }

  /** Has the handler of {@code step}, which is settled, compensated: backward recovery. */
  void compensate(Step step) {
    HandlerEntry compensator = compensator(step.entry());
    step.compensation(Step.Compensation.BEGUN);
    take(steps.add(Role.COMPENSATE, compensator, step), StepTrigger.BEGUN);
  }

  /** Tells the step's handler how the message ended. */
  void notifyEnd(Step step) {
    take(steps.add(Role.NOTIFY, notificationEntry(step.entry()), step), StepTrigger.BEGUN);
  }

  /** The entry of the compensator of a handler with this one. */
  static HandlerEntry compensator(HandlerEntry of) {
    return HandlerEntry.of(of.compensator().orElseThrow())
        .mustPerform(false)
        .atomicity(Atomicity.ATOMIC)
        .retry(COMPENSATOR_RETRY);
  }

  /** The entry of a handler with this one as it is told of the end. */
  static HandlerEntry notificationEntry(HandlerEntry of) {
    return HandlerEntry.of(of.name()).mustPerform(false);
  }

  // ---- the actions of the table: sending

  void goOn(Step step, StepEvent.BegunSpeculatively event) {
    dispatch.goOn(step, event);
  }

  void place(Step step) {
    if (dispatch.place(step)) {
      return;
    }
    if (step.role() == Role.COMPENSATE || mayWaitForNode(step)) {
      dispatch.hold(step); // for a while; then the message goes on, and an undo is tried later
    } else {
      step.recordFault(dispatch.notServed(step));
      exhausted(step);
    }
  }

  /** Nobody waits for its answer, and its sender was told that it is safe. */
  private boolean mayWaitForNode(Step step) {
    return step.role() == Role.PERFORM
        && state.isDurableOneWay()
        && step.entry().mayHalt()
        && !halting;
  }

  void noCapacity(Step step) {
    environment.count(Counter.TIME_OUTS);
    if (dispatch.best(step).isEmpty()) {
      step.recordFault(dispatch.notServed(step));
    } else {
      String why = "no node had room for it in its timeToStart";
      step.recordFault(fault(step, Fault.Code.HANDLER_TIMED_OUT, why));
    }
    exhausted(step);
  }

  void resend(Step step) {
    if (step.forwardedBy() != null) {
      step.ask(); // whatever comes after it is not ahead any more
    }
    dispatch.send(step); // the node knows what it has done
  }

  void onSendRejected(Step step) {
    boolean again = !step.entry().atomicity().stateful() && step.role() != Role.NOTIFY;
    if (step.neverTaken() || again) { // else what was taken before may have been done
      dispatch.release(step, Release.WITHDRAWN);
      placeSoon(step);
    }
  }

  /** Its node was lost before it was sent there: nothing of it can have begun. */
  void onNotSent(Step step) {
    if (step.neverTaken()) {
      placeSoon(step);
    }
  }

  private void placeSoon(Step step) {
    if (halting && step.role() == Role.PERFORM) {
      step.recordFault(fault(step, Fault.Code.NOT_SERVED, "it could not be sent"));
      exhausted(step);
    } else {
      step.pause(environment.now() + UNSENT_PAUSE_NANOS);
    }
  }

  void notFired(Step step) {
    environment.count(Counter.SKIPPED);
    state.note("oneway handler '" + step.handler() + "' could not be sent");
  }

  // ---- the actions of the table: a reply

  void ignoreReply(Step step) {
    environment.count(Counter.RESULTS_IGNORED);
  }

  void performed(Step step, HandlerResult result) {
    answered(step, result, Release.ANSWERED);
    step.perform();
    if (step.role() == Role.PERFORM) {
      step.changed(result.changes());
      environment.ran(step.handler(), result.runNanos());
      learnWays(step, result);
      step.reach(steps.nextReached());
    } else {
      dispatch.emit(step, result.changes()); // nothing of it is merged
    }
    settled(step);
  }

  private void learnWays(Step step, HandlerResult result) {
    if (!step.isSpeculative() && step.asks() == 0) {
      long ways = environment.now() - step.sentAt() - dispatch.busySince();
      environment.waysTook(Math.max(0, ways - result.queueNanos() - result.runNanos()));
    }
  }

  /** It has done nothing; so what may be, or is, to be compensated of it is as before. */
  void deferred(Step step, HandlerResult result) {
    answered(step, result, Release.ANSWERED);
    if (halting && step.role() == Role.PERFORM) {
      step.recordFault(
          fault(step, Fault.Code.HANDLER_FAILED, "it wanted the message later, which has ended"));
      exhausted(step);
      return;
    }
    environment.count(Counter.DEFERRED);
    dispatch.emit(step, result.changes());
    step.defer(environment.now() + result.delay().toNanos());
  }

  /** What came to its node was not what it should have been; that leaves nothing behind. */
  void onStaleReply(Step step) {
    environment.count(Counter.RESULTS_IGNORED);
    dispatch.unanswered(step, "superseded");
    if (step.is(State.SENT)) {
      dispatch.release(step, Release.WITHDRAWN);
    }
    state.note("handler " + step + " had another message, and gets this one");
    if (halting) {
      step.recordFault(fault(step, Fault.Code.HANDLER_FAILED, "it had another message"));
      exhausted(step);
    } else {
      step.defer(environment.now());
    }
  }

  void onException(Step step, HandlerResult result) {
    answered(step, result, Release.ANSWERED);
    failed(step, Fault.Code.HANDLER_FAILED, result.reason(), true);
  }

  void onUnknownOutcome(Step step, HandlerResult result) {
    answered(step, result, Release.UNANSWERED);
    failed(step, Fault.Code.HANDLER_FAILED, result.reason(), false);
  }

  void timedOut(Step step, HandlerResult result) {
    answered(step, result, Release.UNANSWERED);
    environment.count(Counter.TIME_OUTS);
    failed(step, Fault.Code.HANDLER_TIMED_OUT, result.reason(), false);
  }

  void notStarted(Step step, HandlerResult result) {
    answered(step, result, Release.UNANSWERED);
    environment.count(Counter.TIME_OUTS);
    reroute(step, Fault.Code.HANDLER_TIMED_OUT, result.reason());
  }

  void refused(Step step, HandlerResult result) {
    answered(step, result, Release.UNANSWERED);
    reroute(step, Fault.Code.NOT_SERVED, result.reason());
  }

  private void answered(Step step, HandlerResult result, Release how) {
    environment.count(Counter.RESULTS_APPLIED);
    boolean mended = step.forwardedBy() != null && step.asks() > 0;
    if (mended && result.on() == Fingerprint.NONE) {
      environment.forwardLost(step.forwardedBy()); // else it had come, and took its time
    }
    if (step.is(State.SENT)) { // else it was taken off its node before
      dispatch.release(step, how);
    }
    dispatch.answered(step, result);
  }

  // ---- the actions of the table: no reply

  void noReply(Step step) {
    if (isLateForward(step)) {
      environment.count(Counter.FORWARDS_REPAIRED);
      step.ask();
      state.note("handler " + step + " is sent what " + step.forwardedBy() + " was to pass on");
      dispatch.send(step); // the same attempt: the node knows if it has it already
      return;
    }
    environment.count(Counter.TIME_OUTS);
    dispatch.unanswered(step, "timed-out");
    if (mayAskAgain(step)) {
      step.ask();
      state.note("handler " + step + " is asked again for attempt " + step.attempt());
      dispatch.send(step);
    } else {
      dispatch.release(step, Release.UNANSWERED);
      if (step.role() == Role.COMPENSATE) {
        step.await(Step.NEVER); // it is asked for again, later or in another life of the manager
      } else {
        failed(step, Fault.Code.HANDLER_TIMED_OUT, "no reply from " + step.node(), false);
      }
    }
  }

  private boolean isLateForward(Step step) {
    return step.forwardedBy() != null
        && step.asks() == 0
        && environment.alive(step.node())
        && !halting;
  }

  private boolean mayAskAgain(Step step) {
    return step.entry().atomicity().stateful()
        && step.asks() < Execution.MAX_ASKS
        && environment.alive(step.node())
        && !(halting && step.role() == Role.PERFORM);
  }

  void nodeLost(Step step) {
    dispatch.unanswered(step, "lost");
    long due = step.role() == Role.COMPENSATE ? Step.NEVER : step.wakeAt();
    dispatch.release(step, Release.WITHDRAWN);
    if (step.role() == Role.NOTIFY) {
      step.recordFault(fault(step, Fault.Code.NOT_SERVED, "node " + step.node() + " was lost"));
      exhausted(step);
    } else if (!step.entry().atomicity().stateful()) {
      rerouteFromLost(step);
    } else {
      step.await(due); // until then it may be running there, whatever became of the node
      state.note("handler " + step + " waits for its node to come back");
    }
  }

  /** To another node, unless it has ended, it seems, each that it was on. */
  private void rerouteFromLost(Step step) {
    if (step.countLoss() < Execution.MAX_LOSSES) {
      reroute(step, Fault.Code.NOT_SERVED, "node " + step.node() + " was lost");
      return;
    }
    String reason =
        Execution.MAX_LOSSES + " nodes that had it were lost, the last of them " + step.node();
    step.recordFault(fault(step, Fault.Code.HANDLER_FAILED, reason));
    exhausted(step);
  }

  /** Where an earlier life of the manager left it. */
  void resumed(Step step) {
    if (step.role() == Role.NOTIFY) {
      step.skip();
      settled(step);
    } else if (!step.is(State.SENT) && !step.is(State.AWAITING)) {
      step.pause(environment.now());
    } else if (step.entry().atomicity().stateful()) {
      boolean compensates = step.role() == Role.COMPENSATE;
      step.await(compensates ? Step.NEVER : environment.now() + dispatch.patience(step.entry()));
    } else {
      step.pause(environment.now());
    }
  }

  void nodeBack(Step step, NodeId node) {
    if (node.remembers(step.node())) {
      step.follow(node);
      dispatch.send(step);
    } else if (step.role() == Role.COMPENSATE) {
      nodeStaysLost(step);
    } // else it may be running where it was, until its time is over
  }

  void nodeStaysLost(Step step) {
    failed(
        step,
        Fault.Code.NOT_SERVED,
        "node " + step.node() + " was lost and nobody knows whether it performed",
        false);
  }

  // ---- the actions of the table: the merge, the end

  void unfit(Step step, String reason) {
    step.changed(Changes.NONE);
    String why = "its result does not fit the message: " + reason;
    if (step.entry().atomicity() == Atomicity.ATOMIC) { // it has performed, and may not again
      step.recordFault(fault(step, Fault.Code.HANDLER_FAILED, why));
      dropped(step);
    } else {
      failed(step, Fault.Code.HANDLER_FAILED, why, false);
    }
  }

  void conflict(Step step, String reason) {
    environment.count(Counter.CONFLICTS);
    step.changed(Changes.NONE);
    step.recordFault(fault(step, Fault.Code.CONFLICT, reason));
    dropped(step);
  }

  /**
   * What it made is not taken, and it is not tried again. If the message goes on without it, what
   * it did beside the message must not stand; if the message halts, its compensator's turn comes in
   * the order of all of them.
   */
  private void dropped(Step step) {
    if (step.toCompensate() && !step.entry().mayHalt()) {
      step.giveUp();
      step.awaitCompensation();
      compensate(step);
    } else {
      exhausted(step);
    }
  }

  void supersede(Step step) {
    boolean mayHavePerformed = step.is(State.SENT) || step.is(State.AWAITING);
    if (mayHavePerformed && step.entry().compensator().isPresent()) {
      doubtful(step);
    }
    if (step.is(State.SENT)) {
      dispatch.unanswered(step, "superseded");
      dispatch.release(step, Release.WITHDRAWN);
    }
    step.skip();
    step.recordFault(fault(step, Fault.Code.DEADLINE, "no time was left"));
    settled(step);
  }

  /** Another of its stage was the first, or the message goes on as after its stage's failure. */
  void leftBehind(Step step) {
    if (step.is(State.SENT)) {
      dispatch.unanswered(step, "superseded");
      dispatch.release(step, Release.WITHDRAWN);
    } else if (step.is(State.FAILED)) {
      environment.count(Counter.SKIPPED);
      state.note("skipped: " + step.fault());
    }
    step.changed(Changes.NONE);
    step.skip();
  }

  // ---- what follows an attempt that came to nothing

  /**
   * An attempt came to nothing.
   *
   * @param over whether the handler itself ended it, so that it is known how far it got
   */
  private void failed(Step step, Fault.Code code, String reason, boolean over) {
    Atomicity atomicity = step.entry().atomicity();
    step.countFailure();
    step.recordFault(fault(step, code, reason));
    if (!over || atomicity == Atomicity.QUASI_ATOMIC) {
      doubtful(step);
    }
    if (atomicity == Atomicity.STATELESS || (atomicity == Atomicity.ATOMIC && over)) {
      againOrExhausted(step);
    } else if (atomicity == Atomicity.QUASI_ATOMIC && !halting) {
      step.awaitCompensation();
      compensate(step);
    } else { // if it is compensated, its compensator's turn comes in the order of all of them
      exhausted(step);
    }
  }

  /** It may have done something; if it has a compensator, that must run should the message halt. */
  private void doubtful(Step step) {
    if (step.role() == Role.PERFORM) {
      step.reach(steps.nextReached());
    } else if (step.role() == Role.COMPENSATE) {
      step.target().compensation(Step.Compensation.DOUBTFUL);
    }
  }

  void againOrExhausted(Step step) {
    RetryPolicy retry = step.entry().retry();
    boolean last = step.givenUp() || (halting && step.role() == Role.PERFORM);
    if (last || step.failures() > retry.retries()) {
      exhausted(step);
      return;
    }
    environment.count(Counter.RETRIES);
    state.note("handler " + step + " is tried again: " + step.fault().reason());
    long pause = retry.pauseBefore(step.failures() + 1).toNanos();
    step.pause(environment.now() + (long) (pause * (0.5 + 0.5 * environment.jitter())));
  }

  /** An attempt came to nothing for no fault of its handler: to another node, at once. */
  private void reroute(Step step, Fault.Code code, String reason) {
    boolean often = step.reroutes() >= Execution.MAX_REROUTES;
    if (often && code == Fault.Code.NOT_SERVED && mayWaitForNode(step)) {
      waitForTaker(step);
      return;
    }
    step.countReroute();
    boolean stays = step.role() == Role.NOTIFY || (halting && step.role() == Role.PERFORM);
    if (often || stays) {
      step.recordFault(fault(step, code, reason));
      exhausted(step);
      return;
    }
    environment.count(Counter.REROUTED);
    state.note("handler '" + step.handler() + "' leaves " + step.node() + ": " + reason);
    if (dispatch.best(step).equals(Optional.of(step.node()))) {
      step.pause(environment.now() + UNSENT_PAUSE_NANOS); // there is no other
    } else {
      place(step);
    }
  }

  /**
   * Every node refuses it, as one does whose memory is full: until some of that has expired, or the
   * message's deadline, it is tried now and then.
   */
  private void waitForTaker(Step step) {
    int rounds = step.reroutes() - Execution.MAX_REROUTES;
    if (rounds < MAX_DOUBLED) {
      step.countReroute();
    }
    environment.count(Counter.REROUTED);
    step.pause(environment.now() + (UNSENT_PAUSE_NANOS << rounds));
  }

  /** Nothing more is tried: mustPerform decides (seed 000, section 3.3). */
  void exhausted(Step step) {
    if (step.role() == Role.PERFORM && step.entry().mayHalt()) {
      step.fail();
    } else {
      step.skip();
      if (step.role() == Role.PERFORM) {
        environment.count(Counter.SKIPPED);
        state.note("skipped: " + step.fault());
      }
    }
    settled(step);
  }

  /** What hangs on a step that is there for the sake of another. */
  private void settled(Step step) {
    boolean performed = step.is(State.PERFORMED);
    if (step.role() == Role.NOTIFY && !performed) {
      environment.count(Counter.END_NOTICE_LOST);
    } else if (step.role() == Role.COMPENSATE) {
      environment.count(performed ? Counter.COMPENSATED : Counter.COMPENSATIONS_FAILED);
      if (performed) {
        step.target().compensation(Step.Compensation.NOTHING);
      } else if (step.target().compensation() == Step.Compensation.BEGUN) {
        step.target().compensation(Step.Compensation.LEFT);
      }
      state.note(
          "handler '"
              + step.target().handler()
              + (performed
                  ? "' was compensated by '" + step.handler() + "'"
                  : "' was not compensated: " + step.fault()));
      take(step.target(), performed ? StepTrigger.COMPENSATED : StepTrigger.NOT_COMPENSATED);
    }
  }

  private static Fault fault(Step step, Fault.Code code, String reason) {
    return new Fault(code, step.handler(), reason);
  }
}
