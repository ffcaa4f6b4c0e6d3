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
 * A line for each attempt that failed, and for each message that was halted: of each handler, and
 * of each kind of halt, once in ten seconds at most, and how many were not said between. Safe for
 * any thread.
 */
public final class FailureLines {
  private static final Logger LOG = LoggerFactory.getLogger(FailureLines.class);

  private final RepeatedLogs lines;

  /**
   * @param nanos a clock that never goes back, in nanoseconds
   */
  public FailureLines(LongSupplier nanos) {
    this.lines = new RepeatedLogs(nanos, LOG::warn);
  }

  public void failed(MessageId id, NodeId node, String handler, HandlerResult result) {
    lines
        .of(handler)
        .say(
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

  /** The message ended so; what its requester or its manager's end asked for is no failure. */
  public void failed(MessageId id, Fault fault) {
    switch (fault.code()) {
      case CANCELLED, SHUT_DOWN, HANDLER_FAILED, HANDLER_TIMED_OUT ->
          LOG.debug("Message failed id={} fault={}", id, fault);
      default -> lines.of(fault.code().name()).say("message " + id + " failed: " + fault);
    }
  }
}
