package org.dharch.ws.rm;

import java.util.random.RandomGenerator;

/**
 * The state machine of a sequence at its sink. {@link #on} computes the reaction to an event by
 * {@link SinkTable}. It does not check who created the sequence: {@link RmEvent.Create} also starts
 * a sequence without CreateSequence (docs/adr/0015). Times are milliseconds of the store's clock.
 * Immutable.
 *
 * <p>{@link #received()} are the numbers that may be acknowledged. A message is received as soon as
 * it is stored with its envelope, and a request as soon as it has been served. Before that, a
 * request is known only by its {@link RmMessage} in state {@link MessageState#SERVING}.
 *
 * @param received the numbers to acknowledge
 * @param deliveredTo in order: the number up to which all are delivered or given up; otherwise 0
 * @param lastNumber the last number; 0 while unknown
 * @param held the number of messages that are stored for delivery, in delivery or given up
 * @param delivering the number of messages in delivery
 * @param serving the number of requests being served
 * @param expiresAt the latest expiration; after the end, the time when the sequence is forgotten
 * @param activeAt when its source was last active
 * @param ackAt when an acknowledgement to an AcksTo address is due
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

  /** Creates a sequence in state NONE. */
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

  /** Creates an unknown sequence of which only the identifier is known. */
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

  /** Returns a copy with another AcksTo address, given by an accepted offer. */
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

  /** Returns the current acknowledgement. */
  public Acknowledgement acknowledgement() {
    return new Acknowledgement(id, received, state != SinkState.CREATED);
  }

  /**
   * Handles {@code event}.
   *
   * @param messages the stored messages of this sequence
   * @param random for the ids of emissions and the jitter of delays
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
