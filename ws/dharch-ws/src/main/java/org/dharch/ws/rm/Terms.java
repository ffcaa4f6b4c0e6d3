package org.dharch.ws.rm;

import java.util.Optional;

/**
 * The terms of a sequence, fixed at its creation. Empty texts mean unspecified. Immutable.
 *
 * @param version of WS-ReliableMessaging
 * @param addressing the namespace of WS-Addressing in its messages
 * @param soap the namespace of SOAP in its messages
 * @param endpoint the service of a sink, or the target of a source's messages: the text of an
 *     endpoint reference, {@link #fetched} for a polling endpoint, empty for the back-channel
 * @param acksTo where a sink sends acknowledgements; empty for the back-channel
 * @param offered the key of the sequence for the other direction
 * @param assurance the delivery assurance of the sink
 * @param behavior the incomplete sequence behavior
 * @param inactivityMillis how long it may last without messages
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
   * @throws IllegalArgumentException if the inactivity timeout is not positive, or the id is too
   *     long
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
          "inactivity must be positive (got " + inactivityMillis + " ms)");
    }
  }

  /**
   * Encodes a polling endpoint without an address (WS-MakeConnection).
   *
   * @param address the address in its MakeConnection requests; an IRI
   * @param reference its endpoint reference
   */
  public static String fetched(String address, String reference) {
    return FETCHED + address + ' ' + reference;
  }

  /** Returns the address by which this source's messages are polled; empty if they are not. */
  public Optional<String> fetchedBy() {
    return endpoint.startsWith(FETCHED)
        ? Optional.of(endpoint.substring(FETCHED.length(), endpoint.indexOf(' ', FETCHED.length())))
        : Optional.empty();
  }

  /** Returns the endpoint reference without the polling address; empty for the back-channel. */
  public String reference() {
    return fetchedBy().isPresent()
        ? endpoint.substring(endpoint.indexOf(' ', FETCHED.length()) + 1)
        : endpoint;
  }

  /** Returns true if a source can send at any time, not only in responses. */
  public boolean hasAddress() {
    return !endpoint.isEmpty() && fetchedBy().isEmpty();
  }

  /** Returns true if acknowledgements are returned in responses. */
  public boolean acksOnBackChannel() {
    return acksTo.isEmpty();
  }

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
