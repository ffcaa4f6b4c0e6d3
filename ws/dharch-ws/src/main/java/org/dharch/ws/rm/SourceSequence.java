package org.dharch.ws.rm;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The state machine of a sequence at its source, defined by {@link SourceTable}. A sequence whose
 * identifier is known (offered, or not created by the protocol, docs/adr/0015) starts as created.
 * Times are milliseconds of the store's clock. Immutable.
 *
 * @param key its key in the store
 * @param id its identifier on the wire; empty while it is being created
 * @param isOffered whether its sink offered it and determines its end
 * @param numbers the numbers of its messages
 * @param isClosing whether to close it after its creation
 * @param control the current control message
 * @param reason why it failed; empty otherwise
 * @param times its times
 */
public record SourceSequence(
    String key,
    Optional<SequenceId> id,
    Terms terms,
    boolean isOffered,
    SourceState state,
    Numbers numbers,
    boolean isClosing,
    ControlMessage control,
    String reason,
    Times times)
    implements RmSequence {

  /**
   * The numbers of the messages.
   *
   * @param taken the highest number used; 0 if none
   * @param last the number of the last message; 0 while unknown
   * @param acknowledged the acknowledged numbers
   * @param isRetried whether there was a retransmission since the last acknowledgement
   */
  public record Numbers(long taken, long last, Ranges acknowledged, boolean isRetried) {}

  /**
   * A control message that is repeated until it is answered.
   *
   * @param attempts the number of repetitions of the current one
   * @param retryAt when the next one is due
   */
  public record ControlMessage(int attempts, long retryAt) {}

  public static SourceSequence none(String key, Terms terms, boolean isOffered) {
    return new SourceSequence(
        key,
        Optional.empty(),
        terms,
        isOffered,
        SourceState.NONE,
        new Numbers(0, 0, Ranges.EMPTY, false),
        false,
        new ControlMessage(0, RmMessage.NEVER),
        "",
        Times.NONE);
  }

  /** Returns true if only an answer to its sink can report that it has ended. */
  public boolean endedOnBackChannel() {
    return state == SourceState.TERMINATED && terms.endpoint().isEmpty();
  }

  /** Returns true if the message has LastMessage (1.0). */
  public boolean isLast(long number) {
    return number == numbers.last && terms.version().hasLastMessage();
  }

  public Ranges unacknowledged() {
    return numbers.taken == 0
        ? Ranges.EMPTY
        : Ranges.of(1, numbers.taken).subtract(numbers.acknowledged);
  }

  /**
   * Returns the next state and the actions after an event.
   *
   * @param messages the stored messages of this sequence
   * @param random for the jitter of delays
   * @param now by the store's clock
   */
  public RmStep<SourceSequence> on(
      RmEvent.AtSource event,
      SequenceMessages messages,
      SourceSettings settings,
      RandomGenerator random,
      long now) {
    return new SourceTransition(this, messages, settings, random, now).apply(event);
  }
}
