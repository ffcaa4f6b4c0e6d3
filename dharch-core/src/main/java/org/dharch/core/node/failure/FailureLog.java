package org.dharch.core.node.failure;

import java.util.function.LongSupplier;
import org.dharch.core.node.journal.AttemptKey;
import org.dharch.core.text.RepeatedLogs;
import org.dharch.core.wire.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures of the node's handlers with their stack traces: at most once in ten seconds for
 * each handler, with the number of suppressed failures. The trace of each failure is also part of
 * its result. Safe for any thread.
 */
public final class FailureLog {
  private static final Logger log = LoggerFactory.getLogger(FailureLog.class);

  private final RepeatedLogs thrown;
  private final RepeatedLogs late;

  /**
   * @param nanos a monotonic clock, in nanoseconds
   */
  public FailureLog(LongSupplier nanos) {
    this.thrown = new RepeatedLogs(nanos, log::warn);
    this.late = new RepeatedLogs(nanos, log::warn);
  }

  /** Logs that the handler threw {@code problem}. */
  public void failed(AttemptKey attempt, Throwable problem) {
    thrown.of(attempt.handler()).log(place(attempt) + " failed", line -> log(line, problem));
  }

  /** Logs a failure; a foreign exception may throw when its message is read. */
  private static void log(String line, Throwable problem) {
    try {
      log.warn(line, problem);
    } catch (RuntimeException e) {
      log.warn("{}: {}", line, StackText.of(problem));
    }
  }

  /** Logs that the attempt's time was over; {@code trace} is the handler's position, if known. */
  public void late(AttemptKey attempt, String reason, String trace) {
    String where = trace.isEmpty() ? "" : "; it stood\n" + trace.stripTrailing();
    late.of(attempt.handler())
        .log(place(attempt) + ": " + reason, line -> log.warn("{}{}", line, where));
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
