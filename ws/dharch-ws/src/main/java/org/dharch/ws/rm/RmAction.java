package org.dharch.ws.rm;

import java.util.Optional;

/**
 * An action that a sequence requests. {@link InStore} actions are part of the event's transaction.
 * All others are executed after its commit and are lost in a crash; timers repeat the necessary
 * ones.
 */
public sealed interface RmAction {

  /** Executed in the transaction. */
  sealed interface InStore extends RmAction {}

  /** Returned to the caller that delivered the event. */
  sealed interface Answer extends RmAction {}

  /** Sent independently of the event's response. */
  sealed interface Emission extends RmAction {}

  /** An observation for counters and logs. */
  sealed interface Observation extends RmAction {}

  /**
   * Store the message.
   *
   * @param envelope the new envelope; empty if unchanged, of length 0 to delete the stored envelope
   */
  record StoreMessage(RmMessage message, Optional<byte[]> envelope) implements InStore {}

  /** Delete these messages. */
  record Forget(Ranges numbers) implements InStore {}

  /** Delete the sequence with all its messages. */
  record RemoveSequence() implements InStore {}

  // ---- answers of a sink

  /** The sequence is created: CreateSequenceResponse. */
  record Granted() implements Answer {}

  /** Respond with a SequenceFault. */
  record Refuse(Refusal refusal) implements Answer {}

  /** An acknowledgement on the back-channel. */
  record Acknowledge(Acknowledgement acknowledgement) implements Answer {}

  /** Accept without a message on the back-channel. */
  record Accept() implements Answer {}

  /** CloseSequenceResponse with the final acknowledgement. */
  record CloseAnswer(Acknowledgement acknowledgement) implements Answer {}

  /** TerminateSequenceResponse (1.1), or TerminateSequence of the offered sequence (1.0). */
  record TerminateAnswer(Acknowledgement acknowledgement) implements Answer {}

  /** Continue to the service. */
  record Continue(long number) implements Answer {}

  /** Retry the message after this time. */
  record Defer(long millis) implements Answer {
    private static final long FIRST = 20;
    private static final long MOST = 1_000;

    public static Defer after(int waits) {
      return new Defer(Math.min(MOST, FIRST << Math.min(waits, 10)));
    }
  }

  /**
   * Respond with the stored response to an earlier transmission.
   *
   * @param replyNumber the response's number in the offered sequence; 0 if it is stored with the
   *     request
   */
  record AnswerStored(long number, long replyNumber, Acknowledgement acknowledgement)
      implements Answer {}

  /**
   * Send the response with this acknowledgement.
   *
   * @param replyNumber its number in the offered sequence; 0 if there is none
   */
  record Respond(long number, long replyNumber, Acknowledgement acknowledgement)
      implements Answer {}

  /** Send the response unchanged because its request is unknown. */
  record SendUnchanged() implements Answer {}

  // ---- answers of a source

  /**
   * Send the message with this number.
   *
   * @param isLast whether it has LastMessage (1.0)
   * @param isAgain whether it had the number before; the stored envelope may differ then
   */
  record SendNow(long number, boolean isLast, boolean isAgain) implements Answer {}

  /**
   * Return the stored message that the sink has polled for.
   *
   * @param isMore whether more messages are pending
   */
  record ReturnMessage(Transmit message, boolean isMore) implements Answer {}

  /** Use another sequence, because this one accepts no further messages. */
  record AnotherSequence() implements Answer {}

  // ---- emissions of a sink

  /** Send an acknowledgement to the sequence's AcksTo address. */
  record SendAcknowledgement(Acknowledgement acknowledgement) implements Emission {}

  /**
   * Deliver the message to its service.
   *
   * @param owner the emission's id
   */
  record Deliver(long number, String owner) implements Emission {}

  // ---- emissions of a source

  /** CreateSequence. */
  record RequestSequence() implements Emission {}

  /**
   * Send the stored message.
   *
   * @param isEmpty whether it is the empty LastMessage (1.0)
   * @param isWire whether the stored envelope is in wire form; otherwise headers must be added
   */
  record Transmit(long number, boolean isLast, boolean isEmpty, boolean isWire)
      implements Emission {}

  /** AckRequested: sinks send no acknowledgement in response to a message with ReplyTo none. */
  record RequestAcknowledgement() implements Emission {}

  /** CloseSequence (1.1). */
  record SendClose(long last) implements Emission {}

  /** TerminateSequence. */
  record SendTerminate(long last) implements Emission {}

  // ---- observations

  /**
   * A message was rejected because of a bound. It is not acknowledged, so the source repeats it.
   */
  record Dropped(long number, String reason) implements Observation {}

  /** Received messages were discarded by the incomplete sequence behavior. */
  record Discarded(Ranges numbers) implements Observation {}

  /** All delivery attempts of a message failed. */
  record GaveUp(long number) implements Observation {}

  /** These messages were acknowledged. */
  record Confirmed(Ranges numbers) implements Observation {}

  /** The sequence failed without an acknowledgement of these messages. */
  record Lost(Ranges numbers, String reason) implements Observation {}

  /** The sink accepted or declined the offered sequence. */
  record OfferAnswered(boolean isAccepted) implements Observation {}
}
