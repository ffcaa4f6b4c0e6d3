package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The one dispatch by which an exchange goes on. Whatever else comes to the filter with the request
 * of that exchange, by whatever dispatcher, is none of its. Safe for any thread.
 */
final class AwaitedDispatch {
  /**
   * What is awaited.
   *
   * @param with what is dispatched, a wrapper that nobody had before
   * @param next what the thread does that comes with it
   */
  private record Awaited(ServletRequest with, NextAction next) {}

  private final AtomicReference<Optional<Awaited>> awaited =
      new AtomicReference<>(Optional.empty());

  /**
   * Has the container dispatch {@code with} to the filter again.
   *
   * @throws RuntimeException the container's, if it does not; then what was awaited still is
   */
  void by(ServletRequest with, NextAction next, Runnable dispatch) {
    Optional<Awaited> expected = Optional.of(new Awaited(with, next));
    Optional<Awaited> before = awaited.getAndSet(expected); // the container may be quick
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
    Optional<Awaited> expected = awaited.get();
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
    return expected.map(Awaited::next);
  }

  /** Whether {@code given} is {@code inner}, or wraps it. */
  static boolean isAround(ServletRequest given, ServletRequest inner) {
    return given == inner
        || (given instanceof ServletRequestWrapper wrapper && wrapper.isWrapperFor(inner));
  }
}
