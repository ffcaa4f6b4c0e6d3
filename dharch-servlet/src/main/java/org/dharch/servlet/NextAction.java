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
     * Has the container dispatch {@code with} to the filter again.
     *
     * @throws RuntimeException the container's, if it does not; then what was awaited still is
     */
    void by(ServletRequest with, NextAction next, Runnable dispatch) {
      Optional<Expected> expected = Optional.of(new Expected(with, next));
      Optional<Expected> before = awaited.getAndSet(expected); // the container may be quick
      try {
        dispatch.run();
      } catch (RuntimeException e) {
        if (awaited.compareAndSet(expected, before)) {
          throw e;
        } // else it has come by somebody else's dispatch
      }
    }

    /**
     * What to do with {@code given}, if that was dispatched; once. It need not be what was given to
     * the container: a filter in front that suspends what comes back, too, may dispatch the
     * container's own request.
     */
    Optional<NextAction> take(HttpServletRequest given) {
      Optional<Expected> expected = awaited.get();
      boolean mine =
          given.getDispatcherType() == DispatcherType.ASYNC
              && expected.isPresent()
              && awaited.compareAndSet(expected, Optional.empty());
      if (!mine) {
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
