package org.dharch.ws.rm;

import java.util.Optional;

/**
 * What a sequence wants done. What is {@link InStore} is done in the event's own transaction, or
 * none of it; everything else only after it is committed, and may be lost with its process: what
 * must not be lost comes again by time.
 */
public sealed interface RmAction {

  /** Done in the transaction. */
  sealed interface InStore extends RmAction {}

  /** Said to who brought the event. */
  sealed interface Answer extends RmAction {}

  /** Sent of its own accord; lost with its process, it comes again by time. */
  sealed interface Emit extends RmAction {}

  /** Something that is to be counted, and found in a log. */
  sealed interface Tell extends RmAction {}

  /**
   * Keep the message so.
   *
   * @param envelope its envelope, if that is new; one of no bytes is kept no longer
   */
  record Keep(RmMessage message, Optional<byte[]> envelope) implements InStore {}

  /** Keep these messages no longer. */
  record Forget(Ranges numbers) implements InStore {}

  /** Keep the sequence no longer, nor anything of it. */
  record Gone() implements InStore {}

  // ---- answers at a sink

  /** The sequence is created: CreateSequenceResponse. */
  record Granted() implements Answer {}

  /** A SequenceFault. */
  record Refuse(Refusal refusal) implements Answer {}

  /** An acknowledgement on the back-channel. */
  record Acknowledge(Acknowledgement acknowledgement) implements Answer {}

  /** Taken, and nothing to be said on the back-channel. */
  record Accept() implements Answer {}

  /** CloseSequenceResponse, with the final acknowledgement. */
  record CloseAnswer(Acknowledgement acknowledgement) implements Answer {}

  /** TerminateSequenceResponse (1.1); in 1.0 nothing is said. */
  record TerminateAnswer(Acknowledgement acknowledgement) implements Answer {}

  /** The request goes on to its service. */
  record GoOn(long number) implements Answer {}

  /** Put off: it may come again after this time. */
  record Defer(long millis) implements Answer {
    private static final long FIRST = 20;
    private static final long MOST = 1_000;

    /** Twice as long each time. */
    public static Defer after(int waits) {
      return new Defer(Math.min(MOST, FIRST << Math.min(waits, 10)));
    }
  }

  /**
   * The request has been served already: its response is the one that is kept.
   *
   * @param replyNumber that of the response in the offered sequence; 0 if it is kept with the
   *     request
   */
  record AnswerStored(long number, long replyNumber, Acknowledgement acknowledgement)
      implements Answer {}

  /**
   * The response goes out, with this acknowledgement.
   *
   * @param replyNumber its number in the offered sequence; 0 if there is none
   */
  record Respond(long number, long replyNumber, Acknowledgement acknowledgement)
      implements Answer {}

  /** The response goes out as it is: nothing is known of its request. */
  record PassOn() implements Answer {}

  // ---- answers at a source

  /**
   * The message goes out with this number.
   *
   * @param isLast whether it says that it is the last (1.0)
   * @param isAgain whether it had the number before: what is kept of it may be another envelope
   */
  record SendNow(long number, boolean isLast, boolean isAgain) implements Answer {}

  /**
   * The message from the store that its sink has asked for goes back in the response.
   *
   * @param message which, and how
   * @param isMore whether there are more that wait
   */
  record HandOver(Transmit message, boolean isMore) implements Answer {}

  /** This sequence takes no more messages: another is needed. */
  record AnotherSequence() implements Answer {}

  // ---- emissions of a sink

  /** An acknowledgement to the sequence's own address for them. */
  record SendAcknowledgement(Acknowledgement acknowledgement) implements Emit {}

  /**
   * Deliver the message to its service.
   *
   * @param by the emission's id, under which its end is told
   */
  record Deliver(long number, String by) implements Emit {}

  // ---- emissions of a source

  /** CreateSequence. */
  record RequestSequence() implements Emit {}

  /**
   * Send the message from the store.
   *
   * @param isEmpty whether it is the message that says nothing but that it is the last (1.0)
   * @param isWire whether it goes as it is kept; else it still lacks the sequence's headers
   */
  record Transmit(long number, boolean isLast, boolean isEmpty, boolean isWire) implements Emit {}

  /** CloseSequence (1.1). */
  record SendClose(long last) implements Emit {}

  /** TerminateSequence. */
  record SendTerminate(long last) implements Emit {}

  // ---- to be counted

  /** A message was not taken, for a bound; it is not acknowledged, so it comes again. */
  record Dropped(long number, String reason) implements Tell {}

  /** These were received and will not be delivered, as was agreed for a sequence with gaps. */
  record Discarded(Ranges numbers) implements Tell {}

  /** A message was tried to be delivered as often as may be. */
  record GaveUp(long number) implements Tell {}

  /** These are acknowledged. */
  record Settled(Ranges numbers) implements Tell {}

  /** The sequence failed, and these are left that nobody acknowledged. */
  record Lost(Ranges numbers, String reason) implements Tell {}

  /** The sink has said whether it accepts the offered sequence. */
  record OfferAnswered(boolean isAccepted) implements Tell {}
}
