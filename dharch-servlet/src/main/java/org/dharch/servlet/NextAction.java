package org.dharch.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.dharch.core.message.Outcome;

/** What the container's thread does with an exchange when it comes to the filter the next time. */
sealed interface NextAction {
  /** Whether nothing of the response can have been written yet. */
  default boolean isFirst() {
    return true;
  }

  /**
   * Checks that what stands before the filter has waited for the response.
   *
   * @throws ServletException if it has ended it, or begun it, while the filter had left the thread
   */
  default void checkAwaited(HttpServletResponse response) throws ServletException {
    if (isFirst() && response.isCommitted()) {
      throw new ServletException(
          "what stands before DHArch's filter has sent a response while handlers performed: the"
              + " message is not handed on; a filter that has anything to do with responses must"
              + " ask isAsyncStarted() when its chain returns, and be mapped for ASYNC");
    }
  }

  /**
   * The message of {@code suspended} goes on; empty: as it is, for it has no handlers after all.
   */
  record Go(SuspendedMessage suspended, Optional<Outcome.Completed> outcome)
      implements NextAction {}

  /** A handler has answered the message of {@code suspended}, or accepted it. */
  record Answer(SuspendedMessage suspended, Outcome.Responded outcome) implements NextAction {}

  /** The exchange ends with DHArch's own answer. */
  record Reply(FaultResponse answer) implements NextAction {}

  /** The service has dispatched the request to itself. */
  record Rejoin() implements NextAction {
    @Override
    public boolean isFirst() {
      return false;
    }
  }

  /** The service has completed its own asynchronous processing. */
  record Finish() implements NextAction {
    @Override
    public boolean isFirst() {
      return false;
    }
  }
}
