package org.dharch.core.execution;

/** What moves a message's execution: the kinds of {@link Event}s, and what it sees by itself. */
enum MessageTrigger {
  /** MessageSelector has put the message into MPQueue. */
  SELECTED,
  /** Something that concerns single steps: {@link StepTable} says what. */
  STEPS,
  /** The time until {@link Execution#until()} is over. */
  TIME_UP,
  /** The requester or the manager withdraws the message. */
  WITHDRAWN,
  /** The application wants what is left of the orchestration to be something else. */
  REVISED,
  /** What was computed elsewhere is there. */
  COMPUTED,
  /** An event could not be taken: an internal error. */
  BROKEN,
  /** It cannot be waited for any longer. */
  ABANDONED,
  /** The manager closes, and a later life of it goes on with the message. */
  SUSPENDED,
  /** By itself: a step of the stage in hand has failed that must perform. */
  STEP_FAILED,
  /** By itself: every step of a branch's stage in hand is settled. */
  BRANCH_SETTLED,
  /** By itself: every step that is waited for is settled. */
  SETTLED
}
