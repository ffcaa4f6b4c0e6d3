package org.dharch.core.execution;

/** The triggers of {@link MessageTable}: events, and what follows them at once. */
enum MessageTrigger {
  /** MessageSelector put the message into MPQueue. */
  SELECTED,
  /** Selected again in the same stage, after a restart of the manager. */
  RESUMED,
  /** Selected again for its compensation, after a restart of the manager. */
  RESUMED_HALTING,
  /** Selected again for its completion callbacks, after a restart of the manager. */
  RESUMED_ENDED,
  /** An event for single steps; the tables of the steps say what follows. */
  STEPS,
  /** The time until {@link Execution#until()} is over. */
  TIME_UP,
  /** The requester or the manager withdraws the message. */
  WITHDRAWN,
  /** The application replaces the remaining orchestration. */
  REVISED,
  /** The result of an earlier computation; another one was started since. */
  COMPUTED_LATE,
  /** An event failed with an internal error. */
  BROKEN,
  /** The manager stops waiting for the message. */
  ABANDONED,
  /** The manager closes; a later incarnation continues the message. */
  SUSPENDED,
  /** The withdrawal is accepted. */
  HALT,
  /** A step that must perform failed in the current stage. */
  STEP_FAILED,
  /** A step that must perform failed, and a sequence catches its fault. */
  FAULT_CAUGHT,
  /** Every step of a branch's current stage is settled. */
  BRANCH_SETTLED,
  /** Every step that the message waits for is settled. */
  SETTLED,
  /** The settled stage changed the message. */
  CHANGED,
  /** The settled stage changed nothing. */
  UNCHANGED,
  /** The settled stage of a branch changed the message. */
  BRANCH_CHANGED,
  /** The changes of the stage are one message. */
  MERGED,
  /** The changes of a branch's stage are one message, or cannot be merged. */
  BRANCH_MERGED,
  /** The changes of the stage cannot be merged. */
  NOT_MERGED,
  /** A handler responded to the message. */
  RESPONDED,
  /** The next stage is known. */
  STAGE_CHOSEN,
  /** No stage is left. */
  NO_STAGE_LEFT,
  /** The next step is impossible: a condition, a cycle, or an internal error. */
  IMPOSSIBLE,
  /** The handlers of the sequence are compensated. */
  SCOPE_COMPENSATED,
  /** The handlers of the sequence cannot be compensated. */
  SCOPE_NOT_COMPENSATED,
  /** All handlers are compensated as far as possible. */
  ALL_COMPENSATED,
  /** All completion callbacks ended. */
  ALL_NOTIFIED
}
