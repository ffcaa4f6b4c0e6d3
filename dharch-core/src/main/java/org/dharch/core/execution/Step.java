package org.dharch.core.execution;

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
    UNDO,
    /** To tell the handler of {@link Step#target()} how the message ended. */
    TELL
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
    UNDOING,
    /** Its handler has performed. */
    PERFORMED,
    /** Nothing more is tried, and the message goes on without it. */
    NEGLECTED,
    /** Nothing more is tried, and the message may not go on: see {@link Step#fault()}. */
    FAILED,
    /** Oneway, and on its way. */
    FIRED
  }

  private final int index;
  private final short stage;
  private final Role role;
  private final HandlerEntry entry;

  private State state = State.NEW;
  private NodeId node;
  private int attempt;
  private byte failures;
  private byte reroutes;
  private byte asks;
  private short handedOver;
  private long sentAt;
  private long wakeAt = NEVER;
  private Changes changes = Changes.NONE;
  private Fault fault;
  private boolean toUndo;
  private boolean givenUp;
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

  /** The step that this one undoes, or whose handler it tells of the end; itself otherwise. */
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
    return switch (state) {
      case PERFORMED, NEGLECTED, FAILED, FIRED -> true;
      case NEW, HELD, SENT, PAUSED, AWAITING, UNDOING -> false;
    };
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

  /** The number of the latest attempt, from 1; 0 before the first. */
  int attempt() {
    return attempt;
  }

  int failures() {
    return failures;
  }

  int reroutes() {
    return reroutes;
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

  /** Whether something of it may stand that its compensator has not undone. */
  boolean toUndo() {
    return toUndo;
  }

  /** Whether it is not tried again, whatever its retries say. */
  boolean givenUp() {
    return givenUp;
  }

  /** Which of the message's handlers it was to perform, or perhaps perform: 1 for the first. */
  int order() {
    return order;
  }

  // ---- what the actions of the table do to it

  private void become(State next, long until) {
    state = next;
    wakeAt = until;
  }

  void hold(long until) {
    become(State.HELD, until);
  }

  /** A new attempt begins, on this node. */
  void assign(NodeId to) {
    node = to;
    attempt++;
    asks = 0;
    handedOver = 0;
  }

  /** The node's next life is to go on with the attempt. */
  void follow(NodeId nextLife) {
    node = nextLife;
  }

  void send(long now, long until) {
    handedOver++;
    sentAt = now;
    become(State.SENT, until);
  }

  void fire(long now) {
    handedOver++;
    sentAt = now;
    become(State.FIRED, NEVER);
  }

  /** Once more for the same attempt. */
  void ask() {
    asks++;
  }

  /** The transport did not take what it was handed. */
  void handBack() {
    handedOver--;
  }

  /** Taken off its node; to be placed again at {@code until}. */
  void pause(long until) {
    become(State.PAUSED, until);
  }

  void await(long until) {
    become(State.AWAITING, until);
  }

  void undo() {
    become(State.UNDOING, NEVER);
  }

  /** Its compensator has begun, so nothing is left for it to undo. */
  void undoBegun() {
    toUndo = false;
  }

  void perform() {
    become(State.PERFORMED, NEVER);
  }

  void neglect() {
    become(State.NEGLECTED, NEVER);
  }

  void fail() {
    become(State.FAILED, NEVER);
  }

  /** One more attempt came to nothing, through its handler. */
  void countFailure() {
    failures++;
  }

  /** One more attempt came to nothing, through no fault of its handler. */
  void countReroute() {
    reroutes++;
  }

  /** It is not tried again. */
  void giveUp() {
    givenUp = true;
  }

  void because(Fault why) {
    fault = why;
  }

  /** It has performed, or may have, as the {@code which}-th; its compensator, if any, is due. */
  void reach(int which) {
    order = which;
    toUndo = entry.compensator().isPresent();
  }

  /** On its way as the {@code which}-th; there is nothing to undo of it. */
  void reachUnheard(int which) {
    order = which;
  }

  void changed(Changes what) {
    changes = what;
  }

  @Override
  public String toString() {
    return "'" + entry.name() + "'" + (node == null ? "" : " on " + node);
  }
}
