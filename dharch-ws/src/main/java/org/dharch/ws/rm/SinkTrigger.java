package org.dharch.ws.rm;

/** The kinds of {@link RmEvent.AtSink}. */
public enum SinkTrigger {
  /** CreateSequence, or the start of a sequence without it. */
  CREATE,
  /** A message that is delivered from the store. */
  ONE_WAY,
  /** A request that its own DHArch message carries to the service. */
  REQUEST,
  /** AckRequested. */
  ACK_REQUESTED,
  /** CloseSequence (1.1). */
  CLOSE,
  /** TerminateSequence. */
  TERMINATE,
  /** The service accepted a stored message. */
  DELIVERED,
  /** The delivery of a stored message failed. */
  NOT_DELIVERED,
  /** The delivering node renewed its lease. */
  LEASE_RENEWED,
  /** The response or fault of a request is being sent. */
  SERVED,
  /** Responses of the offered sequence were acknowledged. */
  RESPONSES_ACKNOWLEDGED,
  /** An operator ends the sequence. */
  ENDED,
  /** The timer of the sequence. */
  TIME
}
