package org.dharch.core.execution;

/** The phases of the execution of a message; {@link MessageTable} has the transitions. */
enum Phase {
  /** Not selected yet: the message waits in IMQueue. */
  WAITING,
  /** Its stages run. */
  RUNNING,
  /** A stage is settled; its changes are merged. */
  MERGING,
  /** The next stage is chosen. */
  CHOOSING,
  /** A sequence catches the fault of one of its handlers, and is compensated in reverse order. */
  COMPENSATING_SCOPE,
  /** The message halts, and is compensated in reverse order. */
  COMPENSATING,
  /** The message has ended; completion callbacks run. */
  NOTIFYING,
  /** Nothing more will happen. */
  OVER
}
