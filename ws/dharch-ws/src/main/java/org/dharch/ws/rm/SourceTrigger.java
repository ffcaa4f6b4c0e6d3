package org.dharch.ws.rm;

/** The kinds of {@link RmEvent.AtSource}. */
public enum SourceTrigger {
  /** A sequence is needed. */
  OPEN(RmEvent.Open.class),
  /** A message must be sent. */
  SEND(RmEvent.Send.class),
  /** The envelope of a message in wire form. */
  WIRE_FORM(RmEvent.WireForm.class),
  /** CreateSequenceResponse. */
  CREATED(RmEvent.Created.class),
  /** CreateSequenceRefused. */
  CREATE_REFUSED(RmEvent.CreateRefused.class),
  /** SequenceAcknowledgement with ranges, or None. */
  ACKNOWLEDGED(RmEvent.Acknowledged.class),
  /** SequenceAcknowledgement with Nack. */
  MISSING(RmEvent.Missing.class),
  /** The other end polls for a pending message (WS-MakeConnection). */
  FETCHED(RmEvent.Fetched.class),
  /** The application sends no further message. */
  CLOSE(RmEvent.Close.class),
  /** CloseSequenceResponse (1.1). */
  CLOSE_ANSWERED(RmEvent.CloseAnswered.class),
  /** TerminateSequenceResponse (1.1), or the transport accepted TerminateSequence (1.0). */
  TERMINATE_ANSWERED(RmEvent.TerminateAnswered.class),
  /** A fault of the sink: the sequence is unknown, terminated or closed. */
  FAULTED(RmEvent.Faulted.class),
  /** The other end is lost, or an operator ends the sequence. */
  ABANDONED(RmEvent.Abandoned.class),
  /** The timer of the sequence. */
  TIME(RmEvent.SourceTime.class);

  private final Class<? extends RmEvent.AtSource> event;

  SourceTrigger(Class<? extends RmEvent.AtSource> event) {
    this.event = event;
  }

  static SourceTrigger of(RmEvent.AtSource event) {
    for (SourceTrigger trigger : values()) {
      if (trigger.event.isInstance(event)) {
        return trigger;
      }
    }
    throw new IllegalArgumentException("no trigger of " + event);
  }
}
