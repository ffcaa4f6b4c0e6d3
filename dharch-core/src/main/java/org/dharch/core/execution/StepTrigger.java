package org.dharch.core.execution;

import org.dharch.core.execution.recovery.Recovery;

/**
 * The triggers of the step tables: events, and decisions that follow them at once. A trigger
 * without data is its own {@link StepEvent}.
 */
enum StepTrigger implements StepEvent {
  /** The step begins. */
  BEGUN,
  /** The stage of the step begins; its node received the step with an earlier stage. */
  BEGUN_SPECULATIVELY,
  /** A node may have capacity for the handler. */
  CAPACITY_FREED,
  /** The time in {@link Step#wakeAt()} has come. */
  TIME,
  /** A reply: the handler performed. */
  REPLY_PERFORMED,
  /** A reply: the handler did nothing and asks to be called later. */
  REPLY_DEFERRED,
  /** A reply: the handler threw. */
  REPLY_FAILED,
  /** A reply: the node does not know how far the handler got. */
  REPLY_UNKNOWN,
  /** A reply: the handler did not finish in its time. */
  REPLY_TIMED_OUT,
  /** A reply: the handler did not start in its time. */
  REPLY_NOT_STARTED,
  /** A reply: the node rejected the task. */
  REPLY_REFUSED,
  /** A reply: the node worked on another version of the message. */
  REPLY_STALE,
  /** The node of the step is lost: departed, or silent for too long. */
  NODE_LOST,
  /** A lost node is back with its execution journal. */
  NODE_BACK,
  /** A lost node is back without its execution journal. */
  NODE_REPLACED,
  /** The transport took no message of the attempt in flight. */
  UNSENT,
  /** The transport did not take a repeated message of the attempt in flight. */
  RESEND_UNSENT,
  /** The connection to the broker is back; messages may be lost. */
  RECONNECTED,
  /** The result does not fit the message, or responds without permission. */
  UNFIT,
  /** The result contradicts its declaration or another result. */
  CONFLICT,
  /** The compensator of the step performed. */
  COMPENSATED,
  /** The compensator of the step did not perform. */
  NOT_COMPENSATED,
  /** The manager restarted; the handler is stateless. */
  RESUMED,
  /** The manager restarted; the handler is stateful. */
  RESUMED_STATEFUL,
  /** The message gives up its open steps. */
  SUPERSEDED,
  /** The message continues without the step: another was first, or its stage's fault was caught. */
  LEFT_BEHIND,
  /** Placement: the step was sent to a node. */
  PLACED,
  /** Placement: the step was sent to a node, and no reply is expected. */
  PLACED_ONEWAY,
  /** Placement: no node has capacity. */
  NO_CAPACITY,
  /** Placement: the handler cannot end before the message's deadline. */
  NO_TIME,
  /** Placement: the retry budget is used up. */
  OVER_BUDGET,
  /** Placement: the message's deadline has passed. */
  EXPIRED,
  /** Placement: no live node hosts the handler. */
  NOT_SERVED,
  /** Placement: only the node that the step should leave hosts the handler. */
  NO_OTHER_NODE,
  /** The node did not receive the forwarded message in time. */
  FORWARD_MISSING,
  /** Decision {@link Recovery#RETRY}. */
  RETRY,
  /** Decision {@link Recovery#SOON}. */
  SOON,
  /** Decision {@link Recovery#AT_ONCE}. */
  AT_ONCE,
  /** Decision {@link Recovery#DEFER}. */
  DEFER,
  /** Decision {@link Recovery#ELSEWHERE}. */
  ELSEWHERE,
  /** Decision {@link Recovery#BACK_OFF}. */
  BACK_OFF,
  /** Decision {@link Recovery#ASK_AGAIN}. */
  ASK_AGAIN,
  /** Decision {@link Recovery#WAIT}. */
  WAIT,
  /** Decision {@link Recovery#AWAIT_NODE}. */
  AWAIT_NODE,
  /** Decision {@link Recovery#HOLD}. */
  HOLD,
  /** Decision {@link Recovery#COMPENSATE}. */
  COMPENSATE,
  /** Decision {@link Recovery#DISCARD}. */
  DISCARD,
  /** Decision {@link Recovery#FAIL}. */
  FAIL,
  /** Decision {@link Recovery#SKIP}. */
  SKIP;

  /** The trigger that carries out a decision; it has the same name. */
  static StepTrigger of(Recovery decision) {
    return valueOf(decision.name());
  }

  @Override
  public StepTrigger trigger() {
    return this;
  }
}
