package org.dharch.ws.rm;

/**
 * The reason to refuse a protocol message; becomes a SequenceFault.
 *
 * @param reason one line for people
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
