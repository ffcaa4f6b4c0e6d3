package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.execution.event.ExecutionView;
import org.dharch.core.execution.progress.Compensation;
import org.dharch.core.execution.progress.StepProgress;
import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.execution.progress.StepState;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.NodeId;

/**
 * The state of one handler of one message. {@link StepTable} has the transitions; only its actions
 * change a step. Counts are small fields, because there are many steps.
 */
class Step {
  static final long NEVER = Long.MAX_VALUE;

  private final int index;
  private final short stage;
  private final StepRole role;
  private final HandlerEntry entry;

  private StepState state = StepState.NEW;
  private NodeId node;
  private long incarnation;
  private int attempt;
  private long after;
  private byte failures;
  private byte reroutes;
  private byte losses;
  private byte asks;
  private short sends;
  private int burden;
  private long sentAt;
  private long wakeAt = NEVER;
  private Changes changes = Changes.NONE;
  private Fault fault;
  private Compensation compensation = Compensation.NOTHING;
  private boolean givenUp;
  private boolean mayReturn;
  private boolean owes;
  private boolean prefetched;
  private NodeId forwardedBy;
  private int order;

  Step(int index, int stage, HandlerEntry entry) {
    this(index, stage, StepRole.PERFORM, entry);
  }

  private Step(int index, int stage, StepRole role, HandlerEntry entry) {
    this.index = index;
    this.stage = (short) stage;
    this.role = role;
    this.entry = entry;
  }

  /** Numbers the attempts after those that were sent speculatively for this index. */
  Step countFrom(int attempts) {
    attempt = attempts;
    return this;
  }

  /** A step for another step; a class of its own keeps the other steps small. */
  static final class Targeted extends Step {
    private final Step target;

    Targeted(int index, StepRole role, HandlerEntry entry, Step target) {
      super(index, target.stage(), role, entry);
      this.target = target;
    }

    @Override
    Step target() {
      return target;
    }
  }

  int index() {
    return index;
  }

  int stage() {
    return stage;
  }

  StepRole role() {
    return role;
  }

  HandlerEntry entry() {
    return entry;
  }

  String handler() {
    return entry.name();
  }

  /** The reason of the fault when no node hosts the handler. */
  String notHostedReason() {
    return entry
        .node()
        .map(n -> "node '" + n + "' is not alive or does not host it")
        .orElse("no live node hosts it");
  }

  /** The step that this one compensates, or whose handler it notifies; otherwise this step. */
  Step target() {
    return this;
  }

  StepState state() {
    return state;
  }

  boolean is(StepState which) {
    return state == which;
  }

  boolean settled() {
    return state.settled();
  }

  /** The node of the latest attempt; null before the first. */
  NodeId node() {
    return node;
  }

  boolean isOn(NodeId which) {
    return which.equals(node);
  }

  /** Whether the latest attempt went to an incarnation of the node of this name. */
  boolean isOnNodeNamed(String name) {
    return node != null && node.name().equals(name);
  }

  /** Whether the node received the attempt before the stage began. */
  boolean isSpeculative() {
    return prefetched;
  }

  /** The node that forwarded the message for the attempt; null if none did. */
  NodeId forwardedBy() {
    return forwardedBy;
  }

  /** The number of the latest attempt, from 1. */
  int attempt() {
    return attempt;
  }

  /** The incarnation of the manager that began the latest attempt. */
  long incarnation() {
    return incarnation;
  }

  /** How many attempts the node had taken when this one was first sent; -1 if not counted. */
  long after() {
    return after;
  }

  int failures() {
    return failures;
  }

  int reroutes() {
    return reroutes;
  }

  int losses() {
    return losses;
  }

  int asks() {
    return asks;
  }

  /** Whether the transport took no message of the attempt. */
  boolean isUnsent() {
    return sends == 0;
  }

  long sentAt() {
    return sentAt;
  }

  /** The bytes that the node is charged with. */
  long burden() {
    return burden;
  }

  ExecutionView.StepView view() {
    return new ExecutionView.StepView(
        stage + 1,
        handler(),
        role.name(),
        state.name(),
        Optional.ofNullable(node),
        attempt,
        sentAt,
        Optional.ofNullable(fault));
  }

  /** When a timed state ends; {@link #NEVER} otherwise. */
  long wakeAt() {
    return wakeAt;
  }

  /** The changes that are not merged. */
  Changes changes() {
    return changes;
  }

  /** Why the latest attempt failed; null if none did. */
  Fault fault() {
    return fault;
  }

  Compensation compensation() {
    return compensation;
  }

