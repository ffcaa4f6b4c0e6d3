package org.dharch.ws.rm;

/** The kinds of {@link RmEvent.AtSource}. */
public enum SourceTrigger {
  /** A sequence is wanted. */
  OPEN,
  /** A message is to be sent. */
  SEND,
  /** The envelope of a message as it goes on the wire. */
  ON_THE_WIRE,
  /** CreateSequenceResponse. */
  CREATED,
  /** CreateSequenceRefused. */
  CREATE_REFUSED,
  /** SequenceAcknowledgement with ranges, or None. */
  ACKNOWLEDGED,
  /** SequenceAcknowledgement with Nack. */
  LACKING,
  /** The other end asks for a message that waits for it (WS-MakeConnection). */
  FETCHED,
  /** No further message will follow. */
  CLOSE,
  /** CloseSequenceResponse (1.1). */
  CLOSE_ANSWERED,
  /** TerminateSequenceResponse (1.1), or the transport took TerminateSequence (1.0). */
  TERMINATE_ANSWERED,
  /** A fault of the sink: the sequence is unknown, terminated or closed there. */
  FAULTED,
  /** The other end is gone, or an operator ends the sequence. */
  ABANDONED,
  /** The moment that the sequence waits for. */
  TIME
}
