package org.dharch.core.execution.recovery;

import org.dharch.core.orchestration.Atomicity;

/** The ends of an attempt that did not perform: the rows of {@link RecoveryTable}. */
public enum AttemptEnd {
  /** No live node hosts the handler. */
  NOT_SERVED,
  /** No node had capacity within the handler's timeToStart. */
  NO_CAPACITY,
  /** The handler cannot end before the message's deadline, by its recent run times. */
  NO_TIME,
  /** The transport took no message of the attempt. */
  NOT_SENT,
  /** The transport did not take a repeated message of the attempt; it took an earlier one. */
  RESEND_NOT_SENT,
  /** The node did not start the handler within its timeToStart. */
  NOT_STARTED,
  /** The node rejected the task. */
  REJECTED,
  /** The handler threw. */
  THREW,
  /** The handler did nothing and asked to be called later. */
  DEFERRED,
  /** The node worked on another version of the message. */
  STALE,
  /** The node did not reply in time. */
  NO_REPLY,
  /** The node did not reply, and it has been asked often enough or is not alive. */
  SILENT,
  /** The node was lost during the attempt. */
  NODE_LOST,
  /** The node was lost and did not return with its execution journal in time. */
  NODE_STAYS_LOST,
  /** The node does not know how far the handler got, or it did not finish in time. */
  UNKNOWN,
  /** The handler performed, but its result does not fit the message. */
  UNFIT,
  /** The handler performed, but its result contradicts a declaration or another result. */
  CONFLICT,
  /** The compensator of the handler performed. */
  COMPENSATED,
  /** The compensator of the handler did not perform. */
  NOT_COMPENSATED;

  /** Whether the attempt counts against the retries of a handler with this atomicity. */
  public boolean isFailure(Atomicity atomicity) {
    return switch (this) {
      case THREW, NO_REPLY, SILENT, NODE_STAYS_LOST, UNKNOWN -> true;
      case NODE_LOST -> atomicity.stateful();
      case UNFIT -> atomicity != Atomicity.ATOMIC;
      case NOT_SERVED,
          NO_CAPACITY,
          NO_TIME,
          NOT_SENT,
          RESEND_NOT_SENT,
          NOT_STARTED,
          REJECTED,
          DEFERRED,
          STALE,
          CONFLICT,
          COMPENSATED,
          NOT_COMPENSATED ->
          false;
    };
  }

  /** Whether a handler with this atomicity may have changed something in the attempt. */
  public boolean mayHavePerformed(Atomicity atomicity) {
    return this == THREW ? atomicity == Atomicity.QUASI_ATOMIC : isFailure(atomicity);
  }
}
