package org.dharch.ws.rm;

/** The state of a sequence at its sink; {@link SinkTable} defines the transitions. */
public enum SinkState {
  /** Not created. */
  NONE,
  /** Accepts messages. */
  CREATED,
  /** Accepts no more messages; the received set is final and its deliveries continue. */
  CLOSED,
  /** Ended and remembered for late messages; deliveries of acknowledged messages continue. */
  TERMINATED
}
