package org.dharch.core.message;

import java.util.Optional;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;

/** How a message ended: exactly one of these, exactly once (design, rule 1). */
public sealed interface Outcome {
  MessageId id();

  Timeline timeline();

  /**
   * Every handler that must perform has performed.
   *
   * @param envelope the merged envelope in UTF-8; the submitted array itself if nothing changed
   * @param headersChanged whether a header block was added, removed or replaced
   * @param bodyChanged whether anything inside the body was replaced
   * @param properties the properties as the handlers left them
   * @param processed the header blocks marked as processed, named as in {@code envelope}
   */
  record Completed(
      MessageId id,
      byte[] envelope,
      boolean headersChanged,
      boolean bodyChanged,
      MessageProperties properties,
      Set<HeaderRef> processed,
      Timeline timeline)
      implements Outcome {}

  /**
   * A handler has responded to the message itself, or accepted it. The service is not called.
   *
   * @param envelope the response's envelope in UTF-8, before the handlers of the response; empty if
   *     the requester only gets an acknowledgment
   * @param properties the request's properties as the handlers left them
   */
  record Responded(
      MessageId id, Optional<byte[]> envelope, MessageProperties properties, Timeline timeline)
      implements Outcome {}

  /**
   * The message failed. The requester receives {@code fault}.
   *
   * @param properties the properties as the handlers left them, with those that the failed handler
   *     set before it threw
   * @param stays whether the message stays in the store to be executed later, in this or the next
   *     incarnation of its manager, because the cause is temporary
   */
  record Failed(
      MessageId id, Fault fault, Timeline timeline, MessageProperties properties, boolean stays)
      implements Outcome {
    /** Returns a failure without properties. */
    public static Failed of(MessageId id, Fault fault, Timeline timeline) {
      return new Failed(id, fault, timeline, MessageProperties.empty(), false);
    }

    /**
     * Whether the message may be sent again as if it had never arrived: the cause is temporary, and
     * no handler received it, or its handlers are compensated because the manager closes.
     */
    public boolean passes() {
      return switch (fault.code()) {
        case BUSY -> true;
        case SHUT_DOWN -> !stays;
        default -> fault.code().passes() && timeline.attempts().isEmpty();
      };
    }

    /** The same, which stays in the store. */
    public Failed staying() {
      return new Failed(id, fault, timeline, properties, true);
    }

    /** The same without the detail of a handler's SOAP fault. */
    public Failed withoutDetail() {
      Fault brief =
          new Fault(
              fault.code(),
              fault.handler(),
              fault.reason(),
              fault.thrown().map(ThrownFault::withoutDetail));
      return new Failed(id, brief, timeline, properties, stays);
    }
  }
}
