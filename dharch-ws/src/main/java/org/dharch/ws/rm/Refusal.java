package org.dharch.ws.rm;

/**
 * Why a message of the protocol is refused: what becomes a SequenceFault.
 *
 * @param reason for people, in one line
 */
public record Refusal(Kind kind, String reason) {

  /** The faults of WS-ReliableMessaging (1.2, section 4). */
  public enum Kind {
    SEQUENCE_TERMINATED,
    UNKNOWN_SEQUENCE,
    INVALID_ACKNOWLEDGEMENT,
    MESSAGE_NUMBER_ROLLOVER,
    LAST_MESSAGE_NUMBER_EXCEEDED,
    CREATE_SEQUENCE_REFUSED,
    SEQUENCE_CLOSED,
    WSRM_REQUIRED
  }
}
