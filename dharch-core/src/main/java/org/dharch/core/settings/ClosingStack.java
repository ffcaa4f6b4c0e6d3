package org.dharch.core.settings;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes everything that was started, once, the latest first, even if some fail. Safe for any
 * thread: a second caller waits for the first.
 */
final class ClosingStack {
  private final Deque<Runnable> begun = new ArrayDeque<>();

  /** Adds an action, which runs before the earlier ones. */
  synchronized void add(Runnable close) {
    begun.push(close);
  }

  /**
   * Closes everything. Idempotent.
   *
   * @throws RuntimeException or an error, the first one; the others are suppressed in it
   */
  synchronized void close() {
    Throwable first = closeAll(null);
    if (first instanceof Error error) {
      throw error;
    } else if (first instanceof RuntimeException failure) {
      throw failure;
    }
  }

  /** Closes everything because of {@code failure}; further failures are suppressed in it. */
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
