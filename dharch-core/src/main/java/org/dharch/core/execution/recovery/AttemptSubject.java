package org.dharch.core.execution.recovery;

import org.dharch.core.execution.progress.StepRole;
import org.dharch.core.orchestration.Atomicity;

/** The kinds of steps that {@link RecoveryTable} distinguishes: its columns. */
public enum AttemptSubject {
  /** A handler that keeps nothing beyond the message. */
  STATELESS,
  /** A handler that does all or nothing. */
  ATOMIC,
  /** A handler that may do a part, and has a compensator. */
  QUASI_ATOMIC,
  /** A handler that may do a part, and has no compensator. */
  NON_ATOMIC,
  /** A stateless handler of a message that halts. */
  HALTING,
  /** A stateful handler of a message that halts. */
  HALTING_STATEFUL,
  /** A compensator. */
  COMPENSATOR,
  /** A completion callback. */
  NOTIFICATION;

  public static AttemptSubject of(StepRole role, Atomicity atomicity, boolean isHalting) {
    return switch (role) {
      case COMPENSATE -> COMPENSATOR;
      case NOTIFY -> NOTIFICATION;
      case PERFORM ->
          switch (atomicity) {
            case STATELESS -> isHalting ? HALTING : STATELESS;
            case ATOMIC -> isHalting ? HALTING_STATEFUL : ATOMIC;
            case QUASI_ATOMIC -> isHalting ? HALTING_STATEFUL : QUASI_ATOMIC;
            case NON_ATOMIC -> isHalting ? HALTING_STATEFUL : NON_ATOMIC;
          };
    };
  }
}
