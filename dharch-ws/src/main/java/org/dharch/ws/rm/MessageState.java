package org.dharch.ws.rm;

/** How far one message of a sequence is. The first three are a source's, the others a sink's. */
public enum MessageState {
  /** Has its number, and waits until its sequence is created. */
  QUEUED,
  /** Sent, at least once; sent again until it is acknowledged. */
  SENT,
  /** Acknowledged; what is left is the note that its number is taken. */
  ACKNOWLEDGED,
  /** Kept, and to be delivered when its turn comes. */
  HELD,
  /** Kept, and on its way to its service. */
  DELIVERING,
  /** A request that its own message takes to the service; its envelope is not kept. */
  SERVING,
  /** A request that has its response, which is kept for a request that comes again. */
  ANSWERED,
  /** Kept, and not delivered in as many attempts as there may be; an operator finds it. */
  GIVEN_UP
}
