package org.dharch.ws.rm;

/**
 * The state of one message of a sequence. The first three belong to a source, the others to a sink.
 */
public enum MessageState {
  /** Has a number and waits until the sequence is created. */
  QUEUED,
  /** Sent at least once; repeated until acknowledged. */
  SENT,
  /** Acknowledged; only the record of its number is left. */
  ACKNOWLEDGED,
  /** Stored; its delivery has not started. */
  HELD,
  /** Stored; its delivery to the service is in progress. */
  DELIVERING,
  /** A request that its own DHArch message carries to the service; its envelope is not stored. */
  SERVING,
  /** A request with its response, which is stored for repetitions of the request. */
  ANSWERED,
  /** Stored; all delivery attempts failed, and an operator must resolve it. */
  GIVEN_UP
}
