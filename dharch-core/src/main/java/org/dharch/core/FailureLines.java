package org.dharch.core;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.message.RepeatedLog;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line for each attempt that failed, and for each message that was halted: of each handler, and
 * of each kind of halt, once in ten seconds at most, and how many were not said between. Used only
 * by the thread that has the {@link Conductor}'s turn.
 */
final class FailureLines {
  private static final Logger LOG = LoggerFactory.getLogger(FailureLines.class);

  /** Of more handlers than that, those that come later share a line. */
  private static final int MOST = 1000;

  private final LongSupplier nanos;
  private final Map<String, RepeatedLog> lines = new HashMap<>();

  /**
   * @param nanos a clock that never goes back, in nanoseconds
   */
  FailureLines(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void failed(MessageId id, NodeId node, String handler, HandlerResult result) {
    of(handler)
        .say(
            "message "
                + id
                + ": handler "
                + handler
                + " on node "
                + node
                + ", attempt "
                + result.attempt()
                + ", "
                + result.status()
                + ": "
                + result.reason());
  }

  /** The message ended so; what its requester or its manager's end asked for is no failure. */
  void halted(MessageId id, Fault fault) {
    switch (fault.code()) {
      case CANCELLED, SHUT_DOWN, HANDLER_FAILED, HANDLER_TIMED_OUT ->
          LOG.debug("message {} halted: {}", id, fault);
      default -> of(fault.code().name()).say("message " + id + " halted: " + fault);
    }
  }

  private RepeatedLog of(String what) {
    String key = lines.containsKey(what) || lines.size() < MOST ? what : "";
    return lines.computeIfAbsent(key, k -> new RepeatedLog(nanos, LOG::warn));
  }
}
