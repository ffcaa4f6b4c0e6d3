package org.dharch.ws.rm;

/**
 * The state of one message of a sequence. The first three are for sources, the others for sinks.
 */
public enum MessageState {
  /** Has a number; waits until the sequence is created. */
  QUEUED,
  /** Sent at least once; repeated until acknowledged. */
  SENT,
  /** Acknowledged; only its number is recorded. */
  ACKNOWLEDGED,
  /** Stored for delivery. */
  HELD,
  /** Stored; being delivered to the service. */
  DELIVERING,
  /** A request that its own DHArch message carries to the service, without a stored envelope. */
  SERVING,
  /** A request with its response, stored for repetitions of the request. */
  ANSWERED,
  /** Stored; all delivery attempts failed. An operator must resolve it. */
  GIVEN_UP
}
