package org.dharch.ws.rm;

import java.util.Optional;

/**
 * An action that a sequence requests. {@link InStore} actions are part of the event's own
 * transaction. All others are executed after its commit and are lost if the process dies; necessary
 * ones are repeated by a timer.
 */
public sealed interface RmAction {

  /** Executed in the transaction. */
  sealed interface InStore extends RmAction {}

  /** Returned to the caller that delivered the event. */
  sealed interface Answer extends RmAction {}

  /** Sent independently of the event's response; repeated by a timer after a crash. */
  sealed interface Emit extends RmAction {}

  /** An observation for counters and logs. */
  sealed interface Tell extends RmAction {}

  /**
   * Store the message.
   *
   * @param envelope the new envelope; empty if unchanged. An array of length 0 deletes the stored
   *     envelope
   */
  record Keep(RmMessage message, Optional<byte[]> envelope) implements InStore {}

  /** Delete these messages. */
  record Forget(Ranges numbers) implements InStore {}

  /** Delete the sequence with all its messages. */
  record Gone() implements InStore {}

  // ---- answers of a sink

  /** The sequence is created: CreateSequenceResponse. */
  record Granted() implements Answer {}

  /** A SequenceFault. */
  record Refuse(Refusal refusal) implements Answer {}

  /** An acknowledgement on the back-channel. */
  record Acknowledge(Acknowledgement acknowledgement) implements Answer {}

  /** Accepted without a message on the back-channel. */
  record Accept() implements Answer {}

  /** CloseSequenceResponse, with the final acknowledgement. */
  record CloseAnswer(Acknowledgement acknowledgement) implements Answer {}

  /** TerminateSequenceResponse (1.1); 1.0 has no response. */
  record TerminateAnswer(Acknowledgement acknowledgement) implements Answer {}

  /** The request continues to its service. */
  record GoOn(long number) implements Answer {}

  /** Defer: the message may be tried again after this time. */
  record Defer(long millis) implements Answer {
    private static final long FIRST = 20;
    private static final long MOST = 1_000;

    /** The delay doubles with each wait. */
    public static Defer after(int waits) {
      return new Defer(Math.min(MOST, FIRST << Math.min(waits, 10)));
    }
  }

  /**
   * The request was served before: answer with the stored response.
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
  record PassOn() implements Answer {}

  // ---- answers of a source

  /**
   * Send the message with this number.
   *
   * @param isLast whether it carries LastMessage (1.0)
   * @param isAgain whether it had the number before; the stored envelope may differ then
   */
  record SendNow(long number, boolean isLast, boolean isAgain) implements Answer {}

  /**
   * Return the stored message that the sink has polled for.
   *
   * @param message the message and its form
   * @param isMore whether more messages are pending
   */
  record HandOver(Transmit message, boolean isMore) implements Answer {}

  /** This sequence accepts no further messages; the caller must use another one. */
  record AnotherSequence() implements Answer {}

  // ---- emissions of a sink

  /** Send an acknowledgement to the sequence's AcksTo address. */
  record SendAcknowledgement(Acknowledgement acknowledgement) implements Emit {}

  /**
   * Deliver the message to its service.
   *
   * @param by the emission's id, which the result refers to
   */
  record Deliver(long number, String by) implements Emit {}

  // ---- emissions of a source

  /** CreateSequence. */
  record RequestSequence() implements Emit {}

  /**
   * Send the stored message.
   *
   * @param isEmpty whether it is the empty LastMessage (1.0)
   * @param isWire whether the stored envelope is in wire form; otherwise the sequence's headers
   *     must be added
   */
  record Transmit(long number, boolean isLast, boolean isEmpty, boolean isWire) implements Emit {}

  /** CloseSequence (1.1). */
  record SendClose(long last) implements Emit {}

  /** TerminateSequence. */
  record SendTerminate(long last) implements Emit {}

  // ---- observations

  /**
   * A message was not accepted because of a bound. It is not acknowledged, so the source repeats
   * it.
   */
  record Dropped(long number, String reason) implements Tell {}

  /** Received messages that will not be delivered, by the agreed incomplete sequence behavior. */
  record Discarded(Ranges numbers) implements Tell {}

  /** All delivery attempts of a message failed. */
  record GaveUp(long number) implements Tell {}

  /** These messages are acknowledged. */
  record Settled(Ranges numbers) implements Tell {}

  /** The sequence failed; these messages are not acknowledged. */
  record Lost(Ranges numbers, String reason) implements Tell {}

  /** The sink accepted or declined the offered sequence. */
  record OfferAnswered(boolean isAccepted) implements Tell {}
}
