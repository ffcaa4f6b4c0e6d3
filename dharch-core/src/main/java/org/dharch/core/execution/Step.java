package org.dharch.core.execution;

import org.dharch.api.Changes;
import org.dharch.core.message.Fault;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.wire.NodeId;

/**
 * Where one handler of one message stands; {@link Execution} and {@link Attempts} change it. There
 * are many, so small counts are kept in small fields.
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

  /** A step's states. The last four are settled: nothing more happens to it. */
  enum State {
    /** Not begun. */
    NEW,
    /** Waits for room on a node until {@code wakeAt}. */
    HELD,
    /** On a node; its reply is due until {@code wakeAt}. */
    SENT,
    /** To be placed again at {@code wakeAt}. */
    PAUSED,
    /** Its node is lost, with what it did: asked again if that is back by wakeAt. */
    AWAITING,
    /** Its compensator runs; {@link Attempts} goes on when that is settled. */
    UNDOING,
    PERFORMED,
    /** Nothing more is tried, and the message goes on without it. */
    NEGLECTED,
    /** Nothing more is tried, and the message may not go on: see {@link Step#fault}. */
    FAILED,
    /** Oneway, and on its way. */
    FIRED
  }

  final int index;
  final short stage;
  final Role role;
  final HandlerEntry entry;

  State state = State.NEW;
  NodeId node;

  int attempt;
  byte failures;
  byte reroutes;
  byte asks;

  /** How often the attempt in flight was handed to the transport, which may have delivered it. */
  short handedOver;

  long sentAt;
  long wakeAt = NEVER;
  Changes changes = Changes.NONE;

  /** Why the latest attempt came to nothing. */
  Fault fault;

  /** Whether something of it may stand that its compensator has not undone. */
  boolean toUndo;

  /** Which of the message's handlers it was to perform, or perhaps perform: 1 for the first. */
  int order;

  Step(int index, int stage, HandlerEntry entry) {
    this(index, stage, Role.PERFORM, entry);
  }

  private Step(int index, int stage, Role role, HandlerEntry entry) {
    this.index = index;
    this.stage = (short) stage;
    this.role = role;
    this.entry = entry;
  }

  /** The step that this one undoes, or whose handler it tells of the end; itself otherwise. */
  Step target() {
    return this;
  }

  /** A step for the sake of another; apart, so that the many others are smaller. */
  static final class Further extends Step {
    private final Step target;

    Further(int index, Role role, HandlerEntry entry, Step target) {
      super(index, target.stage, role, entry);
      this.target = target;
    }

    @Override
    Step target() {
      return target;
    }
  }

  boolean settled() {
    return switch (state) {
      case PERFORMED, NEGLECTED, FAILED, FIRED -> true;
      case NEW, HELD, SENT, PAUSED, AWAITING, UNDOING -> false;
    };
  }

  @Override
  public String toString() {
    return "'" + entry.name() + "'" + (node == null ? "" : " on " + node);
  }
}
