package org.dharch.ws.rm;

/** The kinds of {@link RmEvent.AtSink}. */
public enum SinkTrigger {
  /** CreateSequence, or the start of a sequence without it. */
  CREATE(RmEvent.Create.class),
  /** A message that is delivered from the store. */
  ONE_WAY(RmEvent.OneWay.class),
  /** A request that its own DHArch message carries to the service. */
  REQUEST(RmEvent.Request.class),
  /** AckRequested. */
  ACK_REQUESTED(RmEvent.AckRequested.class),
  /** CloseSequence (1.1). */
  CLOSE(RmEvent.CloseRequested.class),
  /** TerminateSequence. */
  TERMINATE(RmEvent.TerminateRequested.class),
  /** The service accepted a stored message. */
  DELIVERED(RmEvent.Delivered.class),
  /** The delivery of a stored message failed. */
  NOT_DELIVERED(RmEvent.NotDelivered.class),
  /** The delivering node renewed its lease. */
  LEASE_RENEWED(RmEvent.LeaseRenewed.class),
  /** The response or fault of a request is being sent. */
  SERVED(RmEvent.Served.class),
  /** Responses of the offered sequence were acknowledged. */
  RESPONSES_ACKNOWLEDGED(RmEvent.ResponsesAcknowledged.class),
  /** An operator ends the sequence. */
  ENDED(RmEvent.Ended.class),
  /** The timer of the sequence. */
  TIME(RmEvent.SinkTime.class);

  private final Class<? extends RmEvent.AtSink> event;

  SinkTrigger(Class<? extends RmEvent.AtSink> event) {
    this.event = event;
  }

  static SinkTrigger of(RmEvent.AtSink event) {
    for (SinkTrigger trigger : values()) {
      if (trigger.event.isInstance(event)) {
        return trigger;
      }
    }
    throw new IllegalArgumentException("no trigger of " + event);
  }
}
