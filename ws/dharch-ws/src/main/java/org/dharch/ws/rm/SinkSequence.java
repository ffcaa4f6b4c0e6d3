package org.dharch.ws.rm;

import java.util.random.RandomGenerator;

/**
 * The state machine of a sequence at its sink, defined by {@link SinkTable}. {@link RmEvent.Create}
 * also starts a sequence without CreateSequence (docs/adr/0015). Times are milliseconds of the
 * store's clock. Immutable.
 *
 * @param received the numbers to acknowledge: of stored messages and of served requests
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

  /** Creates a sequence of which only the identifier is known. */
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

  /** Returns a copy with the AcksTo address of an accepted offer. */
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

  public Acknowledgement acknowledgement() {
    return new Acknowledgement(id, received, state != SinkState.CREATED);
  }

  /**
   * Returns the next state and the actions after an event.
   *
   * @param messages the stored messages of this sequence
   * @param random for the ids of emissions and the jitter of delays
   * @param now by the store's clock
   */
  public RmStep<SinkSequence> on(
      RmEvent.AtSink event,
      SequenceMessages messages,
      SinkSettings settings,
      RandomGenerator random,
      long now) {
    return new SinkTransition(this, messages, settings, random, now).apply(event);
  }
}
