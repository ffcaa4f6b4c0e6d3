package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.dharch.core.message.Outcome;

/** The action of the container's next thread on an exchange. */
sealed interface NextAction {
  /** Whether nothing of the response may have been written yet. */
  default boolean isFirst() {
    return true;
  }

  /**
   * Checks that the filters in front have waited for the response.
   *
   * @throws ServletException if one has committed the response meanwhile
   */
  default void checkAwaited(HttpServletResponse response) throws ServletException {
    if (isFirst() && response.isCommitted()) {
      throw new ServletException(
          "a filter before DHArch's has sent a response while handlers performed, so the message is"
              + " not handed on; a filter that processes responses must check isAsyncStarted() when"
              + " its chain returns, and be mapped for ASYNC");
    }
  }

  /**
   * Continue with the message of {@code suspended}; without an outcome unchanged, because it has no
   * handlers.
   */
  record Go(SuspendedMessage suspended, Optional<Outcome.Completed> outcome)
      implements NextAction {}

  /** Send a handler's response, or its acceptance, to the message of {@code suspended}. */
  record Answer(SuspendedMessage suspended, Outcome.Responded outcome) implements NextAction {}

  /** End the exchange with a response of DHArch. */
  record Reply(FaultResponse answer) implements NextAction {}

  /** Continue after the service has dispatched the request to itself. */
  record Rejoin() implements NextAction {
    @Override
    public boolean isFirst() {
      return false;
    }
  }

  /** Continue after the service has completed its asynchronous processing. */
  record Finish() implements NextAction {
    @Override
    public boolean isFirst() {
      return false;
    }
  }

  /**
   * The next action of an exchange, until the dispatch that it waits for. All other dispatches of
   * its request are ignored. Safe for any thread.
   */
  final class Awaited {
    /**
     * An expected dispatch.
     *
     * @param with the dispatched request, a wrapper that no other component has
     * @param next the action of the dispatched thread
     */
    private record Expected(ServletRequest with, NextAction next) {}

    private final AtomicReference<Optional<Expected>> awaited =
        new AtomicReference<>(Optional.empty());

    /**
     * Dispatches {@code with} to the filter again.
     *
     * @throws RuntimeException if the container does not dispatch it; the expected dispatch is
     *     unchanged then
     */
    void by(ServletRequest with, NextAction next, Runnable dispatch) {
      Optional<Expected> expected = Optional.of(new Expected(with, next));
      Optional<Expected> before =
          awaited.getAndSet(expected); // set first, because the dispatch may happen at once
      try {
        dispatch.run();
      } catch (RuntimeException e) {
        if (awaited.compareAndSet(expected, before)) {
          throw e;
        } // otherwise another dispatch has taken it
      }
    }

    /**
     * Returns the action for {@code given}, once, if it was dispatched. A filter in front that
     * suspends the request too may dispatch the container's own request instead of the wrapper.
     */
    Optional<NextAction> take(HttpServletRequest given) {
      Optional<Expected> expected = awaited.get();
      boolean isExpected =
          given.getDispatcherType() == DispatcherType.ASYNC
              && expected.isPresent()
              && awaited.compareAndSet(expected, Optional.empty());
      if (!isExpected) {
        return Optional.empty();
      }
      if (expected.get().with() instanceof NotDispatched request) {
        request.arrive();
      }
      return expected.map(Expected::next);
    }

    /** Whether {@code given} is {@code inner}, or wraps it. */
    static boolean isAround(ServletRequest given, ServletRequest inner) {
      return given == inner
          || (given instanceof ServletRequestWrapper wrapper && wrapper.isWrapperFor(inner));
    }
  }
}
