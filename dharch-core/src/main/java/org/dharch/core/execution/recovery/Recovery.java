package org.dharch.core.execution.recovery;

/** The decisions after an attempt that did not perform: the cells of {@link RecoveryTable}. */
public enum Recovery {
  /** Try again after the handler's back-off; GIVE_UP when its retries are used up. */
  RETRY,
  /** Try again after 20 ms; no retry is spent. */
  SOON,
  /** Place again at once; no retry is spent. */
  AT_ONCE,
  /** Place again after the delay that the handler returned; no retry is spent. */
  DEFER,
  /** Move to another node at once; BACK_OFF or GIVE_UP after too many moves or lost nodes. */
  ELSEWHERE,
  /** Keep trying with growing pauses until the deadline: a durable one-way message only. */
  BACK_OFF,
  /** Ask the same node again for the same attempt; the row SILENT when it was asked enough. */
  ASK_AGAIN,
  /** Keep waiting for the reply. */
  WAIT,
  /** Wait until the lost node returns with its execution journal. */
  AWAIT_NODE,
  /** Wait for a node that hosts the handler. */
  HOLD,
  /** HOLD if a durable one-way message requires the handler; otherwise GIVE_UP. */
  HOLD_DURABLE,
  /** Run the compensator, then decide again. */
  COMPENSATE,
  /** COMPENSATE without a retry if the message continues without the handler; otherwise GIVE_UP. */
  DISCARD,
  /** FAIL if the handler must perform; otherwise SKIP. */
  GIVE_UP,
  /** The step failed, and the message cannot continue. */
  FAIL,
  /** The message continues without the step. */
  SKIP;

  /** Whether the attempt is over and did not perform. */
  public boolean endsAttempt() {
    return this == RETRY
        || this == BACK_OFF
        || this == COMPENSATE
        || this == DISCARD
        || this == FAIL
        || this == SKIP;
  }
}
