package org.dharch.ws.rm;

/** The state of a sequence at its source; {@link SourceTable} defines the transitions. */
public enum SourceState {
  /** Not created. */
  NONE,
  /** CreateSequence is sent; messages are stored until the response. */
  CREATING,
  /** Messages are sent and retransmitted until they are acknowledged. */
  CREATED,
  /** Accepts no more messages (1.1); CloseSequence follows when all are acknowledged. */
  CLOSING,
  /** LastMessage is sent (1.0); waits until all are acknowledged. */
  ENDING,
  /** All messages are acknowledged and TerminateSequence is sent. */
  TERMINATING,
  /** Ended without losses; remembered for late messages. */
  TERMINATED,
  /** Ended with unacknowledged messages; an operator must resolve them. */
  FAILED
}
