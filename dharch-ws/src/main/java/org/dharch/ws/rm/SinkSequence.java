package org.dharch.ws.rm;

import java.util.random.RandomGenerator;

/**
 * A sequence at its sink, a pure state machine: {@link #on} says what comes of an event, by {@link
 * SinkTable}. It does not ask whether anybody created the sequence: {@link RmEvent.Create} may as
 * well be said of one that simply begins (docs/adr/0015). Times are milliseconds of the store's
 * clock. Immutable.
 *
 * <p>What it may acknowledge is {@link #received()}: a message is among it from the moment in which
 * it is kept with its envelope, and a request from the moment in which it has been served. Until
 * then a request is known by its {@link RmMessage} alone, {@link MessageState#SERVING}.
 *
 * @param received the numbers that are acknowledged
 * @param deliveredTo in order: up to which number everything is delivered, or given up; else 0
 * @param lastNumber the last there will be; 0 while it is not known
 * @param held how many messages are kept for delivery, on their way or given up
 * @param delivering how many of these are on their way
 * @param serving how many requests are
 * @param expiresAt when it is over at the latest; once it is, when it is forgotten
 * @param activeAt when its source was last heard
 * @param ackAt when an acknowledgement is due that goes to an address of its own
 */
public record SinkSequence(
    SequenceId id,
    Terms terms,
    SinkState state,
    Ranges received,
    long deliveredTo,
    long lastNumber,
    int held,
    int delivering,
    int serving,
    long expiresAt,
    long activeAt,
    long ackAt,
    long dueAt)
    implements RmSequence {

  /** One that is not there. */
  public static SinkSequence none(SequenceId id, Terms terms) {
    return new SinkSequence(
        id,
        terms,
        SinkState.NONE,
        Ranges.EMPTY,
        0,
        0,
        0,
        0,
        0,
        RmMessage.NEVER,
        0,
        RmMessage.NEVER,
        RmMessage.NEVER);
  }

  /** One of which nothing is known but what it is called. */
  public static SinkSequence unknown(SequenceId id) {
    return none(
        id,
        new Terms(
            RmVersion.RM_1_1,
            "",
            "",
            "",
            "",
            "",
            DeliveryAssurance.EXACTLY_ONCE_IN_ORDER,
            IncompleteSequenceBehavior.NO_DISCARD,
            1,
            ""));
  }

  /** The same, with acknowledgements to that address: what an accepted offer has said. */
  public SinkSequence withAcksTo(String address) {
    return new SinkSequence(
        id,
        terms.withAcksTo(address),
        state,
        received,
        deliveredTo,
        lastNumber,
        held,
        delivering,
        serving,
        expiresAt,
        activeAt,
        ackAt,
        dueAt);
  }

  @Override
  public String key() {
    return id.value();
  }

  /** What may be acknowledged now. */
  public Acknowledgement acknowledgement() {
    return new Acknowledgement(id, received, state != SinkState.CREATED);
  }

  /**
   * What comes of {@code event}.
   *
   * @param messages this sequence's, as they are
   * @param random for the ids of emissions and the length of pauses
   * @param now by the store's clock
   */
  public RmStep<SinkSequence> on(
      RmEvent.AtSink event,
      Held messages,
      SinkSettings settings,
      RandomGenerator random,
      long now) {
    return new SinkTransition(this, messages, settings, random, now).take(event);
  }
}
