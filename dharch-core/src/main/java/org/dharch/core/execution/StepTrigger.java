package org.dharch.core.execution;

/** The kinds of {@link StepEvent}s; one with which nothing comes is the event itself. */
enum StepTrigger implements StepEvent {
  /** Its stage begins, or what the step is for: compensating, or telling of the end. */
  BEGUN,
  /** Its stage begins, and its node was given it ahead. */
  BEGUN_SPECULATIVELY,
  /** There may be room on a node for its handler. */
  CAPACITY_FREED,
  /** The moment that {@link Step#wakeAt()} names has come. */
  TIME,
  /** A reply: the handler has performed. */
  REPLY_PERFORMED,
  /** A reply: the handler has done nothing, and wants the message later. */
  REPLY_DEFERRED,
  /** A reply: the handler threw. */
  REPLY_FAILED,
  /** A reply: the node does not know how far the handler got. */
  REPLY_UNKNOWN,
  /** A reply: the handler did not finish in its time. */
  REPLY_TIMED_OUT,
  /** A reply: the handler's turn did not come in its time. */
  REPLY_NOT_STARTED,
  /** A reply: the node did not take it. */
  REPLY_REFUSED,
  /** A reply, of what was done on another message than the one that is here. */
  REPLY_ASTRAY,
  /** The node that it is on is gone, or silent for too long. */
  NODE_LOST,
  /** That node is heard of again. */
  NODE_BACK,
  /** The transport did not take the attempt in flight. */
  UNSENT,
  /** The way to the broker is there again; what was on it may be lost. */
  RECONNECTED,
  /** The handler's result is not XML that fits the message, or answers it and may not. */
  UNFIT,
  /** The handler's result contradicts its declaration or another's result. */
  CONFLICT,
  /** Its compensator has performed. */
  COMPENSATED,
  /** Its compensator has not performed, and will not. */
  NOT_COMPENSATED,
  /** The manager begins another life. */
  RESUMED,
  /** The message gives up what is under way. */
  SUPERSEDED,
  /** Another of its stage was the first, which is enough; or the stage failed, and was caught. */
  LEFT_BEHIND;

  @Override
  public StepTrigger trigger() {
    return this;
  }
}