  boolean toCompensate() {
    return compensation == Compensation.DUE;
  }

  /** Whether no retry is left, whatever the retry policy says. */
  boolean givenUp() {
    return givenUp;
  }

  /** Whether the next attempt may go to the same node. */
  boolean mayReturn() {
    return mayReturn;
  }

  /** Whether the next attempt waits for the retry budget. */
  boolean owes() {
    return owes;
  }

  /** The position in the order in which handlers performed, or may have; from 1. */
  int order() {
    return order;
  }

  // ---- changes by the actions of the tables

  /** The only change of the state, called for a row of the step's table. */
  void become(StepState next) {
    state = next;
    if (!next.isTimed()) {
      wakeAt = NEVER;
    }
  }

  /** Sets the time of the next {@link StepTrigger#TIME}. */
  void wakeAt(long at) {
    wakeAt = at;
  }

  /** Begins a new attempt on a node that has taken {@code taken} attempts. */
  void assign(NodeId to, long inIncarnation, long taken) {
    mayReturn = false;
    prefetched = false;
    forwardedBy = null;
    node = to;
    incarnation = inIncarnation;
    after = taken;
    attempt++;
    asks = 0;
    sends = 0;
  }

  /** Sets the bytes that the node is charged with, and returns them. */
  long burden(long bytes) {
    burden = (int) bytes;
    return bytes;
  }

  /**
   * Continues with the attempt that was sent speculatively.
   *
   * @param forwarder the node that forwarded the message; empty if it stayed on its node
   */
  void continueSpeculative(NodeId at, long inIncarnation, Optional<NodeId> forwarder) {
    prefetched = true;
    forwardedBy = forwarder.orElse(null);
    node = at;
    incarnation = inIncarnation;
    after = -1; // the handler is stateless: the node has no journal for it
  }

  /** Continues the attempt on the next incarnation of the node. */
  void follow(NodeId onRestart) {
    node = onRestart;
  }

  /** A message of the attempt goes out; the reply is due at {@code until}. */
  void send(long now, long until) {
    sends++;
    sentAt = now;
    wakeAt = until;
  }

  void ask() {
    asks++;
  }

  /** The transport did not take a message of the attempt. */
  void countUnsent() {
    sends--;
  }

  void allowReturn() {
    mayReturn = true;
  }

  void owe(boolean value) {
    owes = value;
  }

  void compensation(Compensation value) {
    compensation = value;
  }

  /** The handler failed. */
  void countFailure() {
    failures++;
  }

  /** The step moves to another node without a failure of its handler. */
  void countReroute() {
    reroutes++;
  }

  void countLoss() {
    losses++;
  }

  void giveUp() {
    givenUp = true;
  }

  void recordFault(Fault why) {
    fault = why;
  }

  /** The handler performed, or may have; its compensator, if any, is due. */
  void reach(int which) {
    order = which;
    compensation =
        entry.failures().compensator().isPresent() ? Compensation.DUE : Compensation.NOTHING;
  }

  /** A oneway handler was sent. */
  void reachOneway(int which) {
    order = which;
  }

  void changed(Changes what) {
    changes = what;
  }

  // ---- progress

  StepProgress progress(long now) {
    boolean isInFlight = state == StepState.SENT || state == StepState.AWAITING;
    long left =
        isInFlight && wakeAt != NEVER ? Math.max(0, wakeAt - now) : StepProgress.Attempt.UNLIMITED;
    return new StepProgress(
        new StepProgress.Subject(role, stage, entry, target().index()),
        state,
        new StepProgress.Attempt(Optional.ofNullable(node), incarnation, after, attempt, left),
        new StepProgress.Retries(failures, reroutes, givenUp),
        new StepProgress.Traces(changes, compensation, order),
        Optional.ofNullable(fault));
  }

  void restore(StepProgress was) {
    state = was.state();
    node = was.node().orElse(null);
    incarnation = was.attempt().incarnation();
    after = was.attempt().after();
    attempt = was.attempt().number();
    wakeAt = was.attempt().left() < 0 ? NEVER : was.attempt().left(); // from now, until resumed
    sends = 1; // a message of the attempt may have been sent
    failures = (byte) was.retries().failures();
    reroutes = (byte) was.retries().reroutes();
    givenUp = was.retries().givenUp();
    changes = was.traces().changes();
    compensation = was.compensation();
    order = was.order();
    fault = was.fault().orElse(null);
  }

  @Override
  public String toString() {
    return "'" + entry.name() + "'" + (node == null ? "" : " on " + node);
  }
}
