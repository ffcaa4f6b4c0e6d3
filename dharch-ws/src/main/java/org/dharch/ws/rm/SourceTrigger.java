package org.dharch.ws.rm;

/** The kinds of {@link RmEvent.AtSource}. */
public enum SourceTrigger {
  /** A sequence is needed. */
  OPEN,
  /** A message must be sent. */
  SEND,
  /** The envelope of a message in wire form. */
  WIRE_FORM,
  /** CreateSequenceResponse. */
  CREATED,
  /** CreateSequenceRefused. */
  CREATE_REFUSED,
  /** SequenceAcknowledgement with ranges, or None. */
  ACKNOWLEDGED,
  /** SequenceAcknowledgement with Nack. */
  MISSING,
  /** The other end polls for a pending message (WS-MakeConnection). */
  FETCHED,
  /** The application sends no further message. */
  CLOSE,
  /** CloseSequenceResponse (1.1). */
  CLOSE_ANSWERED,
  /** TerminateSequenceResponse (1.1), or the transport accepted TerminateSequence (1.0). */
  TERMINATE_ANSWERED,
  /** A fault of the sink: the sequence is unknown, terminated or closed. */
  FAULTED,
  /** The other end is lost, or an operator ends the sequence. */
  ABANDONED,
  /** The timer of the sequence. */
  TIME
}
