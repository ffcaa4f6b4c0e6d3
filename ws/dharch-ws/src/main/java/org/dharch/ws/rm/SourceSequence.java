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
 * @param taken the highest number used; 0 if none
 * @param lastNumber the number of the last message; 0 while unknown
 * @param acknowledged the acknowledged numbers
 * @param isRetried whether there was a retransmission since the last acknowledgement
 * @param isClosing whether to close it after its creation
 * @param attempts the number of repetitions of the current control message
 * @param reason why it failed; empty otherwise
 * @param expiresAt the latest expiration; after the end, the time when the sequence is forgotten
 * @param activeAt when its sink was last active, or first expected to be
 * @param retryAt when the next control message is due
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

  public Ranges unacknowledged() {
    return taken == 0 ? Ranges.EMPTY : Ranges.of(1, taken).subtract(acknowledged);
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
