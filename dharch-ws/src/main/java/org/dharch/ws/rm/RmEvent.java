package org.dharch.ws.rm;

import java.util.Optional;

/**
 * What can happen to a sequence; messages, handlers and timers carry these in. Byte arrays are
 * envelopes, not copied, and must not be written to once handed over.
 */
public sealed interface RmEvent {

  /** What can happen at a sink; {@link SinkTable} says what follows. */
  sealed interface AtSink extends RmEvent {
    /** By what the table is asked. */
    SinkTrigger trigger();
  }

  /** What can happen at a source; {@link SourceTable} says what follows. */
  sealed interface AtSource extends RmEvent {
    /** By what the table is asked. */
    SourceTrigger trigger();
  }

  /**
   * A source asks for a sequence, or a sequence begins that nobody creates.
   *
   * @param expiresAt when it is over at the latest
   * @param refusal why it is not granted, if it is not
   */
  record Create(long expiresAt, Optional<String> refusal) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.CREATE;
    }
  }

  /**
   * A message that gets no response, or whose response is another matter.
   *
   * @param isLast whether it says that it is the last (1.0)
   * @param isEmpty whether it says nothing else, and is for no service
   * @param hasCapacity whether the store has room for it, if it is new
   */
  record OneWay(long number, boolean isLast, boolean isEmpty, byte[] envelope, boolean hasCapacity)
      implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.ONE_WAY;
    }
  }

  /**
   * A message that its own DHArch message takes to the service, and whose end that message tells.
   *
   * @param by the id of DHArch's message
   * @param isLast whether it says that it is the last (1.0)
   * @param handMillis for how long DHArch's message may have it in hand
   * @param waits how often DHArch's message was put off already
   * @param hasCapacity whether there is room for its response, if it is new
   */
  record Request(
      long number, String by, boolean isLast, long handMillis, int waits, boolean hasCapacity)
      implements AtSink {

    /**
     * @throws IllegalArgumentException if its time is over already
     */
    public Request {
      Bounds.atLeast(0, "handMillis", handMillis);
    }

    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.REQUEST;
    }
  }

  /** The source wants to know what has been received. */
  record AckRequested() implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.ACK_REQUESTED;
    }
  }

  /**
   * The source closes the sequence (1.1).
   *
   * @param last the number of its last message; 0 if it does not say
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
   * @param last the number of its last message; 0 if it does not say
   */
  record TerminateRequested(long last) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.TERMINATE;
    }
  }

  /** The service has taken a message that was delivered from the store. */
  record Delivered(long number) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.DELIVERED;
    }
  }

  /**
   * It could not be delivered.
   *
   * @param by the emission that could not
   */
  record NotDelivered(long number, String by) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.NOT_DELIVERED;
    }
  }

  /**
   * The node that delivers it still does.
   *
   * @param by the emission
   */
  record StillDelivering(long number, String by) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.STILL_DELIVERING;
    }
  }

  /**
   * A request has been served: its response, or fault, is on its way out.
   *
   * @param replyNumber the response's in the offered sequence; 0 if there is none
   * @param response the response, to be kept with the request, if there is no offered sequence
   */
  record Served(long number, long replyNumber, Optional<byte[]> response) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.SERVED;
    }
  }

  /**
   * The source of the requests has these responses: they need not be kept for requests that come
   * again.
   *
   * @param numbers theirs in the offered sequence
   */
  record ResponsesTaken(Ranges numbers) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.RESPONSES_TAKEN;
    }
  }

  /** An operator ends the sequence. */
  record Ended(String reason) implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.ENDED;
    }
  }

  /** The moment that {@link SinkSequence#dueAt()} names has come. */
  record SinkTime() implements AtSink {
    @Override
    public SinkTrigger trigger() {
      return SinkTrigger.TIME;
    }
  }

  /**
   * A sequence is wanted.
   *
   * @param id its name, if it has one already: its sink has offered it, or nobody creates it
   */
  record Open(Optional<SequenceId> id, long expiresAt) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.OPEN;
    }
  }

  /**
   * A message is to be sent reliably.
   *
   * @param by the id of DHArch's message, which makes it the same message each time
   * @param isLast whether no further one will follow
   * @param handMillis for how long DHArch's message may come again
   * @param waits how often it was put off already
   * @param hasCapacity whether the store has room for it, if it is new
   */
  record Send(
      String by, byte[] envelope, boolean isLast, long handMillis, int waits, boolean hasCapacity)
      implements AtSource {

    /**
     * @throws IllegalArgumentException if its time is over already
     */
    public Send {
      Bounds.atLeast(0, "handMillis", handMillis);
    }

    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.SEND;
    }
  }

  /** A message's envelope as it goes on the wire, signed and all. */
  record OnTheWire(long number, byte[] envelope) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.ON_THE_WIRE;
    }
  }

  /**
   * The sink has created the sequence.
   *
   * @param expiresAt when it is over at the latest
   * @param acceptsOffer whether it accepts the offered sequence
   */
  record Created(SequenceId id, long expiresAt, boolean acceptsOffer) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CREATED;
    }
  }

  /** The sink does not create it. */
  record CreateRefused(String reason) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CREATE_REFUSED;
    }
  }

  /** The sink says what it has. */
  record Acknowledged(Ranges ranges, boolean isFinal) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.ACKNOWLEDGED;
    }
  }

  /** The sink says what it lacks. */
  record Lacking(Ranges numbers) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.LACKING;
    }
  }

  /**
   * The other end asks for a message that waits for it (WS-MakeConnection).
   *
   * @param isMore whether another sequence has one too
   */
  record Fetched(boolean isMore) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.FETCHED;
    }
  }

  /** No further message will follow. */
  record Close() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CLOSE;
    }
  }

  /** The sink has closed the sequence (1.1). */
  record CloseAnswered() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.CLOSE_ANSWERED;
    }
  }

  /** The sink has terminated it: its response (1.1), or the transport's that it was taken (1.0). */
  record TerminateAnswered() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.TERMINATE_ANSWERED;
    }
  }

  /** The sink faults: it knows the sequence no more, or takes no more of it. */
  record Faulted(Refusal refusal) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.FAULTED;
    }
  }

  /** The other end, which asked for the sequence, is gone, or an operator ends it. */
  record Abandoned(String reason) implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.ABANDONED;
    }
  }

  /** The moment that {@link SourceSequence#dueAt()} names has come. */
  record SourceTime() implements AtSource {
    @Override
    public SourceTrigger trigger() {
      return SourceTrigger.TIME;
    }
  }
}
