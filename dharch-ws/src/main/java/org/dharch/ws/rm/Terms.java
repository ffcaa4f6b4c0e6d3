package org.dharch.ws.rm;

import java.util.Optional;

/**
 * What was agreed when a sequence was created; it does not change afterwards. Empty texts are what
 * was not said. Immutable.
 *
 * @param version of WS-ReliableMessaging
 * @param addressing the namespace of WS-Addressing in its messages
 * @param soap the namespace of SOAP in its messages
 * @param endpoint where a source sends its messages, as the bytes of an endpoint reference; the
 *     service to which a sink delivers them. Empty for a source that can only answer: its messages
 *     go on the back-channel. What {@link #fetched} made, if they do so and are fetched besides
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
  private static final String FETCHED = "fetched ";

  /**
   * @throws IllegalArgumentException if it would be over as soon as it is created, or its
   *     CreateSequence has too long a name
   */
  public Terms {
    if (createdBy.length() > MAX_MESSAGE_ID) {
      throw new IllegalArgumentException(
          "the wsa:MessageID of CreateSequence must have at most "
              + MAX_MESSAGE_ID
              + " characters (got "
              + createdBy.length()
              + ")");
    }
    if (inactivityMillis <= 0) {
      throw new IllegalArgumentException(
          "inactivity " + inactivityMillis + " ms; more than 0 is allowed");
    }
  }

  /**
   * The endpoint of one who has no address and fetches its messages (WS-MakeConnection).
   *
   * @param address by which it asks for them; an IRI
   * @param reference its endpoint reference
   */
  public static String fetched(String address, String reference) {
    return FETCHED + address + ' ' + reference;
  }

  /** The address by which this source's messages are fetched; empty if they are not. */
  public Optional<String> fetchedBy() {
    return endpoint.startsWith(FETCHED)
        ? Optional.of(endpoint.substring(FETCHED.length(), endpoint.indexOf(' ', FETCHED.length())))
        : Optional.empty();
  }

  /** The endpoint reference, whatever else is said of it; empty for the back-channel. */
  public String reference() {
    return fetchedBy().isPresent()
        ? endpoint.substring(endpoint.indexOf(' ', FETCHED.length()) + 1)
        : endpoint;
  }

  /** Whether a source can send at any time; else only when the other end has sent something. */
  public boolean hasAddress() {
    return !endpoint.isEmpty() && fetchedBy().isEmpty();
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
