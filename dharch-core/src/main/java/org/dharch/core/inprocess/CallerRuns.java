package org.dharch.core.inprocess;

import java.util.function.Supplier;
import org.dharch.api.MessageId;

/**
 * A thread that brings a message to the manager and would only wait for its end, lent to the nodes
 * of its own JVM for that message's handlers: what the manager sends on this thread, a node on the
 * same thread may leave here instead of waking a worker, and so on with what the handler's reply
 * brings. Of several handlers of a stage one is left here; the others go to the workers.
 *
 * <p>Only for its own message, for one handler at a time, and only while nothing runs here. A
 * handler that ignores its interrupt keeps the thread, whatever became of its message.
 */
public final class CallerRuns {
  private static final ThreadLocal<CallerRuns> OF_THREAD = new ThreadLocal<>();

  private final MessageId message;
  private Supplier<Runnable> next;
  private boolean busy;

  private CallerRuns(MessageId message) {
    this.message = message;
  }

  /**
   * Lends the current thread while {@code admission} brings {@code message} in, and until nothing
   * is left here for it; gives what that gave.
   */
  public static <T> T during(MessageId message, Supplier<T> admission) {
    CallerRuns outer = OF_THREAD.get(); // a handler that runs here may send messages itself
    CallerRuns lent = new CallerRuns(message);
    OF_THREAD.set(lent);
    try {
      return admission.get();
    } finally {
      lent.runAndEnd(outer);
    }
  }

  /** The current thread's place for a task of {@code message}; null if it has none now. */
  public static CallerRuns placeFor(MessageId message) {
    CallerRuns lent = OF_THREAD.get();
    boolean free = lent != null && !lent.busy && lent.next == null && lent.message.equals(message);
    return free ? lent : null;
  }

  /**
   * Leaves a task for this thread.
   *
   * @param performing runs the handler and gives what sends its reply
   */
  public void leave(Supplier<Runnable> performing) {
    next = performing;
  }

  private void runAndEnd(CallerRuns outer) {
    try {
      run();
    } finally {
      if (outer == null) {
        OF_THREAD.remove();
      } else {
        OF_THREAD.set(outer);
      }
    }
  }

  private void run() {
    while (next != null) {
      Supplier<Runnable> performing = next;
      next = null;
      busy = true; // what comes meanwhile would wait here for this one's end
      Runnable answering = performing.get();
      busy = false;
      answering.run();
    }
  }
}
