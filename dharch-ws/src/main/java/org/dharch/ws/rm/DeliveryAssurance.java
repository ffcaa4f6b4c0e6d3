package org.dharch.ws.rm;

/**
 * What a sink promises of the delivery of a sequence's messages to their service
 * (WS-ReliableMessaging Policy 1.1, section 2.2). A sink here never delivers a number twice of its
 * own accord, whatever is asked; what differs is the order.
 *
 * @param inOrder whether each is delivered only when the one before it was
 */
public record DeliveryAssurance(Kind kind, boolean inOrder) {
  /** Exactly once and in order, the default. */
  public static final DeliveryAssurance EXACTLY_ONCE_IN_ORDER =
      new DeliveryAssurance(Kind.EXACTLY_ONCE, true);

  /** How often. */
  public enum Kind {
    EXACTLY_ONCE,
    AT_LEAST_ONCE,
    AT_MOST_ONCE
  }
}
