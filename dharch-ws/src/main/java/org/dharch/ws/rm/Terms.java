package org.dharch.ws.rm;

/**
 * What was agreed when a sequence was created; it does not change afterwards. Empty texts are what
 * was not said. Immutable.
 *
 * @param version of WS-ReliableMessaging
 * @param addressing the namespace of WS-Addressing in its messages
 * @param soap the namespace of SOAP in its messages
 * @param endpoint where a source sends its messages, as the bytes of an endpoint reference; the
 *     service to which a sink delivers them. Empty for a source that can only answer: its messages
 *     go on the back-channel
 * @param acksTo where a sink sends acknowledgements; empty for the back-channel
 * @param offered the sequence of the other direction, by its key
 * @param assurance what the sink promises
 * @param behavior what becomes of an incomplete sequence
 * @param inactivityMillis after how long without any message it is over
 * @param createdBy the wsa:MessageID of its CreateSequence
 */
public record Terms(
    RmVersion version,
    String addressing,
    String soap,
    String endpoint,
    String acksTo,
    String offered,
    DeliveryAssurance assurance,
    IncompleteSequenceBehavior behavior,
    long inactivityMillis,
    String createdBy) {

  private static final int MAX_MESSAGE_ID = 256;

  /**
   * @throws IllegalArgumentException if it would be over as soon as it is created, or its
   *     CreateSequence has too long a name
   */
  public Terms {
    if (createdBy.length() > MAX_MESSAGE_ID) {
      throw new IllegalArgumentException(
          "the wsa:MessageID of CreateSequence has "
              + createdBy.length()
              + " characters; "
              + MAX_MESSAGE_ID
              + " are allowed");
    }
    if (inactivityMillis <= 0) {
      throw new IllegalArgumentException(
          "inactivity " + inactivityMillis + " ms; more than 0 is allowed");
    }
  }

  /** Acknowledgements go back in the response of the request that asks for them. */
  public boolean acksOnBackChannel() {
    return acksTo.isEmpty();
  }

  /** The same, with that sequence in the other direction. */
  public Terms withOffered(String key) {
    return new Terms(
        version,
        addressing,
        soap,
        endpoint,
        acksTo,
        key,
        assurance,
        behavior,
        inactivityMillis,
        createdBy);
  }

  /** The same, with acknowledgements to that address. */
  public Terms withAcksTo(String address) {
    return new Terms(
        version,
        addressing,
        soap,
        endpoint,
        address,
        offered,
        assurance,
        behavior,
        inactivityMillis,
        createdBy);
  }
}
