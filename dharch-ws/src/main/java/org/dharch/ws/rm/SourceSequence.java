package org.dharch.ws.rm;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A sequence at its source, a pure state machine: {@link #on} says what comes of an event, by
 * {@link SourceTable}. A sequence that has a name from its beginning (it was offered, or its kind
 * needs no creation, docs/adr/0015) begins where others are when they have been created. Times are
 * milliseconds of the store's clock. Immutable.
 *
 * @param key its own name in this store: what it is called on the wire is not known at first
 * @param id what it is called on the wire; empty while it is being created
 * @param isOffered whether its sink has offered it: it ends when that wants
 * @param taken the highest number that a message has taken; 0 if none
 * @param lastNumber the number of the last message, once that is known; else 0
 * @param acknowledged the numbers that the sink has
 * @param isRetried whether anything was sent again since something was acknowledged
 * @param isClosing whether it is to be closed as soon as it is created
 * @param attempts how often what is asked of the sink now was asked before
 * @param reason why it failed; empty if it did not
 * @param expiresAt when it is over at the latest; once it is, when it is forgotten
 * @param activeAt when its sink was last heard, or was first expected to be
 * @param retryAt when the sink is asked again to create, close or terminate it
 */
public record SourceSequence(
    String key,
    Optional<SequenceId> id,
    Terms terms,
    boolean isOffered,
    SourceState state,
    long taken,
    long lastNumber,
    Ranges acknowledged,
    boolean isRetried,
    boolean isClosing,
    int attempts,
    String reason,
    long expiresAt,
    long activeAt,
    long retryAt,
    long dueAt)
    implements RmSequence {

  /** One that is not there. */
  public static SourceSequence none(String key, Terms terms, boolean isOffered) {
    return new SourceSequence(
        key,
        Optional.empty(),
        terms,
        isOffered,
        SourceState.NONE,
        0,
        0,
        Ranges.EMPTY,
        false,
        false,
        0,
        "",
        RmMessage.NEVER,
        0,
        RmMessage.NEVER,
        RmMessage.NEVER);
  }

  /** The numbers that were taken and are not acknowledged. */
  public Ranges unacknowledged() {
    return taken == 0 ? Ranges.EMPTY : Ranges.of(1, taken).subtract(acknowledged);
  }

  /**
   * What comes of {@code event}.
   *
   * @param messages this sequence's, as they are
   * @param random for the length of pauses
   * @param now by the store's clock
   */
  public RmStep<SourceSequence> on(
      RmEvent.AtSource event,
      Held messages,
      SourceSettings settings,
      RandomGenerator random,
      long now) {
    return new SourceTransition(this, messages, settings, random, now).take(event);
  }
}
