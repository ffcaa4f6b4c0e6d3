package org.dharch.core.execution;

import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.NodeId;

/**
 * Where one handler of one message stands. What may follow what is {@link StepTable}'s; the actions
 * of that table, in {@link Attempts} and {@link Dispatch}, are all that changes a step, by the
 * methods below. There are many steps, so small counts are kept in small fields.
 */
class Step {
  static final long NEVER = Long.MAX_VALUE;

  /** What the step is there for. */
  enum Role {
    /** To perform a handler. */
    PERFORM,
    /** To run the compensator of {@link Step#target()}. */
    COMPENSATE,
    /** To tell the handler of {@link Step#target()} how the message ended. */
    NOTIFY
  }

  /** A step's states. The last four are settled: the message does not wait for it. */
  enum State {
    /** Not begun. */
    NEW,
    /** Waits for room on a node until {@link Step#wakeAt()}. */
    HELD,
    /** On a node; its reply is due until {@link Step#wakeAt()}. */
    SENT,
    /** To be placed again at {@link Step#wakeAt()}. */
    PAUSED,
    /** Its node is lost, with what it did: asked again if that is back by wakeAt. */
    AWAITING,
    /** Its compensator runs; it goes on when that has ended. */
    COMPENSATING,
    /** Its handler has performed. */
    PERFORMED,
    /** Nothing more is tried, and the message goes on without it. */
    SKIPPED,
    /** Nothing more is tried, and the message may not go on: see {@link Step#fault()}. */
    FAILED,
    /** Oneway, and on its way. */
    FIRED,
    /** A node is chosen; left at once. */
    PLACING,
    /** An attempt did not perform, and {@link RecoveryTable} decides; left at once. */
    DECIDING;

    /** Whether the message does not wait for it. */
    boolean settled() {
      return switch (this) {
        case PERFORMED, SKIPPED, FAILED, FIRED -> true;
        case NEW, HELD, SENT, PAUSED, AWAITING, COMPENSATING, PLACING, DECIDING -> false;
      };
    }

    /** Whether {@link Step#wakeAt()} has a meaning. */
    private boolean isTimed() {
      return switch (this) {
        case HELD, SENT, PAUSED, AWAITING, PLACING, DECIDING -> true;
        case NEW, COMPENSATING, PERFORMED, SKIPPED, FAILED, FIRED -> false;
      };
    }
  }

  /** Where the compensation of what a step did stands. */
  enum Compensation {
    /** There is nothing to compensate, or nothing more. */
    NOTHING,
    /** Something of it may stand; its compensator is to run should the message halt. */
    DUE,
    /** Its compensator is on its way. */
    BEGUN,
    /** Its compensator did not perform, and nothing of it stands of that: it is tried again. */
    LEFT,
    /** Nobody knows whether its compensator performed; only a person can say. */
    DOUBTFUL
  }

  private final int index;
  private final short stage;
  private final Role role;
  private final HandlerEntry entry;

  private State state = State.NEW;
  private NodeId node;
  private long incarnation;
  private int attempt;
  private long after;
  private byte failures;
  private byte reroutes;
  private byte losses;
  private byte asks;
  private short handedOver;
  private int burden;
  private long sentAt;
  private long wakeAt = NEVER;
  private Changes changes = Changes.NONE;
  private Fault fault;
  private Compensation compensation = Compensation.NOTHING;
  private boolean givenUp;
  private boolean mayReturn;
  private boolean prefetched;
  private NodeId forwardedBy;
  private int order;

  Step(int index, int stage, HandlerEntry entry) {
    this(index, stage, Role.PERFORM, entry);
  }

  private Step(int index, int stage, Role role, HandlerEntry entry) {
    this.index = index;
    this.stage = (short) stage;
    this.role = role;
    this.entry = entry;
  }

  /** So many attempts of its number may have been made before it came to be. */
  Step countFrom(int attempts) {
    attempt = attempts;
    return this;
  }

  /** A step for the sake of another; apart, so that the many others are smaller. */
  static final class Further extends Step {
    private final Step target;

