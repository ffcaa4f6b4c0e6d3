package org.dharch.ws.rm;

/**
 * The delivery assurance of a sink (WS-ReliableMessaging Policy 1.1, section 2.2). This sink never
 * delivers a number twice on its own; the assurances differ only in the order.
 *
 * @param inOrder whether a message is delivered only after its predecessor
 */
public record DeliveryAssurance(Kind kind, boolean inOrder) {
  /** The default. */
  public static final DeliveryAssurance EXACTLY_ONCE_IN_ORDER =
      new DeliveryAssurance(Kind.EXACTLY_ONCE, true);

  public enum Kind {
    EXACTLY_ONCE,
    AT_LEAST_ONCE,
    AT_MOST_ONCE
  }
}
