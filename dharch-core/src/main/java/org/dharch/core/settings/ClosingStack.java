package org.dharch.core.settings;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes everything that was started, once, the latest first. If one fails, the others are closed
 * all the same. Safe for any thread: a second caller waits for the first.
 */
final class ClosingStack {
  private final Deque<Runnable> begun = new ArrayDeque<>();

  /** {@code close} will run before what was added earlier. */
  synchronized void add(Runnable close) {
    begun.push(close);
  }

  /**
   * Closes everything; nothing the second time.
   *
   * @throws RuntimeException or an error, the first that was met; the others are suppressed in it
   */
  synchronized void close() {
    Throwable first = closeAll(null);
    if (first instanceof Error error) {
      throw error;
    } else if (first instanceof RuntimeException failure) {
      throw failure;
    }
  }

  /** Closes everything because of {@code failure}, in which what fails now is suppressed. */
  synchronized void closeAfter(Throwable failure) {
    closeAll(failure);
  }

  private Throwable closeAll(Throwable before) {
    Throwable first = before;
    while (!begun.isEmpty()) {
      try {
        begun.pop().run();
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = e;
        } else if (first != e) {
          first.addSuppressed(e);
        }
      }
    }
    return first;
  }
}
