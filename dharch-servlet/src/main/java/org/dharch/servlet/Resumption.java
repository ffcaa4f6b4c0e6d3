package org.dharch.servlet;

import java.util.Optional;
import org.dharch.core.message.Outcome;

/** What the container's thread does with an exchange when it comes to the filter the next time. */
sealed interface Resumption {

  /**
   * The message of {@code suspended} goes on; empty: as it is, for it has no handlers after all.
   */
  record Go(SuspendedMessage suspended, Optional<Outcome.Completed> outcome)
      implements Resumption {}

  /** A handler has answered the message of {@code suspended}, or accepted it. */
  record Answer(SuspendedMessage suspended, Outcome.Answered outcome) implements Resumption {}

  /** The exchange ends with DHArch's own answer. */
  record Reply(FaultResponse answer) implements Resumption {}

  /** The service has dispatched the request to itself. */
  record Rejoin() implements Resumption {}

  /** The service has completed its own asynchronous processing. */
  record Finish() implements Resumption {}
}
