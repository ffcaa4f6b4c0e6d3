package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The next action of an exchange, until the dispatch that it waits for. All other dispatches of its
 * request are ignored. Thread-safe.
 */
final class AwaitedDispatch {
  /**
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

  /** Returns true if {@code given} is {@code inner} or wraps it. */
  static boolean isAround(ServletRequest given, ServletRequest inner) {
    return given == inner
        || (given instanceof ServletRequestWrapper wrapper && wrapper.isWrapperFor(inner));
  }
}
