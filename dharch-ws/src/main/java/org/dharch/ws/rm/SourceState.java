package org.dharch.ws.rm;

/** Where a sequence stands at its source; {@link SourceTable} says what may follow what. */
public enum SourceState {
  /** Not there yet. */
  NONE,
  /** The sink is asked to create it; its messages are kept until then. */
  CREATING,
  /** Its messages are sent, and sent again until they are acknowledged. */
  CREATED,
  /**
   * Takes no more messages (1.1): when all it has are acknowledged, the sink is asked to close it.
   */
  CLOSING,
  /** Its last message says that it is the last (1.0); until all are acknowledged. */
  ENDING,
  /** The sink is told to terminate it; all of it is acknowledged. */
  TERMINATING,
  /** Over, with nothing lost. Kept a while for what comes late. */
  TERMINATED,
  /** Over, and messages are left that nobody acknowledged; an operator finds them. */
  FAILED
}
