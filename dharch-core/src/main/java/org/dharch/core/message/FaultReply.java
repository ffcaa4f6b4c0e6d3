package org.dharch.core.message;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.MessageId;
import org.dharch.core.text.Brief;
import org.dharch.core.text.ClassNames;

/**
 * The reply of a gateway to the sender of a failed message, the same in every container. The
 * gateway converts it to a SOAP fault: the reason is for a person, the rest for a program.
 *
 * @param senders whether the message itself is wrong: SOAP's {@code Client} or {@code Sender},
 *     otherwise {@code Server} or {@code Receiver}
 * @param code the kind of failure: a {@link Fault.Code}, or {@code GATEWAY}
 * @param handler the handler that failed; empty if no single handler is at fault
 * @param message the message's id, if it was accepted
 * @param reason one line, without names of Java classes, which only the log has
 * @param thrown the SOAP fault that the handler threw, which is sent in place of all others
 */
public record FaultReply(
    boolean senders,
    String code,
    String handler,
    Optional<MessageId> message,
    String reason,
    Optional<ThrownFault> thrown) {
  /** The namespace of the fault's detail element. */
  public static final String NAMESPACE = "urn:dharch:fault";

  /** The length bound of a handler's failure text, too. */
  private static final int MAX_TEXT = 700;

  private static final String BUSY = Fault.Code.BUSY.name();

  private static FaultReply own(
      boolean senders, String code, Optional<MessageId> message, String reason) {
    return new FaultReply(senders, code, "", message, reason, Optional.empty());
  }

  /** The message itself is wrong. */
  public static FaultReply sender(String reason) {
    return own(true, Fault.Code.MALFORMED.name(), Optional.empty(), text(reason));
  }

  /** The message itself is larger than any may be. */
  public static FaultReply tooLarge(String reason) {
    return own(true, Fault.Code.TOO_LARGE.name(), Optional.empty(), text(reason));
  }

  /** Something is wrong on this side. */
  public static FaultReply receiver(String reason) {
    return own(false, "GATEWAY", Optional.empty(), text(reason));
  }

  /** The message was not accepted. An error in the message is its sender's. */
  public static FaultReply failed(Fault fault) {
    return switch (fault.code()) {
      case TOO_LARGE -> tooLarge(fault.reason());
      case MALFORMED -> sender(fault.reason());
      default -> failed(fault, Optional.empty());
    };
  }

  /**
   * The message failed. An error in it is not its sender's: handlers have changed the message, and
   * nodes have limited heaps.
   */
  public static FaultReply failed(Fault fault, MessageId message) {
    return failed(fault, Optional.of(message));
  }

  private static FaultReply failed(Fault fault, Optional<MessageId> message) {
    String reason =
        fault.handler().isEmpty()
            ? fault.reason()
            : "handler '" + fault.handler() + "': " + ClassNames.without(fault.reason());
    return new FaultReply(
        false, fault.code().name(), fault.handler(), message, text(reason), fault.thrown());
  }

  /** The reason of a busy reply to a message whose deadline is too short. */
  public static final String TOO_LONG = "messages like it take longer than its deadline allows";

  /** The manager has no capacity for the message now, or cannot finish it before its deadline. */
  public static FaultReply busy(String reason, Duration retryAfter) {
    return busy(reason, retryAfter, Optional.empty());
  }

  private static FaultReply busy(String reason, Duration retryAfter, Optional<MessageId> message) {
    return own(
        false,
        BUSY,
        message,
        text("busy: " + reason + "; try again after " + retryAfter.toMillis() + " ms"));
  }

  /** The message failed by a {@linkplain Fault.Code#passes temporary} failure. */
  public static FaultReply passing(Fault fault, Duration retryAfter, MessageId message) {
    return fault.code() == Fault.Code.BUSY
        ? busy(fault.reason(), retryAfter, Optional.of(message))
        : failed(fault, message);
  }

  /** HTTP's {@code Retry-After}, in whole seconds, at least one. */
  public static long retryAfterSeconds(Duration retryAfter) {
    return Math.max(1, (retryAfter.toMillis() + 999) / 1000);
  }

  /** The HTTP status by SOAP's bindings: 400 for a sender fault of SOAP 1.2, otherwise 500. */
  public int status(boolean soap12) {
    boolean isSenders =
        thrown.map(fault -> fault.code().getLocalPart().equals("Sender")).orElse(senders);
    return soap12 && isSenders ? 400 : 500;
  }

  /** This fault as a whole message, in text, for where no SOAP library makes it. */
  public String envelope(boolean soap12) {
    return FaultText.envelope(this, soap12);
  }

  private static String text(String reason) {
    return "DHArch: " + Brief.cut(ClassNames.without(reason), MAX_TEXT);
  }
}
