package org.dharch.core.orchestration;

/** The treatment of a request-response message that is not stored, after its manager crashed. */
public enum CrashRecovery {
  /** Nothing: the effects of its handlers remain. */
  NONE,
  /** The manager's next incarnation compensates its handlers. */
  COMPENSATE
}
