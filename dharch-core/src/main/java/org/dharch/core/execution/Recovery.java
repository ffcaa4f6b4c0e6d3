package org.dharch.core.execution;

/** The decisions after an attempt that did not perform: the cells of {@link RecoveryTable}. */
enum Recovery {
  /** Try again after the handler's back-off; GIVE_UP when its retries are used up. */
  RETRY(StepTrigger.RETRY),
  /** Try again after 20 ms; no retry is spent. */
  SOON(StepTrigger.SOON),
  /** Place again at once; no retry is spent. */
  AT_ONCE(StepTrigger.AT_ONCE),
  /** Place again after the delay that the handler returned; no retry is spent. */
  DEFER(StepTrigger.DEFER),
  /** Move to another node at once; BACK_OFF or GIVE_UP after too many moves or lost nodes. */
  ELSEWHERE(StepTrigger.ELSEWHERE),
  /** Keep trying with growing pauses until the deadline: a durable one-way message only. */
  BACK_OFF(StepTrigger.BACK_OFF),
  /** Ask the same node again for the same attempt; the row SILENT when it was asked enough. */
  ASK_AGAIN(StepTrigger.ASK_AGAIN),
  /** Keep waiting for the reply. */
  WAIT(StepTrigger.WAIT),
  /** Wait until the lost node returns with its execution journal. */
  AWAIT_NODE(StepTrigger.AWAIT_NODE),
  /** Wait for a node that hosts the handler. */
  HOLD(StepTrigger.HOLD),
  /** HOLD if a durable one-way message requires the handler; otherwise GIVE_UP. */
  HOLD_DURABLE(null),
  /** Run the compensator, then decide again. */
  COMPENSATE(StepTrigger.COMPENSATE),
  /** COMPENSATE without a retry if the message continues without the handler; otherwise GIVE_UP. */
  DISCARD(StepTrigger.DISCARD),
  /** FAIL if the handler must perform; otherwise SKIP. */
  GIVE_UP(null),
  /** The step failed, and the message cannot continue. */
  FAIL(StepTrigger.FAIL),
  /** The message continues without the step. */
  SKIP(StepTrigger.SKIP);

  private final StepTrigger trigger;

  Recovery(StepTrigger trigger) {
    this.trigger = trigger;
  }

  /** The trigger that carries out the decision. */
  StepTrigger trigger() {
    return trigger;
  }

  /** Whether the attempt is over and did not perform. */
  boolean endsAttempt() {
    return this == RETRY || this == COMPENSATE || this == DISCARD || this == FAIL || this == SKIP;
  }
}
