package org.dharch.core.context;

import java.util.function.LongSupplier;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.text.RepeatedLogs;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failed attempts and failed messages. Logs at most one line in ten seconds for each handler
 * and each fault code, with the number of suppressed lines. Thread-safe.
 */
public final class FailureLines {
  private static final Logger LOG = LoggerFactory.getLogger(FailureLines.class);

  private final RepeatedLogs lines;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public FailureLines(LongSupplier nanos) {
    this.lines = new RepeatedLogs(nanos, LOG::warn);
  }

  public void failed(MessageId id, NodeId node, String handler, HandlerResult result) {
    lines
        .of(handler)
        .log(
            "Handler failed message="
                + id
                + " handler="
                + handler
                + " node="
                + node
                + " attempt="
                + result.attempt()
                + " status="
                + result.status()
                + " reason="
                + result.reason());
  }

  /**
   * Logs the failure of a message. Logs at debug level after a cancellation, a shutdown, or a
   * failed attempt.
   */
  public void failed(MessageId id, Fault fault) {
    switch (fault.code()) {
      case CANCELLED, SHUT_DOWN, HANDLER_FAILED, HANDLER_TIMED_OUT ->
          LOG.debug("Message failed id={} fault={}", id, fault);
      default -> lines.of(fault.code().name()).log("message " + id + " failed: " + fault);
    }
  }
}
