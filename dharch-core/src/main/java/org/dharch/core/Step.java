package org.dharch.core;

import org.dharch.core.message.Changes;
import org.dharch.core.node.NodeId;
import org.dharch.core.orchestration.HandlerEntry;

/** Where one handler of one message stands; {@link Execution} alone changes it. */
final class Step {
  static final long NEVER = Long.MAX_VALUE;

  /** A step's states. */
  enum State {
    /** Its stage has not begun. */
    WAITING,
    /** On a node; its reply is due until {@code wakeAt}. */
    SENT,
    /** To be placed again at {@code wakeAt}. */
    PAUSED,
    PERFORMED,
    NEGLECTED,
    /** Oneway, and on its way. */
    FIRED
  }

  final int index;
  final int stage;
  final HandlerEntry entry;
  State state = State.WAITING;
  NodeId node;
  int attempt;
  int failures;
  int reroutes;
  long sentAt;
  long wakeAt = NEVER;
  Changes changes = Changes.NONE;

  Step(int index, int stage, HandlerEntry entry) {
    this.index = index;
    this.stage = stage;
    this.entry = entry;
  }

  boolean settled() {
    return state == State.PERFORMED || state == State.NEGLECTED || state == State.FIRED;
  }
}