    Further(int index, Role role, HandlerEntry entry, Step target) {
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

  Role role() {
    return role;
  }

  HandlerEntry entry() {
    return entry;
  }

  String handler() {
    return entry.name();
  }

  /** What is said if no node takes it. */
  String whyNotServed() {
    return entry
        .node()
        .map(n -> "node '" + n + "' is not alive or does not serve it")
        .orElse("no node that is alive serves it");
  }

  /** The step that this one compensates, or whose handler it tells of the end; itself otherwise. */
  Step target() {
    return this;
  }

  State state() {
    return state;
  }

  boolean is(State which) {
    return state == which;
  }

  boolean settled() {
    return state.settled();
  }

  /** The node of the latest attempt; null before the first. */
  NodeId node() {
    return node;
  }

  /** Whether its latest attempt went to {@code which}. */
  boolean isOn(NodeId which) {
    return which.equals(node);
  }

  /** Whether its latest attempt went to a node of this name, in whatever life. */
  boolean isOnOneNamed(String name) {
    return node != null && node.name().equals(name);
  }

  /** Whether the attempt in flight was given to its node ahead. */
  boolean isSpeculative() {
    return prefetched;
  }

  /** The node that passed the message on for the attempt in flight; null if none did. */
  NodeId forwardedBy() {
    return forwardedBy;
  }

  /** The number of the latest attempt, from 1; before the first none that counts. */
  int attempt() {
    return attempt;
  }

  /** The manager's life in which the latest attempt was begun. */
  long incarnation() {
    return incarnation;
  }

  /** How many attempts its node had taken, as was known, when this one was first sent there. */
  long after() {
    return after;
  }

  int failures() {
    return failures;
  }

  int reroutes() {
    return reroutes;
  }

  /** How many nodes were lost during attempts, in this life of the manager. */
  int losses() {
    return losses;
  }

  int asks() {
    return asks;
  }

  /** Whether the transport refused the attempt in flight as often as it was handed over. */
  boolean neverTaken() {
    return handedOver == 0;
  }

  long sentAt() {
    return sentAt;
  }

  /** With how many bytes its node was burdened last. */
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

  /** When something is due if nothing comes; {@link #NEVER} if nothing is. */
  long wakeAt() {
    return wakeAt;
  }

  /** What the handler changed and has not been merged. */
  Changes changes() {
    return changes;
  }

  /** Why the latest attempt came to nothing; null if none did. */
  Fault fault() {
    return fault;
  }

  /** Where the compensation of what it did stands. */
  Compensation compensation() {
    return compensation;
  }

  /** Whether something of it may stand and its compensator has not begun. */
  boolean toCompensate() {
    return compensation == Compensation.DUE;
  }

  /** Whether it is not tried again, whatever its retries say. */
  boolean givenUp() {
    return givenUp;
  }

  /** Whether its latest attempt says nothing against the node where it was. */
  boolean mayReturn() {
    return mayReturn;
  }

  /** Which of the message's handlers it was to perform, or perhaps perform: 1 for the first. */
  int order() {
    return order;
  }

  // ---- what the actions of the table do to it

  /** The only change of the state, called for a row of the step's table. */
  void become(State next) {
    state = next;
    if (!next.isTimed()) {
      wakeAt = NEVER;
    }
  }

  /** Sets the time of the next {@link StepTrigger#TIME}. */
  void wakeAt(long at) {
    wakeAt = at;
  }

  /** A new attempt begins, on this node, which has taken so many before. */
  void assign(NodeId to, long inIncarnation, long taken) {
    mayReturn = false;
    prefetched = false;
    forwardedBy = null;
    node = to;
    incarnation = inIncarnation;
    after = taken;
    attempt++;
    asks = 0;
    handedOver = 0;
  }

  /** Its node is burdened with so many bytes; they are given back. */
  long burden(long bytes) {
    burden = (int) bytes;
    return bytes;
  }

  /**
   * The attempt of its number that was made ahead is its first, on this node.
   *
   * @param forwarder the node that passed the message on to it; empty if that stayed there
   */
  void goOn(NodeId at, long inIncarnation, Optional<NodeId> forwarder) {
    prefetched = true;
    forwardedBy = forwarder.orElse(null);
    node = at;
    incarnation = inIncarnation;
    after = -1; // it is stateless: no memory is asked
  }

  /** The node's next life is to go on with the attempt. */
  void follow(NodeId onRestart) {
    node = onRestart;
  }

  /** A message of the attempt goes out; the reply is due at {@code until}. */
  void send(long now, long until) {
    handedOver++;
    sentAt = now;
    wakeAt = until;
  }

  /** Once more for the same attempt. */
  void ask() {
    asks++;
  }

  /** The transport did not take what it was handed. */
  void handBack() {
    handedOver--;
  }

  /** The latest attempt is no reason to avoid its node. */
  void allowReturn() {
    mayReturn = true;
  }

  /** How the compensation goes on. */
  void compensation(Compensation value) {
    compensation = value;
  }

  /** One more attempt came to nothing, through its handler. */
  void countFailure() {
    failures++;
  }

  /** One more attempt came to nothing, through no fault of its handler. */
  void countReroute() {
    reroutes++;
  }

  /** One more node was lost during an attempt. */
  void countLoss() {
    losses++;
  }

  /** It is not tried again. */
  void giveUp() {
    givenUp = true;
  }

  void recordFault(Fault why) {
    fault = why;
  }

  /** It has performed, or may have, as the {@code which}-th; its compensator, if any, is due. */
  void reach(int which) {
    order = which;
    compensation = entry.compensator().isPresent() ? Compensation.DUE : Compensation.NOTHING;
  }

  /** On its way as the {@code which}-th; there is nothing to compensate of it. */
  void reachUnheard(int which) {
    order = which;
  }

  void changed(Changes what) {
    changes = what;
  }

  // ---- from one life of the manager to the next

  /** What is to be known of it in another life. */
  StepProgress progress() {
    return new StepProgress(
        role,
        stage,
        entry,
        target().index(),
        state,
        Optional.ofNullable(node),
        incarnation,
        after,
        attempt,
        failures,
        reroutes,
        changes,
        Optional.ofNullable(fault),
        compensation,
        givenUp,
        order);
  }

  /** Is where it was in an earlier life. */
  void restore(StepProgress was) {
    state = was.state();
    node = was.node().orElse(null);
    incarnation = was.incarnation();
    after = was.after();
    attempt = was.attempt();
    handedOver = 1; // its node may have been sent it
    failures = (byte) was.failures();
    reroutes = (byte) was.reroutes();
    changes = was.changes();
    fault = was.fault().orElse(null);
    compensation = was.compensation();
    givenUp = was.givenUp();
    order = was.order();
  }

  @Override
  public String toString() {
    return "'" + entry.name() + "'" + (node == null ? "" : " on " + node);
  }
}
