package org.dharch.core.orchestration;

/** What becomes of a message that is answered, and not stored, if its manager dies. */
public enum Recovery {
  /** Nothing: what its handlers did stands. */
  NONE,
  /** The manager's next life compensates what its handlers did. */
  COMPENSATE
}
