package org.dharch.servlet;

import java.util.Optional;
import org.dharch.core.message.Outcome;

/** What the container's thread does with an exchange when it comes to the filter the next time. */
sealed interface Next {

  /** The message of {@code passage} goes on; empty: as it is, for it has no handlers after all. */
  record Go(Passage passage, Optional<Outcome.Completed> outcome) implements Next {}

  /** The exchange ends with DHArch's own answer. */
  record Reply(Answer answer) implements Next {}

  /** The service has dispatched the request to itself. */
  record Rejoin() implements Next {}

  /** The service has completed its own asynchronous processing. */
  record Finish() implements Next {}
}
