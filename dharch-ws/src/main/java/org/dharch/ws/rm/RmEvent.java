package org.dharch.ws.rm;

import java.util.Optional;

/**
 * The events of a sequence, caused by messages, handlers and timers. The envelopes must not be
 * modified.
 */
public sealed interface RmEvent {

  /** An event at a sink; {@link SinkTable} defines the reactions. */
  sealed interface AtSink extends RmEvent {
    SinkTrigger trigger();
  }

  /** An event at a source; {@link SourceTable} defines the reactions. */
  sealed interface AtSource extends RmEvent {
    SourceTrigger trigger();
  }

  /**
   * A source requests a sequence, or a sequence starts without CreateSequence.
   *
   * @param expiresAt its latest expiration
   * @param refusal the reason to refuse it; empty to grant it
   */
  record Create(long expiresAt, Optional<String> refusal) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.CREATE;
    }
  }

  /**
   * A message that has no response, or a response in another sequence.
   *
   * @param isLast whether it has LastMessage (1.0)
   * @param isEmpty whether it is the empty LastMessage, which is not delivered
   * @param hasCapacity whether the store has capacity for a new message
   */
  record OneWay(long number, boolean isLast, boolean isEmpty, byte[] envelope, boolean hasCapacity)
      implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.ONE_WAY;
    }
  }

  /**
   * A request that its own DHArch message carries to the service.
   *
   * @param owner the id of the DHArch message
   * @param isLast whether it has LastMessage (1.0)
   * @param ownershipMillis how long the DHArch message may own it
   * @param waits how often the DHArch message was deferred
   * @param hasCapacity whether there is capacity for the response of a new request
   */
  record Request(
      long number,
      String owner,
      boolean isLast,
      long ownershipMillis,
      int waits,
      boolean hasCapacity)
      implements AtSink {

    /**
     * @throws IllegalArgumentException if the ownership time is negative
     */
    public Request {
      Bounds.atLeast(0, "handMillis", ownershipMillis);
    }

    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.REQUEST;
    }
  }

  /** The source requests an acknowledgement. */
  record AckRequested() implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.ACK_REQUESTED;
    }
  }

  /**
   * The source closes the sequence (1.1).
   *
   * @param last the number of its last message; 0 if unknown
   */
  record CloseRequested(long last) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.CLOSE;
    }
  }

  /**
   * The source terminates the sequence.
   *
   * @param last the number of its last message; 0 if unknown
   */
  record TerminateRequested(long last) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.TERMINATE;
    }
  }

  /** The service accepted a message from the store. */
  record Delivered(long number) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.DELIVERED;
    }
  }

  /**
   * @param owner the emission of the delivery
   */
  record NotDelivered(long number, String owner) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.NOT_DELIVERED;
    }
  }

  /**
   * The delivering node renews its lease.
   *
   * @param owner the emission of the delivery
   */
  record LeaseRenewed(long number, String owner) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.LEASE_RENEWED;
    }
  }

  /**
   * A request was served, and its response or fault is being sent.
   *
   * @param replyNumber the response's number in the offered sequence; 0 if there is none
   * @param response the response to store with the request, if there is no offered sequence
   */
  record Served(long number, long replyNumber, Optional<byte[]> response) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.SERVED;
    }
  }

  /**
   * The requester acknowledged these responses, which need not be stored any longer.
   *
   * @param numbers the numbers of the responses in the offered sequence
   */
  record ResponsesAcknowledged(Ranges numbers) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.RESPONSES_ACKNOWLEDGED;
    }
  }

  /** An operator ends the sequence. */
  record Ended(String reason) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.ENDED;
    }
  }

  /** The timer of {@link SinkSequence#dueAt()} fired. */
  record SinkTime() implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.TIME;
    }
  }

  /**
   * A sequence is needed.
   *
   * @param id its identifier, if its sink offered it or it is not created by the protocol
   */
  record Open(Optional<SequenceId> id, long expiresAt) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.OPEN;
    }
  }

  /**
   * A message must be sent reliably.
   *
   * @param owner the id of the DHArch message
   * @param ownershipMillis how long the DHArch message may be repeated
   * @param waits how often it was deferred
   * @param hasCapacity whether the store has capacity for a new message
   */
  record Send(
      String owner,
      byte[] envelope,
      boolean isLast,
      long ownershipMillis,
      int waits,
      boolean hasCapacity)
      implements AtSource {

    /**
     * @throws IllegalArgumentException if the ownership time is negative
     */
    public Send {
      Bounds.atLeast(0, "handMillis", ownershipMillis);
    }

    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.SEND;
    }
  }

  /** A message's envelope in wire form, including signatures. */
  record WireForm(long number, byte[] envelope) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.WIRE_FORM;
    }
  }

  /**
   * @param expiresAt its latest expiration
   * @param acceptsOffer whether the sink accepts the offered sequence
   */
  record Created(SequenceId id, long expiresAt, boolean acceptsOffer) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CREATED;
    }
  }

  /** The sink refused to create the sequence. */
  record CreateRefused(String reason) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CREATE_REFUSED;
    }
  }

  /** The sink acknowledges messages. */
  record Acknowledged(Ranges ranges, boolean isFinal) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.ACKNOWLEDGED;
    }
  }

  /** The sink reports missing messages (Nack). */
  record Missing(Ranges numbers) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.MISSING;
    }
  }

  /**
   * The other end polls for a pending message (WS-MakeConnection).
   *
   * @param isMore whether another sequence has one too
   */
  record Fetched(boolean isMore) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.FETCHED;
    }
  }

  /** The application sends no further message. */
  record Close() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CLOSE;
    }
  }

  /** The sink closed the sequence (1.1). */
  record CloseAnswered() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CLOSE_ANSWERED;
    }
  }

  /** The sink terminated the sequence (1.1), or the transport accepted TerminateSequence (1.0). */
  record TerminateAnswered() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.TERMINATE_ANSWERED;
    }
  }

  /** The sink reported that the sequence is unknown or accepts no more messages. */
  record Faulted(Refusal refusal) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.FAULTED;
    }
  }

  /** The other end, which requested the sequence, is lost, or an operator ends it. */
  record Abandoned(String reason) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.ABANDONED;
    }
  }

  /** The timer of {@link SourceSequence#dueAt()} fired. */
  record SourceTime() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.TIME;
    }
  }
}
