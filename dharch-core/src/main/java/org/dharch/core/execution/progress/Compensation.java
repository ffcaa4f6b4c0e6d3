package org.dharch.core.execution.progress;

/** The state of a handler's compensation. */
public enum Compensation {
  /** Nothing is to be compensated. */
  NOTHING,
  /** The handler may have had an effect; its compensator runs if the message halts. */
  DUE,
  /** The compensator runs. */
  BEGUN,
  /** The compensator did not perform and had no effect: it is tried again later. */
  LEFT,
  /** The compensator may have performed; an operator must resolve it. */
  DOUBTFUL
}
