package org.dharch.ws.rm;

import java.util.Optional;

/**
 * The events of a sequence, caused by messages, handlers and timers. The envelopes must not be
 * modified.
 */
public sealed interface RmEvent {

  /** An event at a sink; {@link SinkTable} defines the reactions. */
  sealed interface AtSink extends RmEvent {}

  /** An event at a source; {@link SourceTable} defines the reactions. */
  sealed interface AtSource extends RmEvent {}

  /**
   * A source requests a sequence, or a sequence starts without CreateSequence.
   *
   * @param expiresAt its latest expiration
   * @param refusal the reason to refuse it; empty to grant it
   */
  record Create(long expiresAt, Optional<String> refusal) implements AtSink {}

  /**
   * A message that has no response, or a response in another sequence.
   *
   * @param isLast whether it has LastMessage (1.0)
   * @param isEmpty whether it is the empty LastMessage, which is not delivered
   * @param hasCapacity whether the store has capacity for a new message
   */
  record OneWay(long number, boolean isLast, boolean isEmpty, byte[] envelope, boolean hasCapacity)
      implements AtSink {}

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
      SinkSettings.requireAtLeast(0, "ownershipMillis", ownershipMillis);
    }
  }

  /** The source requests an acknowledgement. */
  record AckRequested() implements AtSink {}

  /**
   * The source closes the sequence (1.1).
   *
   * @param last the number of its last message; 0 if unknown
   */
  record CloseRequested(long last) implements AtSink {}

  /**
   * The source terminates the sequence.
   *
   * @param last the number of its last message; 0 if unknown
   */
  record TerminateRequested(long last) implements AtSink {}

  /** The service accepted a message from the store. */
  record Delivered(long number) implements AtSink {}

  /**
   * The service did not accept a message.
   *
   * @param owner the emission of the delivery
   */
  record NotDelivered(long number, String owner) implements AtSink {}

  /**
   * The delivering node renews its lease.
   *
   * @param owner the emission of the delivery
   */
  record LeaseRenewed(long number, String owner) implements AtSink {}

  /**
   * A request was served, and its response or fault is being sent.
   *
   * @param replyNumber the response's number in the offered sequence; 0 if there is none
   * @param response the response to store with the request, if there is no offered sequence
   */
  record Served(long number, long replyNumber, Optional<byte[]> response) implements AtSink {}

  /**
   * The requester acknowledged these responses, which need not be stored any longer.
   *
   * @param numbers the numbers of the responses in the offered sequence
   */
  record ResponsesAcknowledged(Ranges numbers) implements AtSink {}

  /** An operator ends the sequence. */
  record Ended(String reason) implements AtSink {}

  /** The timer of {@link SinkSequence#dueAt()} fired. */
  record SinkTime() implements AtSink {}

  /**
   * A sequence is needed.
   *
   * @param id its identifier, if its sink offered it or it is not created by the protocol
   */
  record Open(Optional<SequenceId> id, long expiresAt) implements AtSource {}

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
      SinkSettings.requireAtLeast(0, "ownershipMillis", ownershipMillis);
    }
  }

  /** A message's envelope in wire form, including signatures. */
  record WireForm(long number, byte[] envelope) implements AtSource {}

  /**
   * The sink created the sequence.
   *
   * @param expiresAt its latest expiration
   * @param acceptsOffer whether the sink accepts the offered sequence
   */
  record Created(SequenceId id, long expiresAt, boolean acceptsOffer) implements AtSource {}

  /** The sink refused to create the sequence. */
  record CreateRefused(String reason) implements AtSource {}

  /** The sink acknowledges messages. */
  record Acknowledged(Ranges ranges, boolean isFinal) implements AtSource {}

  /** The sink reports missing messages (Nack). */
  record Missing(Ranges numbers) implements AtSource {}

  /**
   * The other end polls for a pending message (WS-MakeConnection).
   *
   * @param isMore whether another sequence has one too
   */
  record Fetched(boolean isMore) implements AtSource {}

  /** The application sends no further message. */
  record Close() implements AtSource {}

  /** The sink closed the sequence (1.1). */
  record CloseAnswered() implements AtSource {}

  /** The sink terminated the sequence (1.1), or the transport accepted TerminateSequence (1.0). */
  record TerminateAnswered() implements AtSource {}

  /** The sink reported that the sequence is unknown or accepts no more messages. */
  record Faulted(Refusal refusal) implements AtSource {}

  /** The other end, which requested the sequence, is lost, or an operator ends it. */
  record Abandoned(String reason) implements AtSource {}

  /** The timer of {@link SourceSequence#dueAt()} fired. */
  record SourceTime() implements AtSource {}
}
