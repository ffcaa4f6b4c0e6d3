package org.dharch.core.node.failure;

import java.util.function.LongSupplier;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.text.RepeatedLogs;
import org.dharch.core.wire.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says where the node's handlers failed, with the stack trace: of each handler once in ten seconds
 * at most, and how many times it was not said between. Each failure's trace travels with its result
 * all the same. Safe for any thread.
 */
public final class FailureLog {
  private static final Logger log = LoggerFactory.getLogger(FailureLog.class);

  private final RepeatedLogs thrown;
  private final RepeatedLogs late;

  /**
   * @param nanos a clock that never goes back, in nanoseconds
   */
  public FailureLog(LongSupplier nanos) {
    this.thrown = new RepeatedLogs(nanos, log::warn);
    this.late = new RepeatedLogs(nanos, log::warn);
  }

  /** The handler threw this. */
  public void failed(AttemptKey attempt, Throwable problem) {
    thrown.of(attempt.handler()).say(place(attempt) + " failed", line -> say(line, problem));
  }

  /** A foreign exception may throw when its message is read. */
  private static void say(String line, Throwable problem) {
    try {
      log.warn(line, problem);
    } catch (RuntimeException e) {
      log.warn("{}: {}", line, StackText.of(problem));
    }
  }

  /** Its time was over, and it stood where {@code trace} says, if that is known. */
  public void late(AttemptKey attempt, String reason, String trace) {
    String where = trace.isEmpty() ? "" : "; it stood\n" + trace.stripTrailing();
    late.of(attempt.handler())
        .say(place(attempt) + ": " + reason, line -> log.warn("{}{}", line, where));
  }

  private static String place(AttemptKey attempt) {
    String does = attempt.purpose() == Task.Purpose.PERFORM ? "" : " (" + attempt.purpose() + ")";
    return "message "
        + attempt.id()
        + ": handler "
        + attempt.handler()
        + does
        + ", attempt "
        + attempt.attempt();
  }
}
