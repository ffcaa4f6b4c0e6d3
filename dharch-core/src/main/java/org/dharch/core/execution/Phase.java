package org.dharch.core.execution;

/** Where one message's execution stands; {@link MessageTable} says what may follow what. */
enum Phase {
  /** Not selected yet: the message waits in IMQueue. */
  WAITING,
  /** Goes through its stages. */
  RUNNING,
  /** A stage is over; what its handlers changed becomes one message, elsewhere. */
  MERGING,
  /** Which stage comes next is found out, elsewhere. */
  CHOOSING,
  /**
   * A sequence failed that catches that: what its handlers did is compensated, the latest first.
   */
  COMPENSATING_SCOPE,
  /** May not go on: what its handlers did is compensated, the latest first. */
  COMPENSATING,
  /** Has ended, completed or halted, and its gateway hears so; handlers that asked are told. */
  NOTIFYING,
  /** Nothing more will happen. */
  OVER
}
