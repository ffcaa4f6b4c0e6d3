package org.dharch.core.execution.progress;

/** The states of a step; StepTable has the transitions. */
public enum StepState {
  /** Not begun. */
  NEW,
  /** Waits for capacity, or for a node, until its wake time. */
  HELD,
  /** On a node; the reply is due at its wake time. */
  SENT,
  /** Placed again at its wake time. */
  PAUSED,
  /** The node is lost; asked again when it is back, until its wake time. */
  AWAITING,
  /** The compensator of the handler runs. */
  COMPENSATING,
  /** Ended: the handler performed. */
  PERFORMED,
  /** Ended: the message continues without the step. */
  SKIPPED,
  /** Ended: the message cannot continue; its fault says why. */
  FAILED,
  /** Ended: sent, and no reply is expected. */
  FIRED,
  /** A node is chosen; left at once. */
  PLACING,
  /** An attempt did not perform, and RecoveryTable decides; left at once. */
  DECIDING;

  /** Whether the message does not wait for the step. */
  public boolean settled() {
    return switch (this) {
      case PERFORMED, SKIPPED, FAILED, FIRED -> true;
      case NEW, HELD, SENT, PAUSED, AWAITING, COMPENSATING, PLACING, DECIDING -> false;
    };
  }

  /** Whether the wake time has a meaning. */
  public boolean isTimed() {
    return switch (this) {
      case HELD, SENT, PAUSED, AWAITING, PLACING, DECIDING -> true;
      case NEW, COMPENSATING, PERFORMED, SKIPPED, FAILED, FIRED -> false;
    };
  }
}
