package org.dharch.core.message;

import java.util.Optional;

/**
 * The reason why a message failed.
 *
 * @param code the kind of failure
 * @param handler the handler that could not perform; empty if the fault is not one handler's
 * @param reason one line for the sender of the message
 * @param thrown the SOAP fault that the handler threw, which its sender gets in place of the reason
 */
public record Fault(Code code, String handler, String reason, Optional<ThrownFault> thrown) {
  public Fault(Code code, String handler, String reason) {
    this(code, handler, reason, Optional.empty());
  }

  /** The same without the handler's SOAP fault, for lists and records. */
  public Fault plain() {
    return thrown.isEmpty() ? this : new Fault(code, handler, reason);
  }

  /** The kinds of failure. */
  public enum Code {
    /** The handler threw an exception, or returned an invalid result. */
    HANDLER_FAILED,
    /** The handler did not start or finish in its time, on every attempt allowed. */
    HANDLER_TIMED_OUT,
    /** No live node hosts the handler. */
    NOT_SERVED,
    /** The handler's change conflicts with its declaration or with another handler's change. */
    CONFLICT,
    /** The message is not XML that can be read where its orchestration has to look into it. */
    MALFORMED,
    /** The message is past a limit on its size. */
    TOO_LARGE,
    /** The whole message took longer than its deadline, or would have. */
    DEADLINE,
    /** The message waited for its turn as long as a message may. */
    BUSY,
    /** The requester withdrew the message. */
    CANCELLED,
    /** The manager was closed. */
    SHUT_DOWN,
    /** The message must be stored before it is accepted, and could not be. */
    NOT_STORED,
    /** The handlers have performed, but the container could not give the message to its service. */
    NOT_DELIVERED;

    /**
     * Whether a later attempt with the same message may succeed, if no handler received it: HTTP's
     * 503.
     */
    public boolean passes() {
      return this == BUSY || this == NOT_SERVED || this == DEADLINE || this == SHUT_DOWN;
    }
  }

  @Override
  public String toString() {
    return code + (handler.isEmpty() ? "" : " in handler '" + handler + "'") + ": " + reason;
  }
}
