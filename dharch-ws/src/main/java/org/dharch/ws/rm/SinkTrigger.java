package org.dharch.ws.rm;

/** The kinds of {@link RmEvent.AtSink}. */
public enum SinkTrigger {
  /** CreateSequence, or a sequence begins that nobody creates. */
  CREATE,
  /** A message without a response of its own: it is kept, and delivered from the store. */
  ONE_WAY,
  /** A message that is served at once, by its own DHArch message. */
  REQUEST,
  /** AckRequested. */
  ACK_REQUESTED,
  /** CloseSequence (1.1). */
  CLOSE,
  /** TerminateSequence. */
  TERMINATE,
  /** The service has taken a message from the store. */
  DELIVERED,
  /** A message from the store did not reach its service. */
  NOT_DELIVERED,
  /** Its node says that a message from the store is still on its way. */
  STILL_DELIVERING,
  /** The response of a request, or a fault, passes on its way out. */
  SERVED,
  /** Responses of the offered sequence are acknowledged. */
  RESPONSES_TAKEN,
  /** An operator ends the sequence. */
  ENDED,
  /** The moment that the sequence waits for. */
  TIME
}
