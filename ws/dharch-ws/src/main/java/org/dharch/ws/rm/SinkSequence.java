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
 * @param counts the messages in progress
 * @param times its times
 * @param ackAt when an acknowledgement to an AcksTo address is due
 */
public record SinkSequence(
    SequenceId id,
    Terms terms,
    SinkState state,
    Ranges received,
    long deliveredTo,
    long lastNumber,
    Counts counts,
    Times times,
    long ackAt)
    implements RmSequence {

  /**
   * The numbers of messages in progress.
   *
   * @param held stored for delivery, in delivery or given up
   * @param delivering in delivery
   * @param serving requests being served
   */
  public record Counts(int held, int delivering, int serving) {}

  public static SinkSequence none(SequenceId id, Terms terms) {
    return new SinkSequence(
        id,
        terms,
        SinkState.NONE,
        Ranges.EMPTY,
        0,
        0,
        new Counts(0, 0, 0),
        Times.NONE,
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
        counts,
        times,
        ackAt);
  }

  @Override
  public String key() {
    return id.value();
  }

  /**
   * Returns true if this is the last request, marked with LastMessage (1.0), and none is missing.
   */
  public boolean isLastRequest(long number) {
    return terms.version().hasLastMessage()
        && number == lastNumber
        && received.add(number).prefix() == lastNumber;
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
